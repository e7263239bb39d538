// The door of a class or a table, as its owner shows it: the address, the code, and those who have come in.

import { button, element } from "../../chrome/elements/dom";
import { withCode } from "./joining";
import { language, say } from "./spoken";
import type { ClassState } from "./types.gen";

/** The code, the address as the server knows it, and how to let others than this machine open it. */
type Way = Pick<ClassState, "code" | "base" | "remedy">;
const owned = document;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The address of the pages for others. One of this machine alone is of no use to them, if the server knows another one. */
export function publicAddress(base: string): string {
  const here = new URL(".", location.href);
  return LOOPBACK.test(here.hostname) && base ? `${base}/` : here.href;
}

/** A QR code, once its picture has come, with the words below it. */
export function camera(image: HTMLImageElement, words: string): HTMLElement {
  return element(owned, "figure", { class: "camera" }, image, element(owned, "figcaption", {}, words));
}

export class EntrancePanel {
  readonly root = element(owned, "section", { class: "entrance", "aria-label": say("Door"), lang: language() });
  private readonly ways = element(owned, "div", { class: "ways" });
  /** The QR code of the way in. */
  readonly image = element(owned, "img", {});
  private readonly who = element(owned, "p", { class: "came", role: "status" });
  private readonly buttons = element(owned, "p", { class: "choices buttons" });
  private shown = "";
  /** The address of that code. */
  pictured = "";

  /** @param draw - asks for the QR code of an address
   * @param turn - opens the door, or closes it
   * @param beside - the other buttons: what comes after all have come in first
   * @param isByName - True where people log in with a hub, and need no code */
  constructor(
    private readonly draw: (address: string) => void,
    private readonly turn: (isOpen: boolean) => void,
    private readonly beside: HTMLElement[],
    private readonly isByName = false,
  ) {
    this.root.append(this.ways, this.who, this.buttons);
  }

  /** Show the ways in, and who has come. The keyboard stays where it is. */
  show({ code, base, remedy }: Way, names: string[]): void {
    const came = cameIn(names);
    if (this.who.textContent !== came) this.who.textContent = came;
    const shown = JSON.stringify([code, base, remedy]);
    if (shown === this.shown) return;
    this.shown = shown;
    const address = publicAddress(base);
    const isOpen = !!code || this.isByName;
    this.ways.replaceChildren(...(isOpen ? this.open(code, address, remedy) : [this.closed()]));
    const focused =
      owned.activeElement?.parentElement === this.buttons && !this.beside.includes(owned.activeElement as HTMLElement);
    const words = code ? say("Close the door") : say("Open the door");
    const turn = button(owned, { class: code ? "" : "main" }, () => this.turn(!code), words);
    this.buttons.replaceChildren(...this.beside, ...(this.isByName ? [] : [turn]));
    if (focused) turn.focus();
  }

  private closed(): HTMLElement {
    const words = say("The door is closed: nobody new comes in. Who is in already comes back as before.");
    return element(owned, "p", {}, words);
  }

  private open(code: string, address: string, remedy: string): HTMLElement[] {
    const target = code ? address + withCode(code) : address;
    if (this.pictured !== target) this.draw(target);
    this.pictured = target;
    this.image.alt = say("QR code of {0}", target);
    const line = (words: string, kind: string, value: string) =>
      element(owned, "p", {}, element(owned, "span", {}, words), element(owned, "strong", { class: kind }, value));
    const typed = address.replace(/^http:\/\//, "").replace(/\/$/, "");
    const words = element(
      owned,
      "div",
      {},
      line(say("Open in a browser"), "address", typed),
      ...(code ? [line(say("and type the code"), "code", code)] : [element(owned, "p", {}, say("and log in."))]),
    );
    const only = LOOPBACK.test(new URL(address).hostname)
      ? [
          element(
            owned,
            "p",
            { class: "error" },
            say("Only this machine can open this address. For all in the room: {0}.", remedy),
          ),
        ]
      : [];
    words.append(...only);
    return [words, camera(this.image, say("or point a phone’s camera here"))];
  }
}

function cameIn(names: string[]): string {
  if (names.length === 0) return say("Nobody has come in yet. The names stand here.");
  const all = names.join(", ");
  return names.length === 1 ? say("1 has come in: {1}.", 1, all) : say("{0} have come in: {1}.", names.length, all);
}
