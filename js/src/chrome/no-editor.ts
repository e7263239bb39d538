// What stands in place of the editor on a page without a kernel.

export class Editor {
  readonly root: HTMLElement;

  constructor(owner: Document) {
    this.root = owner.createElement("div");
    this.root.hidden = true;
  }

  render(): void {}
}
