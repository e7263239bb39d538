// The words of the primary action: what it does, or while nothing can be confirmed, what is missing. A recording steps on.

import type { Store } from "../state/store";

/** The words of the primary action, and whether it can be taken. */
interface Primary {
  /** Empty if there is nothing to do: a recording of one position. */
  words: string;
  ready: boolean;
}

/** The primary action as it stands. */
export function primary(store: Store): Primary {
  const { choosing, editing, proposal, requests, status } = store;
  if (status.recorded) return { words: choosing.current.deed, ready: true };
  if (requests.line === "lost") return { words: requests.words.gone, ready: false };
  if (requests.busy && requests.line !== "open") return { words: "Sent: it waits", ready: false };
  if (editing.on) return { words: "Done", ready: true };
  if (proposal.remedy) return { words: proposal.remedy.first ? "Do this first" : "Do this instead", ready: true };
  return choosing.complete ? { words: done(store), ready: true } : { words: missing(store), ready: false };
}

/** The words for confirming the draft. */
function done({ choosing, map }: Store): string {
  const { current, destination, field } = choosing;
  if (current.deed || !field?.completes || destination < 0) return current.deed || "Confirm";
  return `${destination === field.origin ? "Stay on" : "Go to"} ${map.label(destination)}`;
}

/** The words for what is missing before the draft can be confirmed. */
function missing({ choosing, looking, status, map }: Store): string {
  const { current, field, options } = choosing;
  if (current.verdict.status === "illegal") return "Barred: see why";
  if (field?.costs.has(looking.focus) && looking.focus !== field.origin)
    return `${looking.byKeyboard ? "Enter" : "Click"} to choose ${map.label(looking.focus)}`;
  if (field) return `Choose ${"pointy" in map ? "a hex" : "a space"}`;
  if (options.length > 0) return current.deed || "Choose one";
  if (status.toAct.length === 0) return "The game is over";
  return status.seenBy === "" ? "You look on" : "Please wait";
}
