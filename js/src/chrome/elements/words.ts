// The board in words, for the panel and for screen readers.

import { placesOn } from "../../draw/marks/places";
import { HexMap } from "../../geometry/hexmap";
import { counted, say } from "../../kernel/language";
import type { CitedFinding, Piece } from "../../kernel/types.gen";
import type { Field } from "../../state/reach-field";
import type { Store } from "../../state/store";
import { element } from "./dom";

/** A hex in words: its name, its ground with the places there, and the things on it; `whole`: pieces with their figures. */
export function hexInWords(
  store: Store,
  index: number,
  whole = true,
): { name: string; ground: string; things: string[] } {
  const { map, scene, state } = store;
  const name = map.name(index);
  const under = map.under(index);
  const land = under >= 0 ? map.label(under) : (scene.grounds[map.ground(index)]?.label ?? "");
  const ground = [land, ...placesOn(scene, name), ...sidesOn(store, index)].join(", ");
  const things = state.pieces
    .filter((piece) => piece.space === name)
    .map((piece) => (whole ? pieceInWords(piece) : piece.label));
  things.push(...state.tokens.filter((token) => token.space === name).map((token) => token.label));
  things.push(...state.cards.filter((card) => card.space === name).flatMap((card) => card.details));
  things.push(...state.notes.filter((note) => note.space === name).map((note) => say("note: {0}", note.text)));
  return { name: map.label(index), ground, things };
}

/** The rivers and other kinds of sides of a hex, in words: "river to the east, southeast". */
function sidesOn({ map, scene }: Store, index: number): string[] {
  if (!(map instanceof HexMap)) return [];
  return map.sidesOf(index).map(([kind, sides]) => {
    const called = scene.borders.find(({ key }) => key === kind)?.label ?? kind;
    return say("{0} to the {1}", called, sides.map((side) => say(side)).join(", "));
  });
}

/** A piece with its figures in words. */
function pieceInWords({ label, figures }: Piece): string {
  const said = figures.map(([, text, meaning]) => `${meaning} ${text}`).join(", ");
  return said ? `${label} (${said})` : label;
}

/** The meaning of choosing a hex now, in a few words. */
export function offerInWords(store: Store, index: number): string {
  const { map, choosing } = store;
  const { field } = choosing;
  if (field?.costs.has(index)) return reachedInWords(store, field, index);
  if (field && index === field.origin)
    return choosing.endsAt(index) ? say("{0}; Enter confirms", field.stayLabel) : field.stayLabel;
  if (field) return barredBy(field.barred.get(index) ?? []) || say("cannot be reached");
  const option = choosing.options.find((o) => o.space === map.name(index));
  return option ? barredBy(option.findings) || option.label : "";
}

function reachedInWords({ choosing, status }: Store, field: Field, index: number): string {
  const cost = field.costs.get(index) ?? 0;
  const points = field.numbers ? ` (${say("{0}, {1} left", priced(field, cost), field.left(index))})` : "";
  if (index === choosing.destination)
    return say("chosen") + points + (status.recorded ? "" : say("; choose again to confirm"));
  return (index === field.origin ? field.stayLabel : say("can be reached")) + points;
}

/** The clauses that bar something; empty if no clause does. */
function barredBy(clauses: readonly Pick<CitedFinding, "clause" | "title">[]): string {
  return clauses.length > 0 ? `${say("barred")}: ${clauses.map((c) => `${c.clause} ${c.title}`).join("; ")}` : "";
}

/** One sentence for a screen reader. */
export function announcement(store: Store, index: number): string {
  const { name, ground, things } = hexInWords(store, index, false);
  return [`${name}, ${ground}`, things.join(", "), offerInWords(store, index)].filter(Boolean).join(". ");
}

/** All findings of an explanation, for a screen reader. */
export function reasons(store: Store, index: number): string {
  const verdict = store.explanations.of(index);
  if (!verdict || verdict.findings.length === 0) return "";
  const said = verdict.findings.map((f) => `${f.clause}, ${f.text}${f.remedy ? `; ${f.remedy.text}` : ""}`);
  if (verdict.nearest) said.push(verdict.nearest.text);
  return `${store.map.label(index)}: ${said.join(". ")}.`;
}

/** The distance of a hex from the one that is measured from. */
export function distanceInWords(store: Store, index: number): string {
  const { map } = store;
  const { ruler } = store.looking;
  if (ruler < 0) return "";
  if (index === ruler) return say("Measured from here");
  const steps = map.line(ruler, index).length - 1;
  return steps < 0 ? say("no way there") : say("{0} from {1}", counted(steps, "step"), map.label(ruler));
}

/** A cost with its unit: "2 movement points", or in short "2 points". */
export function priced({ unit }: Pick<Field, "unit">, cost: number, short = false): string {
  const words = unit[cost === 1 ? 0 : 1];
  return `${cost} ${short ? words.split(" ").pop() : words}`;
}

/** The paragraphs of a text. Blank lines part them, as its author wrote them. */
export function paragraphs(owner: Document, text: string): HTMLElement[] {
  const parts = text.split(/\n\s*\n/).filter((part) => part.trim());
  return parts.map((part) => element(owner, "p", {}, part.trim()));
}
