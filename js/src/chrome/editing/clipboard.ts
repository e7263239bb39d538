// The clipboard: a link, a picture or the position's text is copied. Where the page may not copy, a text is shown selected, to be
// copied by hand, and a picture is saved as a file.

import { say } from "../../kernel/language";
import { closing, dialog, element } from "../elements/dom";
import { pngOf } from "./pictures";

/** The time after which the note that something was copied goes away. */
const SAID_MS = 2500;

export class Clipboard {
  readonly root: HTMLElement;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly owner: Document,
    private readonly leave: () => void,
    signal: AbortSignal,
  ) {
    this.root = element(owner, "div", { class: "hexwidget-copied", "aria-label": say("Copy") });
    dialog(this.root, () => this.close(), "Escape", "Enter");
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** Copy a text that is on its way; null: no text comes, and the board says why. */
  async text(name: string, coming: Promise<string | null>): Promise<void> {
    const copied = await this.write("text/plain", coming.then(blobOf("text/plain")));
    const text = await coming;
    if (text === null) return;
    if (copied || (await this.writeText(text))) this.say(say("{0} copied.", say(name)));
    else this.offer(name, text);
  }

  /** Copy a picture that is on its way, as PNG; `save` is called where that cannot be. */
  async picture(coming: Promise<string | null>, save: () => void): Promise<void> {
    const png = coming.then((svg) => (svg === null ? null : pngOf(this.owner, svg)));
    const copied = await this.write("image/png", png);
    if ((await coming) === null) return;
    if (copied) this.say(say("Picture copied."));
    else save();
  }

  /**
   * Write something to the clipboard, and return true if that was possible. Browsers allow it within the click only, so the
   * promise of the content is handed over before the kernel has answered.
   */
  private async write(type: string, coming: Promise<Blob | null>): Promise<boolean> {
    const page = this.owner.defaultView;
    const made = coming.then((blob) => blob ?? Promise.reject(new Error("nothing to copy")));
    made.catch(() => {}); // a browser that refuses at once does not wait for it
    try {
      if (!page?.ClipboardItem) return false;
      await page.navigator.clipboard.write([new page.ClipboardItem({ [type]: made })]);
      return true;
    } catch {
      return false;
    }
  }

  /** The older way, for browsers without clipboard items. */
  private async writeText(text: string): Promise<boolean> {
    try {
      const { clipboard } = this.owner.defaultView?.navigator ?? {};
      await clipboard?.writeText(text);
      return clipboard !== undefined;
    } catch {
      return false;
    }
  }

  private say(text: string): void {
    this.show("status", text);
    this.timer = setTimeout(() => this.hide(), SAID_MS);
  }

  /** Show a text selected. */
  private offer(name: string, text: string): void {
    const field = element(this.owner, "input", { type: "text", readonly: "", "aria-label": say(name) });
    field.value = text;
    this.show(
      "dialog",
      closing(this.owner, () => this.close()),
      element(this.owner, "p", {}, say("This page may not copy. Press Ctrl+C (⌘C) to copy the text:")),
      field,
    );
    field.focus();
    field.select();
  }

  private show(role: "status" | "dialog", ...parts: (Node | string)[]): void {
    clearTimeout(this.timer);
    this.root.setAttribute("role", role);
    this.root.replaceChildren(...parts);
    this.root.hidden = false;
  }

  private hide(): void {
    clearTimeout(this.timer);
    this.root.hidden = true;
    this.root.replaceChildren();
  }

  private close(): void {
    this.hide();
    this.leave();
  }
}

function blobOf(type: string): (text: string | null) => Blob | null {
  return (text) => (text === null ? null : new Blob([text], { type }));
}
