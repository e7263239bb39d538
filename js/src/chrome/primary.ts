// The words of the primary action: what it does, or while nothing can be confirmed, what is missing.

import type { Store } from "../state/store";
import { promptParts } from "./prompt";
import { capital } from "./words";

/** Longer words are not written on the button. */
const LONGEST = 26;

/** The words of the primary action, and whether it can be taken. */
export interface Primary {
  words: string;
  ready: boolean;
}

/** The primary action as it stands. */
export function primary(store: Store): Primary {
  const { choosing, editing, proposal, requests, status } = store;
  if (requests.line === "lost") return { words: "The kernel is gone", ready: false };
  if (editing.on) return { words: "Done", ready: true };
  if (proposal.remedy) return { words: proposal.remedy.first ? "Do this first" : "Do this instead", ready: true };
  if (status.recorded) return { words: "A recording", ready: false };
  return choosing.complete ? { words: done(store), ready: true } : { words: missing(store), ready: false };
}

/** The words for confirming the draft. */
function done({ choosing, map }: Store): string {
  const { destination, field, options } = choosing;
  if (options.some((o) => o.slot === "chance")) return options.some((o) => o.chosen) ? "Set it so" : "Roll";
  const asked = /(?:^|[.:;?] )([^.:;?]+)\?/.exec(choosing.current.prompt.replace(/ ?Confirm\?$/, ""))?.[1] ?? "";
  const question = cut(asked);
  if (question) return question;
  if (field?.completes && destination >= 0) {
    return destination === field.origin ? `Stay on ${map.label(destination)}` : `Go to ${map.label(destination)}`;
  }
  const chosen = options.filter((o) => o.chosen && (o.kind === "button" || o.kind === "space")).pop();
  const doing = chosen?.label.replace(/^\d+: /, "").replace(/( \(|, ).*$/, "") ?? "";
  const task = taskOf(choosing.current.prompt);
  return cut(doing) || (/^choose/i.test(task) ? "" : cut(task)) || "Confirm";
}

function taskOf(prompt: string): string {
  return promptParts(prompt).find(([kind]) => kind === "task")?.[1] ?? "";
}

/** Words that fit on the button: what is too long is cut before the place that it names; empty if it is too long even so. */
function cut(words: string): string {
  const short = words.length <= LONGEST ? words : words.replace(/ (?:on|into|from|for|to|with|by) .*$/, "");
  return short.length <= LONGEST ? capital(short) : "";
}

/** The words for what is missing before the draft can be confirmed. */
function missing({ choosing, looking, status, map }: Store): string {
  const { current, field, options } = choosing;
  if (current.action !== null && current.verdict.status === "illegal") return "Barred: see why";
  if (current.player === null && options.length === 0)
    return status.toAct.length > 0 ? "Please wait" : "The game is over";
  const task = taskOf(current.prompt);
  const [asked = ""] = /^choose (?:an? |the |whom |units )?\w+/i.exec(task) ?? [];
  if (!field && asked) return capital(asked);
  if (field?.costs.has(looking.focus) && looking.focus !== field.origin)
    return `${looking.byKeyboard ? "Enter" : "Click"} to choose ${map.label(looking.focus)}`;
  if (field) return `Choose ${"pointy" in map ? "a hex" : "a space"}`;
  if (options.length === 0) return status.toAct.length > 0 ? "Please wait" : "The game is over";
  const [words = ""] = task.split(/,| (?:from|to|of|for|on which) /);
  return cut(words) || "Choose one";
}
