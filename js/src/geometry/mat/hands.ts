// Hands, piles and tallies: a slim strip for each other player, and the own hand as a fan.

import type { Contents, Held, Numbered, Side } from "./contents";
import type { Sketch } from "./layout";
import { widthOf } from "./letters";
import { BACK, CARD, EDGE, GAP, SLIM, STRIP } from "./measures";

/** The room between two small cards. */
const APART = 6;
/** The most backs that are drawn for one pile of equal hidden cards. */
const MOST_BACKS = 12;
/** The distance of two backs in another player's hand, and of two cards in the own one. */
const STEP = { back: 24, own: 102 };
/** The angle between two cards of a fan, and the greatest of the outermost card. */
const TURN = { each: 0.026, most: 0.1 };
/** The distance of a card below the middle of the fan, and the most. */
const DROP = { each: 1.2, most: 9 };
/** The room of the greatest fan beside the height of a card. */
const GREATEST = CARD * Math.sin(TURN.most) + DROP.most + 2;
/** The least width of a hand in a strip. */
const LEAST_HAND = 140;
/** The size of the words beside hidden cards. */
const WORDS = 11.5;

/** The cards of a hand one by one: hidden cards that are alike lie as one slot, and are drawn as so many backs. */
function oneByOne(held: readonly Held[]): Held[] {
  return held.flatMap((each) => {
    const n = each.card && !each.card.face ? Math.min(Math.max(1, each.card.count), MOST_BACKS) : 1;
    return Array.from({ length: n }, () => each);
  });
}

/** The hidden cards of a hand in words: "3 civic cards, 1 army card". */
function hiddenInWords(held: readonly Held[]): string {
  const hidden = held.flatMap(({ card }) => (card && !card.face ? [card] : []));
  return hidden.map((card) => `${card.count} ${card.title}`).join(", ");
}

/** Piles from the left, tallies at the right, and the hands between them or below. Returns the height. */
export function strip(sketch: Sketch, { piles, hands, tallies }: Side): number {
  const { y: top, inner, contents } = sketch;
  if (piles.length + hands.length + tallies.length === 0) return 0;
  // Open cards need the room more than the piles do.
  const open = hands.some((hand) => contents.in(hand).some(({ card }) => card?.face));
  const wide = open || inner < piles.length * STRIP.pile ? STRIP.narrowPile : STRIP.pile;
  const perLine = Math.max(1, Math.floor(inner / wide));
  let [line, x] = [0, EDGE];
  piles.forEach((pile, k) => {
    [line, x] = [Math.floor(k / perLine), EDGE + (k % perLine) * wide];
    sketch.zone(pile, "pile", { x, y: top + line * STRIP.h, w: wide, h: STRIP.h });
    x += wide;
  });
  const right = EDGE + inner;
  const room = () => right - tallies.length * STRIP.tally - x;
  if (room() < (hands.length > 0 ? LEAST_HAND : 0)) [line, x] = [line + 1, EDGE];
  tallies.forEach((tally, k) => {
    const left = right - (tallies.length - k) * STRIP.tally;
    sketch.tallies.push({ tally, x: left + 28, y: top + line * STRIP.h + STRIP.h / 2 });
  });
  hands.forEach((hand, k) => {
    if (k > 0) line += 1;
    const width = k > 0 ? inner : room();
    inStrip(sketch, contents, hand, k > 0 ? EDGE : x, top + line * STRIP.h, width);
  });
  return (line + 1) * STRIP.h;
}

