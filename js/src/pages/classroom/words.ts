// Parts that the pages of a class share: a question over the page, and a link to be copied.

import { button, element } from "../../chrome/elements/dom";
import { say } from "../table/spoken";

const owned = document;
const SAID_MS = 2_000;

/** Ask a question over the page; true if the answer is yes. */
export function asked(question: string, yes: string, look = "main"): Promise<boolean> {
  return over(question, (close) => [
    button(owned, { class: look }, () => close("yes"), yes),
    button(owned, { autofocus: "" }, () => close(""), say("Leave it as it is")),
  ]).then((answer) => answer === "yes");
}

/** Show a link over the page, to be copied.
 * @param done - the words of the main button; empty: to copy is what the dialog is for
 * @param below - what stands below the buttons */
export async function showLink(words: string, link: string, done = "", ...below: HTMLElement[]): Promise<void> {
  const main: Record<string, string> = { class: "main", autofocus: "" };
  const input = element(owned, "input", { readonly: "", value: link, "aria-label": say("Link") });
  input.onfocus = () => input.select();
  const copy: HTMLButtonElement = button(owned, done ? {} : main, () => void copied(input, copy), say("Copy"));
  const controls = (close: (answer: string) => void) => [
    input,
    copy,
    button(owned, done ? main : {}, () => close(""), done || say("Close")),
  ];
  await over(words, controls, below);
}

/** Open a dialog with some words and controls, and wait for its answer. */
function over(
  words: string,
  controls: (close: (answer: string) => void) => HTMLElement[],
  below: HTMLElement[] = [],
): Promise<string> {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const dialog = element(owned, "dialog", { "aria-labelledby": "question" });
    const made = controls((answer) => dialog.close(answer));
    dialog.append(
      element(owned, "p", { id: "question" }, words),
      element(owned, "p", { class: "choices" }, ...made),
      ...below,
    );
    dialog.onclose = () => {
      dialog.remove();
      (before as HTMLElement | null)?.focus?.();
      resolve(dialog.returnValue);
    };
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Copy a text. A page without TLS on another machine has no clipboard but that of a selected text. */
async function copied(input: HTMLInputElement, at: HTMLElement): Promise<void> {
  let done = true;
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    input.focus();
    input.select();
    done = document.execCommand("copy");
  }
  at.textContent = done ? say("Copied") : say("Press Ctrl+C");
  setTimeout(() => (at.textContent = say("Copy")), SAID_MS);
}
