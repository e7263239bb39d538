// Where things stand, as a headline: an answer that is computed from the choices, the draft and the odds. The bar asks.

import { isFree } from "../kernel/drafts";
import type { Choice, Forecast } from "../kernel/types.gen";
import type { Store } from "../state/store";
import type { Tone } from "./headline";
import { labelParts } from "./offers";
import { capital, counted } from "./words";

/** The words of a headline, with the dim line below it. */
interface Standing {
  tone: Tone;
  words: string;
  dim: string;
  /** The clause that allows the chosen action. */
  clause?: string;
}

const plain = (words: string, dim = ""): Standing => ({ tone: "plain", words, dim });

/** Where things stand for the player who chooses. */
export function standing(store: Store): Standing {
  const { choosing } = store;
  const { current, field } = choosing;
  const { forecasts, player } = current;
  const [only] = forecasts;
  if (only) return forecasts.length > 1 ? plain(`Chance decides ${forecasts.length} times`) : likely(only, player);
  const orders = ordersOf(store);
  if (orders) {
    const { noun, given, pieces } = orders;
    const done = noun === "order" ? "written" : "chosen";
    return plain(`${given.length} of ${counted(pieces.length, noun)} ${done}`);
  }
  if (field) {
    const reached = field.costs.size - (field.costs.has(field.origin) ? 1 : 0);
    const who = capital(field.mover);
    if (reached === 0) return { tone: "no", words: `${who} cannot move`, dim: "" };
    return plain(`${who} can reach ${counted(reached, spaceOf(store))}`, hint(store));
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
  const dim = `${capital(best.label)} in ${cases} of 100 cases`;
  if (good.length === 0) return plain("Chance decides", dim);
  const than = part > 0.505 ? "More likely than" : part < 0.495 ? "Less likely than" : "As likely as";
  return plain(part > 0.999 ? "It is certain" : `${than} not`, dim);
}

/** The pieces of which a draft tells something each, such as their orders, and a noun for what it tells. */
export function ordersOf({ choosing }: Store): { noun: string; given: Choice[]; pieces: Choice[] } | null {
  const slots = Object.keys(choosing.draft).map((slot) => slot.split("/"));
  const pieces = choosing.options.filter((o) => o.kind === "piece");
  const given = pieces.filter(({ value }) => slots.some(([, of]) => of === value));
  const [noun = ""] = slots.find(([, of]) => of === given[0]?.value) ?? [];
  return given.length > 0 ? { noun, given, pieces } : null;
}

/** What can be chosen, counted. */
function offered(store: Store): Standing {
  const { choosing, status } = store;
  const free = choosing.options.filter((o) => isFree(o) && !o.chosen);
  const named = placed(free, store);
  if (named) return plain(`${named} can be chosen`, hint(store));
  if (free.length > 0) {
    const chance = free.every((o) => o.slot === "chance");
    return plain(chance ? `${counted(free.length, "result")} can come` : counted(free.length, "choice"));
  }
  if (choosing.complete) return { tone: "yes", words: "Ready", dim: "" };
  if (status.toAct.length > 0 && !status.toAct.includes(choosing.current.player ?? ""))
    return plain(`Waiting for ${status.toAct.join(" and ")}`);
  return plain(choosing.current.words.find(([kind]) => kind === "task")?.[1] ?? "");
}

/** The pieces and spaces among some choices, counted. */
function placed(free: Choice[], store: Store): string {
  const nouns = new Map<string, number>();
  for (const { kind, slot } of free) {
    if (kind !== "piece" && kind !== "space" && kind !== "mark") continue;
    const noun = kind !== "piece" ? spaceOf(store) : slot.length > 2 ? slot : "stack";
    nouns.set(noun, (nouns.get(noun) ?? 0) + 1);
  }
  return [...nouns].map(([noun, number]) => counted(number, noun)).join(" and ");
}

/** The wedges of the wheel that can be chosen, counted before any is. */
export function wedgesInWords({ choices, state }: Store): string {
  const wedges = choices.root.options.filter((o) => o.slot === state.wheel?.slot);
  const near = wedges.filter(isFree);
  return `${near.length} of ${counted(wedges.length, "wedge")} can be chosen`;
}

/** The name for a space of this map. */
function spaceOf({ map }: Store): string {
  return "pointy" in map ? "hex" : map.mat ? "card" : "space";
}

function hint(store: Store): string {
  return `Point at a ${spaceOf(store)} to read what can be done there`;
}