/** A hand in a strip: backs, or small cards that may be read, about the middle of the room. */
function inStrip(sketch: Sketch, contents: Contents, hand: Numbered, left: number, top: number, room: number): void {
  const held = contents.in(hand);
  const cards = oneByOne(held);
  const seen = held.some(({ card }) => card?.face);
  const whole = room - 2 * GAP;
  const size = seen ? { h: SLIM.h, w: narrowed(SLIM, cards.length, whole) } : BACK;
  const words = hiddenInWords(held);
  const wordy = words ? WORDS * widthOf(words) + GAP : 0;
  const natural = size.w + Math.max(0, cards.length - 1) * (seen ? size.w + APART : STEP.back);
  const beside = natural + wordy <= whole ? wordy : 0;
  const free = whole - beside;
  const step = cards.length > 1 ? Math.min(seen ? size.w + APART : STEP.back, (free - size.w) / (cards.length - 1)) : 0;
  const wide = size.w + Math.max(0, cards.length - 1) * step;
  const start = left + GAP + Math.max(0, (free - wide) / 2);
  const label = beside ? { text: words, x: start + wide + GAP, y: top + STRIP.h / 2, align: "left" as const } : null;
  sketch.zone(hand, "hand", { x: left, y: top, w: room, h: STRIP.h }, label);
  cards.forEach((each, k) => {
    const t = k - (cards.length - 1) / 2;
    const turn = seen ? 0 : -Math.sign(t) * Math.min(Math.abs(t) * 0.06, 0.1);
    const y = top + STRIP.h / 2 + (seen ? 0 : Math.min(Math.abs(t) * 0.6, 1.3) - 1);
    const look = each.card?.face === false ? "back" : "slim";
    const last = k === cards.length - 1;
    const at = { x: start + size.w / 2 + k * step, y, ...(look === "back" ? BACK : size), turn };
    sketch.card(each, look, last ? at : { ...at, seen: step });
  });
}

/** The width of so many cards that become narrow where there is little room. */
function narrowed({ w, least }: { w: number; least: number }, n: number, room: number): number {
  return Math.min(w, Math.max(least, (room + APART) / Math.max(1, n) - APART));
}

/** The own hand as a fan: how far its cards are turned and lie apart. */
export class Fan {
  readonly height: number;
  private readonly cards: Held[];
  private readonly half: number;
  private readonly each: number;
  private readonly drop: number;
  /** The room above the cards: a raised one covers nothing of the zone above. */
  private readonly above: number;

  constructor(
    private readonly sketch: Sketch,
    private readonly hand: Numbered,
  ) {
    this.cards = oneByOne(sketch.contents.in(hand));
    this.half = (this.cards.length - 1) / 2;
    this.each = this.half > 0 ? Math.min(TURN.each, TURN.most / this.half) : 0;
    this.drop = this.half > 0 ? Math.min(DROP.each, DROP.most / this.half ** 2) : 0;
    const { card, lift } = sketch.heights;
    this.above = lift - 2;
    const own = this.above + card + 2 * this.more + this.drop * this.half ** 2 + 2;
    // A stage has room for the greatest fan, so that it keeps its height.
    this.height = sketch.stretched(this.cards.length > 0 ? own : 2 * STRIP.h, this.above + card + GREATEST);
  }

  /** The height by which a turned card exceeds an upright one, at the top and at the foot. */
  private get more(): number {
    return (CARD / 2) * Math.sin(this.each * Math.max(0, this.half));
  }

  /** Put the cards about the middle of a room. */
  place(left: number, y: number, room: number): void {
    const { sketch, cards, half, each, drop } = this;
    const size = { w: CARD, h: sketch.heights.card };
    const aside = (size.h / 2) * Math.sin(each * Math.max(0, half)) + 2;
    const step = half > 0 ? Math.min(STEP.own, (room - 2 * aside - CARD) / (2 * half)) : 0;
    const top = y + 1 + this.above + this.more + size.h / 2;
    sketch.zone(this.hand, "hand", { x: left, y, w: room, h: this.height });
    cards.forEach((held, k) => {
      const t = k - half;
      const at = { x: left + room / 2 + t * step, y: top + drop * t * t, ...size };
      const seen = k === cards.length - 1 ? CARD : step;
      // The card at its left covers a part of it if it is raised.
      const hidden = sketch.room.raised.has(cards[k - 1]?.space ?? -1) ? CARD - step : 0;
      sketch.card(held, held.card?.face === false ? "back" : "standing", { ...at, turn: t * each, seen, hidden });
    });
  }
}
