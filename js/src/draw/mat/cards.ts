// Cards: lying on the table, standing in the own hand, small in another player's, or with their backs up. Each is drawn about
// its middle. Lengths are pixels at the usual scale.

import type { Laid } from "../../geometry/mat/layout";
import { fitted, widthOf } from "../../geometry/mat/letters";
import type { Card, Player } from "../../kernel/types.gen";
import { mix } from "../colours";
import type { Item } from "../display-list";
import { type Palette, type Side, sideOf } from "../palette";
import { type Letters, NO_LETTERS } from "../pieces/glyph";
import { pill } from "../pieces/pill";
import { plate } from "../pieces/plate";
import { circle, f, pt, rounded } from "../shapes";
import { boxed, drawing, figure, gem, padlock, ring, shadow } from "./card-shapes";
import { NO_OFFER, type Offer } from "./offers";

export interface CardLook {
  palette: Palette;
  players: readonly Player[];
  letters?: Letters;
}

/** A card in its look. */
export function cardItems(laid: Laid, look: CardLook, offer: Offer = NO_OFFER): Item[] {
  const { card } = laid;
  if (!card) return emptySlot(laid);
  const drawn = laid.look === "back" || !card.face ? back(laid, card, look) : faces[laid.look](laid, card, look, offer);
  return [...drawn, ...marks(laid, offer)];
}

type Draw = (laid: Laid, card: Card, look: CardLook, offer: Offer) => Item[];

function emptySlot(laid: Laid): Item[] {
  return [{ d: boxed(laid, 8), stroke: "dim", w: 1.2, dash: [4, 4], a: 0.7 }];
}

/** The ring of a chosen card or possible target, and the number that is chosen for it. */
function marks(laid: Laid, { chosen, aim, number }: Offer): Item[] {
  const round = laid.look === "standing" ? 10 : 8;
  const found: Item[] = [];
  if (chosen) found.push(...ring(boxed(laid, round, 2), aim ? "act" : "lit", 3.6));
  else if (aim) found.push(...ring(boxed(laid, round, 2), "lit", 2.4));
  if (number > 0) found.push(...badge(number, laid.w / 2 - 8, -laid.h / 2 + 8));
  return found;
}

function badge(number: number, x: number, y: number): Item[] {
  return [
    { d: circle(x, y, 11), fill: "act", stroke: "lit", w: 2 },
    { text: String(number), x, y, size: 14, weight: 800, fill: "actInk" },
  ];
}

/** The colours of a card: its paper, its drawing's ground, and its letters. */
interface Tones {
  side: Side;
  paper: string;
  art: string;
  edge: string;
  ink: string;
}

function tonesOf(card: Card, { palette, players }: CardLook, pale: boolean): Tones {
  const side = sideOf(palette, players[card.owner]?.hue);
  const { card: paper, felt } = palette.cards;
  if (!pale) return { side, paper, art: side[0], edge: side[2], ink: "ink" };
  const art = mix(side[0], felt, 0.6);
  return { side, paper: mix(paper, felt, 0.45), art, edge: art, ink: "dim" };
}

/** The further cards of a pile of equal ones, below it. */
function below(laid: Laid, card: Card, { paper, edge }: Tones, round: number): Item[] {
  const found: Item[] = [];
  const d = boxed(laid, round);
  for (let n = Math.min(card.count, 3) - 1; n > 0; n--) {
    found.push({ d, fill: "shadow", a: 0.14, at: [n * 4, n * 3 + 3, 1] });
    found.push({ d, fill: paper, stroke: edge, w: 1, at: [n * 4, n * 3, 1] });
  }
  return found;
}

/** The drawing of a lying card at its left, with its player's shape. */
function art(laid: Laid, card: Card, tones: Tones, wide: number, look: CardLook): Item[] {
  const { w, h } = laid;
  const [x, y] = [-w / 2, -h / 2];
  const d = `M${pt(x + wide, y + 1)}H${f(x + 8)}a7 7 0 0 0 -7 7v${f(h - 16)}a7 7 0 0 0 7 7H${f(x + wide)}z`;
  const shape = look.players[card.owner]?.shape ?? "square";
  return [
    { d, fill: tones.art },
    ...drawing(card.symbol, x + wide / 2 + 0.5, 1, wide * 0.35, tones.side[1], look.letters ?? NO_LETTERS),
    { d: plate(shape, x + 9, y + 9, 3.6), fill: tones.side[1], a: 0.85 },
  ];
}

