// Stand-ins for editing, the clipboard and saved pictures on a page without a kernel: it has nothing to edit, and
// nobody who writes links and pictures.

export class Editor {
  readonly root: HTMLElement;

  constructor(owner: Document) {
    this.root = owner.createElement("div");
    this.root.hidden = true;
  }

  render(): void {}
}

export class Caption extends Editor {}

export class Clipboard extends Editor {
  text(): void {}
  picture(): void {}
}

export class Editing {
  readonly on = false;
  cancel = (): boolean => false;
  place = (): boolean => false;
}

export const brokenInWords = (): HTMLElement[] => [];

export async function savePicture(): Promise<void> {}

export function saveText(): void {}
