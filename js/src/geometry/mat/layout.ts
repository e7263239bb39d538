// The layout of a mat: where its zones and cards lie, for a width and the player who sits below. All lengths are pixels at
// the usual scale. A pure function: the same cards in the same room lie at the same places.

import type { Tally } from "../../kernel/types.gen";
import { arranged, greater, type Need, needOf, shared } from "./card-rows";
import { columns } from "./columns";
import type { Contents, Held, Numbered, Side } from "./contents";
import { Fan, strip } from "./hands";
import { widthOf } from "./letters";
import { EDGE, GAP, HEAD, LOW, PAD, type Rect, ROW, STRIP, USUAL } from "./measures";

/** The room for a mat, and how it is seen. */
export interface Room {
  width: number;
  /** The height to fill; the mat may become higher. */
  height: number;
  /** The seat of the player who sits below. */
  below: number;
  /** The spaces whose cards are chosen: they come forward. */
  raised: ReadonlySet<number>;
}

/** The look of a card: lying on the table, standing in the own hand, small in another's, or with its back up. */
type Look = "tile" | "standing" | "slim" | "back";

/** A card in its place, about its middle, turned by an angle. */
export interface Laid extends Held {
  look: Look;
  x: number;
  y: number;
  w: number;
  h: number;
  turn: number;
  raised: boolean;
  /** The height to which it is raised when it is chosen; 0: it is raised already. */
  lift: number;
  /** The width from its left that the next card leaves uncovered, and the part of it that a raised card covers. */
  seen: number;
  hidden: number;
}

/** A zone in its place. */
export interface LaidZone extends Numbered {
  look: "hand" | "pile" | "row" | "lane";
  box: Rect;
  /** Its label; null where there is no room for it, or where the cards say enough. */
  label: Label | null;
}

interface Label {
  text: string;
  x: number;
  y: number;
  align: "left" | "right";
}

/** A place for a card, about its middle. */
export interface Spot {
  x: number;
  y: number;
  w: number;
  h: number;
  turn?: number;
  seen?: number;
  hidden?: number;
}

export interface Layout {
  width: number;
  height: number;
  /** Columns of zones: the box about each, and its label. */
  groups: { label: string; box: Rect }[];
  zones: LaidZone[];
  /** The cards, from below to above. */
  cards: Laid[];
  /** The tallies, about the middle of the plate of each. */
  tallies: { tally: Tally; x: number; y: number }[];
  /** The spaces as they are read: each zone, then its cards. */
  order: number[];
}

/** A layout in the making. Parts are added from above to below. */
export class Sketch {
  readonly groups: Layout["groups"] = [];
  readonly zones: LaidZone[] = [];
  readonly cards: Laid[] = [];
  readonly tallies: Layout["tallies"] = [];
  /** The height that is taken so far. */
  y: number;
  /** The height that lines without cards could take on. */
  slack = 0;
  parts = 0;

  constructor(
    readonly contents: Contents,
    readonly room: Room,
    /** The part of the slack that is given, and more room between the parts. */
    private readonly stretch: number,
    private readonly between: number,
    readonly heights = USUAL,
    /** The most that a line without cards takes on. */
    private readonly most = Number.POSITIVE_INFINITY,
  ) {
    this.y = heights.band + between / 2;
  }

  get inner(): number {
    return this.room.width - 2 * EDGE;
  }

  /** The height of a zone of tiles, so far apart. */
  heightOf({ empty, about }: { empty: number; about: number }, lines: number, apart: number): number {
    const { tile } = this.heights;
    return lines > 0 ? about + lines * (tile + apart) - apart : this.stretched(empty, about + tile);
  }

  /** A height that may become greater. */
  stretched(least: number, full: number): number {
    const more = Math.min(full - least, this.most);
    this.slack += more;
    return least + this.stretch * more;
  }

  /** Go on below a part. */
  after(height: number): void {
    if (height === 0) return;
    this.y += height + this.heights.band + this.between;
    this.parts += 1;
  }

  zone(zone: Numbered, look: LaidZone["look"], box: Rect, label: Label | null = null): void {
    this.zones.push({ ...zone, look, box, label });
  }

