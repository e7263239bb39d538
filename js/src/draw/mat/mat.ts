// The list of a mat: its table and its cards, and what comes in front as the pointer moves.

import type { Laid } from "../../geometry/mat/layout";
import type { MatMap } from "../../geometry/mat/mat";
import { UNIT } from "../../geometry/mat/measures";
import type { Point } from "../../geometry/spaces";
import type { Group, Item, List } from "../display-list";
import type { Decision, Gaze, Sight } from "../observer-view";
import { lettersOf } from "../pieces/glyph";
import { rounded } from "../shapes";
import { boxed, ring } from "./card-shapes";
import { type CardLook, cardItems } from "./cards";
import { offersOf } from "./offers";
import { inUnits } from "./units";
import { groupItems, tallyItems, zoneItems } from "./zones";

type MatSight = Sight & { readonly map: MatMap };

/**
 * A mat with its cards.
 *
 * @param decision what is being chosen: chosen cards are raised and ringed, zones that take them are lit, barred cards are pale
 * @param background false leaves the stage out
 */
export function matList(sight: MatSight, decision: Decision | null = null, background = true): List {
  const { map } = sight;
  const { layout, contents } = map;
  const look = lookOf(sight);
  const offers = offersOf(decision);
  const items: Item[] = background ? [{ d: rounded(0, 0, layout.width, layout.height, 0), fill: "stage" }] : [];
  items.push(...groupItems(layout, sight.palette));
  for (const zone of layout.zones) items.push(...zoneItems(zone, contents, look, offers.get(zone.zone.name)));
  items.push(...tallyItems(layout, look));
  for (const laid of layout.cards)
    items.push(cardGroup(map, laid, cardItems(laid, look, offers.get(map.name(laid.space)))));
  return inUnits(items);
}

/** The card that is pointed at, in front of those that cover it, with its ring. */
export function matFront(sight: MatSight, decision: Decision | null, gaze: Gaze): List {
  const { map } = sight;
  const look = lookOf(sight);
  const offers = offersOf(decision);
  const found: Item[] = [];
  for (const index of new Set([gaze.focus, gaze.pinned, ...gaze.marked])) {
    if (index < 0) continue;
    const width = index === gaze.focus && gaze.byKeyboard ? 4 : 2.2;
    const cards = map.cardsOf(index);
    for (const laid of cards) {
      const drawn = cardItems({ ...laid, seen: laid.w, hidden: 0 }, look, offers.get(map.name(index)));
      found.push(cardGroup(map, laid, [...drawn, ...focusRing(boxed(laid, 9, 3), width)]));
    }
    if (cards.length > 0) continue;
    const { x, y, w, h } = map.box(index);
    found.push(...focusRing(rounded(x, y, w, h, 9), width));
  }
  return inUnits(found);
}

/** A card under way with the pointer, at a point of the map. */
export function matCarried(sight: MatSight, index: number, at: Point): List {
  const { map } = sight;
  const laid = map.cardsOf(index)[0];
  if (!laid) return [];
  const items = cardItems({ ...laid, seen: laid.w, hidden: 0, raised: true }, lookOf(sight));
  return inUnits([{ items, x: at.x * UNIT, y: at.y * UNIT, a: 0.92, id: `carried ${map.name(index)}` }]);
}

/** The ring of the keyboard's focus is of three lines; that of the pointer is thin. */
function focusRing(d: string, width: number): Item[] {
  const items = ring(d, "lit", width);
  return width > 3 ? [...items, { d, stroke: "act", w: width * 0.45 }] : items;
}

function cardGroup(map: MatMap, { space, x, y, turn }: Laid, items: Item[]): Group {
  return { items, x, y, turn, id: `card ${map.name(space)}` };
}

function lookOf({ palette, scene, state, letters }: Sight): CardLook {
  const drawn = letters ? lettersOf(state.cards.map(({ symbol, title }) => ({ symbol, kind: title }))) : undefined;
  return { palette, players: scene.players, ...(drawn ? { letters: drawn } : {}) };
}
