// The table below the cards: zones and columns with their labels, piles with their numbers, tallies. Lengths are pixels at the
// usual scale.

import type { Contents } from "../../geometry/mat/contents";
import type { LaidZone, Layout } from "../../geometry/mat/layout";
import { fitted } from "../../geometry/mat/letters";
import { BACK, type Rect, STRIP } from "../../geometry/mat/measures";
import { mix } from "../colours";
import type { Group, Item } from "../display-list";
import { type Palette, sideOf } from "../palette";
import { plate } from "../pieces/plate";
import { rounded } from "../shapes";
import { boxed, ring } from "./card-shapes";
import { back, type CardLook } from "./cards";
import { NO_OFFER, type Offer } from "./offers";

const round = ({ x, y, w, h }: Rect, r: number, grown = 0): string =>
  rounded(x - grown, y - grown, w + 2 * grown, h + 2 * grown, r);

/** The columns, with their labels. */
export function groupItems({ groups }: Layout, palette: Palette): Item[] {
  return groups.flatMap(({ label, box }): Item[] => [
    { d: round(box, 10), fill: palette.cards.front },
    { ...fitted(label, box.w - 16, 12, 9), x: box.x + 12, y: box.y + 12, weight: 700, fill: "ink", align: "left" },
  ]);
}

/** A zone: its ground, lit if what is chosen can go there, and its label. */
export function zoneItems(laid: LaidZone, contents: Contents, look: CardLook, offer: Offer = NO_OFFER): Item[] {
  const { box, label } = laid;
  const found: Item[] = [];
  if (laid.look === "pile") found.push(...pileItems(laid, contents, look));
  else if (laid.look !== "hand") found.push(ground(laid, look.palette));
  if (offer.aim || offer.chosen) found.push(...lit(box, offer, look.palette));
  if (label) found.push({ ...label, size: 11, weight: laid.look === "row" ? 600 : 500, fill: "dim" });
  return found;
}

/** The ground of a zone. In a column nobody's lanes and every second of the others are darker. */
function ground({ box, look, zone }: LaidZone, palette: Palette): Item {
  if (look === "row") return { d: round(box, 10), fill: palette.cards.felt };
  return { d: round(box, 8, -1), fill: "shadow", a: zone.owner === null ? (palette.dark ? 0.22 : 0.07) : 0 };
}

function lit(box: Rect, { chosen }: Offer, palette: Palette): Item[] {
  const d = round(box, 10);
  return [{ d, fill: "lit", a: palette.dark ? 0.08 : 0.5 }, ...ring(d, "lit", chosen ? 3.8 : 2.8)];
}

/** A pile: a back or two, or an empty place; the number of its cards and its label beside it. */
function pileItems(laid: LaidZone, contents: Contents, look: CardLook): Item[] {
  const card = contents.pile(laid);
  const { x, y, w, h } = laid.box;
  const [cx, cy] = [x + BACK.w / 2 + 5, y + h / 2];
  const found: Item[] = [];
  if (card && card.count > 0) {
    if (card.count > 1) found.push(placed(back(BACK, card, look), cx + 3, cy - 2));
    found.push(placed(back(BACK, card, look), cx, cy));
  } else found.push(placed([{ d: boxed(BACK, 5), stroke: "dim", w: 1.2, dash: [4, 4], a: 0.7 }], cx, cy));
  const left = cx + BACK.w / 2 + 6;
  const label = fitted(laid.zone.label, x + w - left, 11, 9.5);
  found.push(
    { text: String(card?.count ?? 0), x: left, y: cy - 8, size: 16, weight: 800, fill: "ink", align: "left" },
    { ...label, x: left, y: cy + 9, weight: 500, fill: "dim", align: "left" },
  );
  return found;
}

const placed = (items: Item[], x: number, y: number): Group => ({ items, x, y });

/** The numbers that players have, each on its player's plate. */
export function tallyItems({ tallies }: Layout, { palette, players }: CardLook): Item[] {
  return tallies.flatMap(({ tally, x, y }): Item[] => {
    const player = players[tally.owner];
    const [face, ink, wall] = sideOf(palette, player?.hue);
    const text = String(tally.value);
    const size = text.length > 2 ? 13 : 17;
    return [
      { d: plate(player?.shape ?? "square", x, y, 17), fill: mix(wall, face, 0.3), at: [0, 2, 1] },
      { d: plate(player?.shape ?? "square", x, y, 17), fill: face, stroke: wall, w: 2 },
      { text, x, y, size, weight: 800, fill: ink },
      { ...fitted(tally.label, STRIP.tally - 52, 12, 9), x: x + 25, y, weight: 500, fill: "dim", align: "left" },
    ];
  });
}
