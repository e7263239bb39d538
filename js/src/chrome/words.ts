// What the board says in words: for the panel and for the ear alike.

import type { Store } from "../store";

/** A hex in words: its number, ground, and what stands there. */
export function hexInWords(store: Store, index: number): { name: string; ground: string; things: string[] } {
  const { map, scene, state } = store;
  const name = map.name(index);
  const [column, row] = map.columnRow(index);
  const ground = scene.grounds[map.cells[row * map.columns + column] ?? -1]?.label ?? "";
  const things = [...state.pieces, ...state.tokens].filter((thing) => thing.space === name).map((thing) => thing.label);
  return { name, ground, things };
}

/** What choosing a hex would mean now, in a few words. */
export function offerInWords(store: Store, index: number): string {
  const { field, map } = store;
  const cost = field?.costs.get(index);
  if (field && cost !== undefined) {
    const left = field.budget - cost;
    const points = `${cost} point${cost === 1 ? "" : "s"}, ${left} left`;
    if (index === store.destination) return `chosen (${points}); choose again to confirm`;
    return index === field.origin ? `stay here (${points})` : `can be reached (${points})`;
  }
  const barred = field?.barred.get(index);
  if (barred) return `barred: ${barred.map((b) => `${b.clause} ${b.title}`).join("; ")}`;
  if (field) return "cannot be reached";
  const option = store.options.find((o) => o.space === map.name(index));
  if (!option) return "";
  return option.findings.length
    ? `barred: ${option.findings.map((f) => `${f.clause} ${f.title}`).join("; ")}`
    : option.label;
}

/** One sentence for a screen reader. */
export function announcement(store: Store, index: number): string {
  const { name, ground, things } = hexInWords(store, index);
  return [`${name}, ${ground}`, things.join(", "), offerInWords(store, index)].filter(Boolean).join(". ");
}