/** The figures of a card from a point to the right, in a width. */
function figures(card: Card, x: number, y: number, width: number, most: number, ink: string): Item[] {
  const wides = card.figures.map(([, text]) => 1.24 + widthOf(text));
  const whole = wides.reduce((sum, wide) => sum + wide, 0) + 0.5 * Math.max(0, wides.length - 1);
  const size = Math.min(most, width / Math.max(0.1, whole));
  const gap = Math.min(0.7, (width / size - whole) / Math.max(1, wides.length - 1) + 0.5) * size;
  let at = x;
  return card.figures.flatMap((each, k) => {
    const from = at;
    at += (wides[k] ?? 0) * size + gap;
    // A reduced figure is the last one; it says of how much, so that the hue is not all.
    const hurt = card.hurt && k === card.figures.length - 1;
    return figure(each, from, y, size, hurt ? "no" : ink);
  });
}

/** A card on the table: its drawing at the left, words at the right. */
const tile: Draw = (laid, card, look, offer) => {
  const { w, h } = laid;
  const tones = tonesOf(card, look, card.exerted);
  const free = laid.seen - (laid.seen < w ? 11 : 14);
  // The drawing leaves a long title the room that it needs.
  const most = w >= 120 ? 46 : w >= 106 ? 34 : 27;
  const wide = Math.max(27, Math.min(most, free - 12 * widthOf(card.title)));
  const [left, top] = [-w / 2 + wide + 8, -h / 2];
  const room = free - wide;
  const title = fitted(card.title, room, 13.5, 10.5);
  const kind = fitted(card.exerted ? "exerted" : card.kind, room, 11, 10);
  const d = boxed(laid, 8);
  const found: Item[] = [
    ...below(laid, card, tones, 8),
    ...(card.exerted ? [] : shadow(d, 0.22, laid.raised ? 6 : 0)),
    { d, fill: tones.paper },
    ...art(laid, card, tones, wide, look),
    { d, stroke: tones.edge, w: 1.4, dash: card.exerted ? [5, 4] : null },
    { ...title, x: left, y: top + h * 0.24, weight: 700, fill: tones.ink, align: "left" },
    { ...kind, x: left, y: top + h * 0.48, weight: 400, fill: "dim", align: "left" },
    ...figures(card, left, top + h * 0.76, room - (card.count > 1 ? 26 : 0), h / 4, tones.ink),
  ];
  if (card.count > 1) found.push(...pill(`\u00d7${card.count}`, w / 2 - 20, h / 2 - 15, 14));
  if (offer.barred && !card.exerted) found.push(...padlock(w / 2 - 13, -h / 2 + 12, 8));
  return found;
};

