// The words of the primary action: what it does, or while nothing can be confirmed, what is missing. A recording steps on.

import { say } from "../../kernel/language";
import type { Store } from "../../state/store";

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
  if (requests.line === "lost") return { words: say(requests.words.gone), ready: false };
  if (requests.busy && requests.line !== "open") return { words: say("Sent: it waits"), ready: false };
  if (editing.on) return { words: say("Done"), ready: true };
  if (proposal.remedy) return { words: say(proposal.remedy.first ? "Do this first" : "Do this instead"), ready: true };
  if (choosing.complete && store.entered >= 0)
    return { words: say("Enter to choose {0}", store.map.label(store.entered)), ready: false };
  return choosing.complete ? { words: done(store), ready: true } : { words: missing(store), ready: false };
}

/** The words for confirming the draft. */
function done({ choosing, map }: Store): string {
  const { current, destination, field } = choosing;
  if (current.deed || !field?.completes || destination < 0) return current.deed || say("Confirm");
  return say(destination === field.origin ? "Stay on {0}" : "Go to {0}", map.label(destination));
}

/** The words for what is missing before the draft can be confirmed; empty after the end of the game. */
function missing({ choosing, looking, status, map }: Store): string {
  const { current, field, options } = choosing;
  if (current.verdict.status === "illegal") return say("Barred: see why");
  if (field?.costs.has(looking.focus) && looking.focus !== field.origin)
    return say(looking.arrived ? "Enter to choose {0}" : "Click to choose {0}", map.label(looking.focus));
  if (field) return say("pointy" in map ? "Choose a hex" : "Choose a space");
  if (options.some(({ slot }) => slot !== "hindsight")) return current.deed || say("Choose one");
  if (status.toAct.length === 0) return "";
  return say(status.seenBy === "" ? "You look on" : "Please wait");
}
