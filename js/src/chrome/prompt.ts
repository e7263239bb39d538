// The prompt of the action bar: one sentence for the ear, for the eye a bold line with the task and a dim line about it.

import { element } from "./dom";

/** A part of a sentence: seen in bold, seen dim, or heard only. */
export type Part = [kind: "task" | "about" | "unseen", text: string];

/** A sentence that asks for something. */
const ASKS = /\b(choose|draw|seal|lay|take|fight|attack|assign|pass|move|confirm)\b|\?$/i;

/**
 * The parts of a prompt, in the order in which it is read aloud. Together they are the prompt.
 *
 * @param players the names that are not shown again before a task, as the head says whose turn it is
 */
export function promptParts(prompt: string, players: readonly string[] = []): Part[] {
  const [, text = "", confirm = ""] = /^(.*?)( ?Confirm\?)?$/s.exec(prompt) ?? [];
  const [, about, rest = text] = /^([^:.?]{1,70}): (.+)$/s.exec(text) ?? [];
  const parts: Part[] = [];
  const named = players.some((name) => name.toLowerCase() === about?.toLowerCase());
  if (about !== undefined) parts.push([named ? "unseen" : "about", about], ["unseen", ": "]);
  const sentences = rest.match(/.+?[.?!](?= |$)|.+$/gs) ?? [rest];
  const asking = sentences.map((sentence) => ASKS.test(sentence.trim())).lastIndexOf(true);
  sentences.forEach((sentence, n) => {
    const task = n === Math.max(0, asking);
    // Odds are seen in the panel.
    const about = / %/.test(sentence) ? "unseen" : "about";
    const [, gap = "", words = "", aside = "", stop = ""] = /^(\s*)(.*?)( \([^()]*\))?(\.?)$/s.exec(sentence) ?? [];
    if (gap) parts.push(["unseen", gap]);
    parts.push([task ? "task" : about, words]);
    if (aside) parts.push(["unseen", " ("], ["about", aside.slice(2, -1)], ["unseen", ")"]);
    if (stop) parts.push(["unseen", stop]);
  });
  if (confirm) parts.push(["unseen", confirm]);
  return parts.filter(([, words]) => words);
}

/** Show a prompt in its element. */
export function showPrompt(owner: Document, root: HTMLElement, prompt: string, players: readonly string[]): void {
  if (root.dataset.shown === prompt) return;
  root.dataset.shown = root.title = prompt;
  root.replaceChildren(
    ...promptParts(prompt, players).map(([kind, words]) =>
      element(owner, "span", { class: `hexwidget-${kind}` }, words),
    ),
  );
}
