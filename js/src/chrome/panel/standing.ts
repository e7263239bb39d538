// Where things stand, as a headline: an answer that is computed from the choices, the draft and the odds. The bar asks.

import { isFree } from "../../kernel/drafts";
import { capital, counted, say } from "../../kernel/language";
import type { Choice, Forecast } from "../../kernel/types.gen";
import type { Store } from "../../state/store";
import { labelParts } from "../bar/offers";
import type { Tone } from "../elements/headline";

/** The words of a headline, with the dim line below it. */
interface Standing {
  tone: Tone;
  words: string;
  dim: string;
  /** The clause that allows the chosen action. */
  clause?: string;
}

/** The most that the sum of all parts may lack of 1, as numbers are rounded. */
const ROUNDING = 1e-9;

const plain = (words: string, dim = ""): Standing => ({ tone: "plain", words, dim });

/** The present state for the player who chooses. */
export function standing(store: Store): Standing {
  const { choosing } = store;
  const { current, field } = choosing;
  const { forecasts, player } = current;
  const [only] = forecasts;
  if (only)
    return forecasts.length > 1 ? plain(say("Chance decides {0} times", forecasts.length)) : likely(only, player);
  const orders = ordersOf(store);
  if (orders) {
    const { noun, given, pieces } = orders;
    const done = noun === "order" ? "{0} of {1} written" : "{0} of {1} chosen";
    return plain(say(done, given.length, counted(pieces.length, noun)));
  }
  if (field) {
    const reached = field.costs.size - (field.costs.has(field.origin) ? 1 : 0);
    const who = capital(field.mover);
    if (reached === 0) return { tone: "no", words: say("{0} cannot move", who), dim: "" };
    return plain(say("{0} can reach {1}", who, counted(reached, spaceOf(store))), hint(store));
  }
  const chosen = choosing.blank ? undefined : choosing.options.filter((o) => o.chosen).pop();
  if (chosen) {
    const { word, detail } = labelParts(chosen.label);
    return { tone: choosing.complete ? "yes" : "plain", words: word, dim: detail, clause: chosen.clause };
  }
  return offered(store);
}

/** The odds in words: how likely it is that chance favours a player. */
function likely({ shares }: Forecast, player: string | null): Standing {
  const good = shares.filter(({ favours }) => favours !== null && favours === player);
  const [best] = [...(good.length > 0 ? good : shares)].sort((a, b) => b.part - a.part);
  if (!best) return plain("");
  const part = good.reduce((sum, share) => sum + share.part, 0);
  const cases = Math.round(100 * best.part);
  const dim = say("{0} in {1} of 100 cases", capital(best.label), cases);
  if (good.length === 0) return plain(say("Chance decides"), dim);
  const than = part > 0.505 ? "More likely than not" : part < 0.495 ? "Less likely than not" : "As likely as not";
  return plain(say(part > 1 - ROUNDING ? "It is certain" : than), dim);
}

/** The pieces of which a draft tells something each, such as their orders, and a noun for what it tells. */
export function ordersOf({ choosing }: Store): { noun: string; given: Choice[]; pieces: Choice[] } | null {
  const slots = Object.keys(choosing.draft).map((slot) => slot.split("/"));
  const pieces = choosing.options.filter((o) => o.kind === "piece");
  const given = pieces.filter(({ value }) => slots.some(([, of]) => of === value));
  const [noun = ""] = slots.find(([, of]) => of === given[0]?.value) ?? [];
  return given.length > 0 ? { noun, given, pieces } : null;
}

/** The choices, counted. */
function offered(store: Store): Standing {
  const { choosing, status } = store;
  const task = choosing.current.words.find(([kind]) => kind === "task")?.[1] ?? "";
  // After the end of a game the news is how it has ended.
  if (status.toAct.length === 0 && task && !choosing.complete) return plain(capital(task), status.stage.of);
  const free = choosing.options.filter((o) => isFree(o) && !o.chosen);
  const named = placed(free, store);
  if (named) return plain(say("{0} can be chosen", named), hint(store));
  if (free.length > 0) {
    const chance = free.every((o) => o.slot === "chance");
    return plain(chance ? say("{0} can come", counted(free.length, "result")) : counted(free.length, "choice"));
  }
  if (choosing.complete) return { tone: "yes", words: say("Ready"), dim: "" };
  if (status.toAct.length > 0 && !status.toAct.includes(choosing.current.player ?? ""))
    return plain(say("Waiting for {0}", status.toAct.map((player) => say(player)).join(` ${say("and")} `)));
  return plain(task || status.text);
}

/** The pieces and spaces among some choices, counted. */
function placed(free: Choice[], store: Store): string {
  const nouns = new Map<string, number>();
  for (const { kind, slot } of free) {
    if (kind !== "piece" && kind !== "space" && kind !== "mark") continue;
    const noun = kind !== "piece" ? spaceOf(store) : slot.length > 2 ? slot : "stack";
    nouns.set(noun, (nouns.get(noun) ?? 0) + 1);
  }
  return [...nouns].map(([noun, number]) => counted(number, noun)).join(` ${say("and")} `);
}

/** The wedges of the wheel that can be chosen, counted before any is. */
export function wedgesInWords({ choices, state }: Store): string {
  const wedges = choices.root.options.filter((o) => o.slot === state.wheel?.slot);
  const near = wedges.filter(isFree);
  return say("{0} of {1} can be chosen", near.length, counted(wedges.length, "wedge"));
}

/** The name for a space of this map. */
function spaceOf({ map }: Store): string {
  return "pointy" in map ? "hex" : map.mat ? "card" : "space";
}

function hint(store: Store): string {
  return say(`Point at or tap a ${spaceOf(store)} to read what can be done there`);
}