  card(held: Held, look: Look, at: Spot): void {
    const raised = this.room.raised.has(held.space) && look !== "back";
    const lift = look === "standing" ? this.heights.lift : look === "tile" ? 5 : 0;
    this.cards.push({
      ...held,
      look,
      raised,
      ...at,
      y: raised ? at.y - lift : at.y,
      lift: raised ? 0 : lift,
      turn: raised ? 0 : (at.turn ?? 0),
      seen: raised ? at.w : Math.min(at.w, at.seen ?? at.w),
      hidden: raised ? 0 : (at.hidden ?? 0),
    });
  }

  /** The cards of a zone as tiles in lines, from a point to the right. Returns the right end of the last line. */
  tiles(held: readonly Held[], x: number, y: number, room: number, apart: number): number {
    const h = this.heights.tile;
    const { across, step, wide } = arranged(held.length, room);
    held.forEach((each, k) => {
      const [line, place] = [Math.floor(k / across), k % across];
      const last = place === across - 1 || k === held.length - 1;
      const at = {
        x: x + place * step + wide / 2,
        y: y + line * (h + apart) + h / 2,
        w: wide,
        h,
        seen: last ? wide : step,
      };
      this.card(each, each.card?.face === false ? "back" : "tile", at);
    });
    return held.length === 0 ? x : x + (Math.min(across, held.length) - 1) * step + wide;
  }

  layout(): Layout {
    const { groups, zones, tallies, room } = this;
    const order = zones.flatMap(({ space }) => [
      space,
      ...new Set(
        this.cards
          .filter((card) => this.zoneOf(card.space) === space && card.space !== space)
          .map((card) => card.space),
      ),
    ]);
    const cards = [...this.cards.filter((card) => !card.raised), ...this.cards.filter((card) => card.raised)];
    return {
      width: room.width,
      height: this.y - this.between / 2 - this.heights.band + 2,
      groups,
      zones,
      cards,
      tallies,
      order,
    };
  }

  private zoneOf(space: number): number {
    const { zones, slots } = this.contents.mat;
    return slots[space - zones.length]?.zone ?? space;
  }
}

/** Lay out a mat. Spare height goes first to the lines without cards, then about the parts. */
export function layOut(contents: Contents, room: Room): Layout {
  const heights = wholeHeight(contents, room) > room.height ? LOW : USUAL;
  const sketch = (stretch: number, between: number) =>
    sketched(new Sketch(contents, room, stretch, between, heights, MOST_STRETCH));
  const tight = sketch(0, 0);
  const spare = room.height - tight.layout().height;
  if (spare <= 0) return tight.layout();
  const stretch = tight.slack > 0 ? Math.min(1, spare / tight.slack) : 0;
  return sketch(stretch, (spare - stretch * tight.slack) / tight.parts).layout();
}

/** The height at which no line is low: a mat of this height stays as it is when cards come and go. */
export function wholeHeight(contents: Contents, room: Room): number {
  return sketched(new Sketch(contents, room, 1, 0)).layout().height;
}

/** The most height that is added to a line without cards, so that the front stays one line. */
const MOST_STRETCH = 16;

function sketched(sketch: Sketch): Sketch {
  const { contents, room } = sketch;
  const { seats } = contents;
  const others = Array.from({ length: Math.max(0, seats - 1) }, (_, k) => (room.below + 1 + k) % seats);
  const own = contents.side(room.below);
  const needs = alike(contents, [...others.map((seat) => contents.side(seat)), own]);
  for (const seat of others) {
    const side = contents.side(seat);
    sketch.after(strip(sketch, side));
    rows(sketch, side.rows, needs);
  }
  const common = contents.side(null);
  sketch.after(strip(sketch, { ...common, hands: [] }));
  rows(sketch, [...common.rows, ...common.hands], null);
  for (const height of columns(sketch)) sketch.after(height);
  rows(sketch, own.rows, needs);
  sketch.after(ownHand(sketch, own));
  return sketch;
}

/** The needs of the zones of the sides, if all sides have as many: then they stand in line. */
function alike(contents: Contents, sides: Side[]): Need[] | null {
  const found = sides.map((side) => side.rows.map((row) => needOfRow(contents, row)));
  const [first] = found;
  if (!first || found.some((needs) => needs.length !== first.length)) return null;
  return first.map((need, k) => found.reduce((sum, needs) => greater(sum, needs[k] ?? sum), need));
}

function needOfRow(contents: Contents, row: Numbered): Need {
  return needOf(contents.in(row).length, 11 * widthOf(row.zone.label));
}