/** A card of the own hand. A barred one is pale and has a padlock. */
const standing: Draw = (laid, card, look, offer) => {
  const { w, h } = laid;
  const [x, y] = [-w / 2, -h / 2];
  const tones = tonesOf(card, look, false);
  const { palette } = look;
  const ink = offer.barred ? "dim" : "ink";
  // Other cards of the fan cover the sides: the text stands about the middle of the rest.
  const end = x + laid.seen - (laid.seen < w ? 5 : 0);
  const seen = end - x - laid.hidden;
  const middle = end - seen / 2;
  const cost = card.cost > 0 && seen > 70;
  const [aside, down] = cost ? [15, 15] : [12, 36];
  const head = titled(card.title, seen - 10 - (cost ? 28 : 0));
  const foot = y + h - 19;
  const art = h - 84;
  const d = boxed(laid, 10);
  const ground = offer.barred ? mix(tones.side[0], palette.cards.card, 0.5) : tones.side[0];
  const found: Item[] = [
    ...below(laid, card, tones, 10),
    ...shadow(d, 0.3, laid.raised ? 8 : 0),
    { d, fill: tones.paper, stroke: tones.edge, w: 1.4 },
    { d: rounded(x + 6, y + 29, w - 12, art, 6), fill: ground },
    ...drawing(
      card.symbol,
      middle,
      y + 29 + art / 2,
      Math.min(24, seen * 0.4, art * 0.45),
      tones.side[1],
      look.letters ?? NO_LETTERS,
    ),
    ...head.map((line, k) => ({
      ...line,
      x: middle - (cost ? 11 : 0),
      y: y + 16 + (k - (head.length - 1) / 2) * 12,
      weight: 700,
      fill: ink,
    })),
    { ...fitted(card.kind, seen - 10, 11.5, 10), x: middle, y: foot - 23, weight: 500, fill: "dim" },
  ];
  const wide =
    card.figures.reduce((sum, [, text]) => sum + 1.24 + widthOf(text), 0.7 * Math.max(0, card.figures.length - 1)) * 17;
  const most = Math.min(wide, seen - 12);
  found.push(...figures(card, middle - most / 2, foot, most, 17, ink));
  if (card.cost > 0) found.push(...gem(card.cost, end - aside, y + down, 10.5));
  if (card.count > 1) found.push(...pill(`\u00d7${card.count}`, end - 20, foot - 45, 14));
  // The padlock stands below the kind, or beside it where figures stand below.
  const beside = Math.min(middle + 5.75 * widthOf(card.kind) + 12, end - 12);
  if (offer.barred)
    found.push(...(card.figures.length > 0 ? padlock(beside, foot - 23, 8.5) : padlock(middle, foot, 11)));
  return found;
};

/** A title in one line, or in two where letters would be too small. */
function titled(title: string, room: number): { text: string; size: number }[] {
  const words = title.split(" ");
  const least = 11.5;
  if (words.length < 2 || least * widthOf(title) <= room) return [fitted(title, room, 14, 10)];
  const half = Math.ceil(words.length / 2);
  return [words.slice(0, half), words.slice(half)].map((line) => fitted(line.join(" "), room, least, 10));
}

/** A card of another player's hand that may be seen. */
const slim: Draw = (laid, card, look) => {
  const { w, h } = laid;
  const tones = tonesOf(card, look, false);
  const wide = w >= 100 ? 32 : 26;
  const left = -w / 2 + wide + 6;
  const room = laid.seen - wide - 10;
  const d = boxed(laid, 8);
  // A narrow one has no room for its kind.
  const kind = card.figures.length === 0 && w >= 100;
  const lone = card.figures.length === 0 && !kind;
  const found: Item[] = [
    ...below(laid, card, tones, 8),
    ...shadow(d, 0.2),
    { d, fill: tones.paper },
    ...art(laid, card, tones, wide, look),
    { d, stroke: tones.edge, w: 1.2 },
    { ...fitted(card.title, room, 12, 9), x: left, y: lone ? 0 : -9, weight: 700, fill: "ink", align: "left" },
    ...figures(card, left, 10, room, 13, "ink"),
  ];
  if (kind)
    found.push({ ...fitted(card.kind, room, 10.5, 10), x: left, y: 10, weight: 400, fill: "dim", align: "left" });
  if (card.count > 1) found.push(...pill(`\u00d7${card.count}`, w / 2 - 15, h / 2 - 11, 11));
  return found;
};

/** The back of a card, with its player's shape. */
export function back({ w, h }: { w: number; h: number }, card: Card, { palette, players }: CardLook): Item[] {
  const [face, ink, wall] = sideOf(palette, players[card.owner]?.hue);
  const round = Math.min(w, h) > 60 ? 10 : 5;
  const margin = Math.min(w, h) * 0.12;
  const d = boxed({ w, h }, round);
  const size = Math.min(w, h) * 0.18;
  return [
    ...shadow(d, 0.2),
    { d, fill: face, stroke: wall, w: 1.2 },
    { d: boxed({ w, h }, round, -margin), stroke: ink, w: 1, a: 0.5 },
    { d: plate(players[card.owner]?.shape ?? "square", 0, 0, size), stroke: ink, w: 1.4, a: 0.7 },
  ];
}

const faces: Record<"tile" | "standing" | "slim", Draw> = { tile, standing, slim };