/** Zones with open cards: side by side, or below each other where they do not fit. */
function rows(sketch: Sketch, zones: readonly Numbered[], needs: Need[] | null): void {
  if (zones.length === 0) return;
  const widths = shared(
    needs ?? zones.map((row) => needOfRow(sketch.contents, row)),
    sketch.inner - GAP * (zones.length - 1),
    "last",
  );
  if (widths) line(sketch, zones, widths);
  else for (const zone of zones) line(sketch, [zone], [sketch.inner]);
}

function line(sketch: Sketch, zones: readonly Numbered[], widths: readonly number[]): void {
  const { contents, y } = sketch;
  const lines = zones.map((zone, k) => {
    const n = contents.in(zone).length;
    return n > 0 ? arranged(n, (widths[k] ?? 0) - 2 * PAD).lines : Number(contents.roomy(zone));
  });
  const height = sketch.heightOf(ROW, Math.max(...lines), GAP);
  let x = EDGE;
  zones.forEach((zone, k) => {
    const w = widths[k] ?? 0;
    const label: Label = { text: zone.zone.label, x: x + PAD, y: y + HEAD / 2 + 2, align: "left" };
    sketch.zone(zone, "row", { x, y, w, h: height }, label);
    sketch.tiles(contents.in(zone), x + PAD, y + HEAD, w - 2 * PAD, GAP);
    x += w + GAP;
  });
  sketch.after(height);
}

/** The width from which on the piles stand at the left of the own hand, and from which on the tallies stand beside them. */
const WIDE = { piles: 600, tallies: 860 };

/** The piles, the tallies and the hand of the player below. */
function ownHand(sketch: Sketch, side: Side): number {
  const { hands } = side;
  if (sketch.inner < WIDE.piles || hands.length === 0) {
    sketch.after(strip(sketch, { ...side, hands: [] }));
    for (const fan of hands.map((hand) => new Fan(sketch, hand))) {
      fan.place(EDGE, sketch.y, sketch.inner);
      sketch.after(fan.height);
    }
    return 0;
  }
  const fans = hands.map((hand) => new Fan(sketch, hand));
  const height = fans.reduce((sum, fan) => sum + fan.height, 0);
  const block = new Block(sketch.inner, side);
  block.place(sketch, sketch.y, height);
  let { y } = sketch;
  for (const fan of fans) {
    fan.place(block.right, y, sketch.room.width - EDGE - block.right);
    y += fan.height;
  }
  return height;
}

/** The piles in two lines or three at the left of the own hand, with the tallies beside or below them. */
class Block {
  /** The left end of the hand. */
  readonly right: number;
  private readonly beside: boolean;
  private readonly wide: number;
  private readonly down: number;
  private readonly across: number;

  constructor(
    inner: number,
    private readonly side: Side,
  ) {
    const { piles, tallies } = side;
    this.beside = inner >= WIDE.tallies || tallies.length === 0;
    this.wide = this.beside ? STRIP.pile : STRIP.narrowPile;
    this.down = Math.max(1, Math.min(this.beside ? 3 : 2, Math.ceil(piles.length / 2)));
    this.across = Math.ceil(piles.length / this.down);
    const [ofPiles, ofTallies] = [this.across * this.wide, tallies.length * STRIP.tally];
    this.right =
      EDGE + (this.beside ? ofPiles + Math.min(1, tallies.length) * STRIP.tally : Math.max(ofPiles, ofTallies));
  }

  place(sketch: Sketch, y: number, height: number): void {
    const { beside, wide, down, across } = this;
    const { piles, tallies } = this.side;
    const lines = down + Number(!beside);
    const lineHeight = Math.min(STRIP.h, height / lines);
    const top = y + (height - lines * lineHeight) / 2;
    piles.forEach((pile, k) => {
      const box = {
        x: EDGE + (k % across) * wide,
        y: top + Math.floor(k / across) * lineHeight,
        w: wide,
        h: lineHeight,
      };
      sketch.zone(pile, "pile", box);
    });
    tallies.forEach((tally, k) => {
      const [x, y] = beside
        ? [EDGE + across * wide + 28, top + (lines * lineHeight) / 2 + (k - (tallies.length - 1) / 2) * 44]
        : [EDGE + 22 + k * STRIP.tally, top + (down + 0.5) * lineHeight];
      sketch.tallies.push({ tally, x, y });
    });
  }
}
