// Mats: zones and cards, which the kernel sends without places. They are laid out for the width that there is, and anew when
// cards come and go. The unit length is 34 pixels at the usual scale, so that a lying card is two units high, as a hex is.

import type { Choice, Mat } from "../../kernel/types.gen";
import { type Arrow, type Border, COMPASS, type Compass, type Point, type SpaceMap } from "../spaces";
import { Contents, type Shown } from "./contents";
import { type Laid, type Layout, layOut, type Room, wholeHeight } from "./layout";
import { type Rect, UNIT } from "./measures";

const NOTHING: Shown = { cards: [], tallies: [], pieces: [] };
/** The usual width of a board, in pixels. */
const USUAL = { width: 968, height: 700 };
/** The stage of a mat is not lower and not higher, in pixels. */
const STAGE = { lowest: 300, highest: 564 };
const DIRECTIONS: Record<Arrow, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export class MatMap implements SpaceMap {
  readonly mat = true;
  readonly rim = 0;
  readonly nameUp = 0.62;
  readonly badgeDown = 0.7;
  readonly borders: readonly Border[] = [];
  /** The card that lies in front of the others, because it is pointed at; -1: none. */
  front = -1;
  private readonly numbers: Map<string, number>;
  /** The cards and pieces on it. */
  contents: Contents;
  private shown: Shown = NOTHING;
  private seats = 2;
  private room: Room = { ...USUAL, below: 0, raised: new Set() };
  private done: Places | null = null;

  /** @param like a mat whose room and cards this one begins with */
  constructor(
    private readonly wire: Mat,
    like?: MatMap,
  ) {
    const { zones, slots } = wire;
    this.numbers = new Map([...zones, ...slots].map(({ name }, n) => [name, n]));
    if (like) [this.shown, this.seats, this.room] = [like.shown, like.seats, { ...like.room, raised: new Set() }];
    this.contents = new Contents(wire, this.shown, this.seats);
  }

  // ------------------------------------------------------------------ the layout
  /** The layout, in pixels at the usual scale. */
  get layout(): Layout {
    return this.places.layout;
  }

  private get places(): Places {
    this.done ??= new Places(layOut(this.contents, this.room), (index) => this.under(index));
    return this.done;
  }

  /** The height, in pixels, at which the mat stays as it is when cards come and go. */
  get wholeHeight(): number {
    return wholeHeight(this.contents, this.room);
  }

  /** The height of the stage for the mat, in pixels. */
  get stageHeight(): number {
    return Math.min(STAGE.highest, Math.max(STAGE.lowest, Math.round(this.wholeHeight)));
  }

  /** Show other cards. */
  show(shown: Shown, seats: number): void {
    if (shown === this.shown && seats === this.seats) return;
    [this.shown, this.seats] = [shown, seats];
    this.contents = new Contents(this.wire, shown, seats);
    this.done = null;
  }

  /** Show a scene, with the zones of the player who looks on at the bottom, else those of the player who acts. */
  adopt(state: Shown, players: readonly { name: string }[], acting: string | null): void {
    this.show(state, players.length);
    const seat = players.findIndex(({ name }) => name === acting);
    this.place({ below: this.wire.below ?? (seat >= 0 ? seat : this.below) });
  }

  /** Lay the mat out for another room: a width and a height in pixels, the seat below, the spaces that come forward. */
  place(room: Partial<Room>): void {
    const { width, height, below, raised } = { ...this.room, ...room };
    const now = this.room;
    const same = width === now.width && height === now.height && below === now.below && sameSet(raised, now.raised);
    if (same) return;
    this.room = { width, height, below, raised };
    this.done = null;
  }

  /** The seat whose zones lie at the bottom. */
  get below(): number {
    return this.room.below;
  }

  /** The cards of a space. Hidden cards that are alike are one space. */
  cardsOf(index: number): readonly Laid[] {
    return this.places.cards.get(index) ?? [];
  }

  // ------------------------------------------------------------------ names
  get size(): Point {
    return { x: this.layout.width / UNIT, y: this.layout.height / UNIT };
  }

  /** All spaces in the order in which they are read: each zone, then its cards. */
  all(): Iterable<number> {
    return this.layout.order;
  }

  within(): Iterable<number> {
    return this.all();
  }

  get count(): number {
    return this.wire.zones.length + this.wire.slots.length;
  }

  private wired(index: number) {
    return this.wire.zones[index] ?? this.wire.slots[index - this.wire.zones.length];
  }

  ground(index: number): number {
    return this.wired(index)?.ground ?? -1;
  }

  name(index: number): string {
    return this.wired(index)?.name ?? "";
  }

  /** The label of a space; that of a lane begins with its column's. */
  label(index: number): string {
    const group = this.wire.zones[index]?.group;
    return (group ? `${group}: ` : "") + (this.wired(index)?.label ?? "");
  }

  find(name: string): number {
    return this.numbers.get(name) ?? -1;
  }

  /** 0: a mat prints its labels itself. */
  labelRoom(): number {
    return 0;
  }

  // ------------------------------------------------------------------ where they lie
  /** The box of a zone, or the box about a card, in pixels. */
  box(index: number): Rect {
    return this.places.boxes.get(index) ?? { x: 0, y: 0, w: 0, h: 0 };
  }

  centre(index: number): Point {
    const { x, y, w, h } = this.box(index);
    return { x: (x + w / 2) / UNIT, y: (y + h / 2) / UNIT };
  }

  get reach(): number {
    const far = [...this.places.boxes.values()].map(({ w, h }) => Math.hypot(w, h) / 2);
    return Math.max(...far) / UNIT;
  }

  outline(index: number): Point[] {
    const cards = this.under(index) < 0 ? [] : this.cardsOf(index);
    const box = this.box(index);
    const upright = { ...box, x: box.x + box.w / 2, y: box.y + box.h / 2, turn: 0 };
    const corners = cornersOf(cards.length === 1 && cards[0] ? cards[0] : upright);
    return corners.map((corner) => ({ x: corner.x / UNIT, y: corner.y / UNIT }));
  }

  beyond(): number[] {
    return [-1, -1, -1, -1];
  }

  at(point: Point): number {
    const at = { x: point.x * UNIT, y: point.y * UNIT };
    const { cards, zones } = this.layout;
    const found = cards.filter((card) => holds(card, at));
    if (found.some(({ space }) => space === this.front)) return this.front;
    return found.pop()?.space ?? zones.find(({ box }) => inBox(box, at))?.space ?? -1;
  }

  /** A point where a space is seen, although cards may lie on it. */
  spot(index: number): Point {
    const { front } = this;
    this.front = -1;
    const { x, y, w, h } = this.box(index);
    const along = (from: number, size: number) =>
      [0.5, 0.12, 0.88, 0.3, 0.7, 2 / size, 1 - 2 / size].map((part) => (from + part * size) / UNIT);
    const tried = along(y, h).flatMap((down) => along(x, w).map((across) => ({ x: across, y: down })));
    const found = tried.find((point) => this.at(point) === index) ?? this.centre(index);
    this.front = front;
    return found;
  }

  under(index: number): number {
    const { zones, slots } = this.wire;
    return slots[index - zones.length]?.zone ?? -1;
  }

  /** True for a card in a hand. */
  inHand(index: number): boolean {
    return this.wire.zones[this.under(index)]?.role === "hand";
  }

  // ------------------------------------------------------------------ from space to space
  follow(from: number, route: string): number[] {
    return [from, ...route.split(".").filter(Boolean).map(Number)];
  }

  line(from: number, to: number): number[] {
    return from === to ? [from] : [];
  }

  angle(): number {
    return 0;
  }

  compass(from: number, direction: Compass): number {
    const turn = COMPASS.indexOf(direction) * (Math.PI / 4);
    return this.towards(from, Math.sin(turn), -Math.cos(turn));
  }

  arrow(from: number, key: Arrow): number {
    const [dx, dy] = DIRECTIONS[key];
    const zone = this.under(from);
    // The first card of a zone leads to the zone itself, and the zone to its first card.
    if (dx < 0 && zone >= 0 && this.cardsIn(zone)[0] === from) return zone;
    const first = this.under(from) < 0 ? this.cardsIn(from)[0] : undefined;
    if (first !== undefined && (dx > 0 || dy !== 0)) return dx > 0 ? first : this.towards(first, dx, dy);
    return this.towards(from, dx, dy);
  }

  /** The spaces of the cards in a zone, in order. */
  private cardsIn(zone: number): readonly number[] {
    return this.places.within.get(zone) ?? [];
  }

  /** The nearest card or empty zone in a direction. */
  private towards(from: number, dx: number, dy: number): number {
    const here = this.centre(from);
    let [best, found] = [Number.POSITIVE_INFINITY, -1];
    for (const index of this.layout.order) {
      if (index === from || index === this.under(from)) continue;
      if (this.under(index) < 0 && this.cardsIn(index).length > 0) continue;
      const { along, across } = this.apart(here, index, dx, dy);
      const cost = along + 2 * across;
      if (along > 0.1 && across <= 1.5 * along && cost < best) [best, found] = [cost, index];
    }
    return found;
  }

  /** The distance of a space in a direction, and beside it. A wide zone is not beside what lies right above it. */
  private apart(here: Point, index: number, dx: number, dy: number): { along: number; across: number } {
    const there = this.centre(index);
    const { w, h } = this.box(index);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy - (there.y - here.y) * dx);
    const half = (this.under(index) < 0 ? Math.abs(dy) * w + Math.abs(dx) * h : 0) / 2 / UNIT;
    return { along, across: Math.max(0, aside - half) };
  }
}

/** A layout, with what is found in it again and again. */
class Places {
  /** The cards of each space, and the box of each space. */
  readonly cards = new Map<number, Laid[]>();
  readonly boxes = new Map<number, Rect>();
  /** The spaces of the cards in each zone. */
  readonly within = new Map<number, number[]>();

  constructor(
    readonly layout: Layout,
    under: (index: number) => number,
  ) {
    for (const card of layout.cards) this.cards.set(card.space, [...(this.cards.get(card.space) ?? []), card]);
    for (const [space, cards] of this.cards) this.boxes.set(space, about(cards.flatMap(cornersOf)));
    for (const { space, box } of layout.zones) this.boxes.set(space, box);
    for (const space of layout.order) {
      const zone = under(space);
      if (zone >= 0) this.within.set(zone, [...(this.within.get(zone) ?? []), space]);
    }
  }
}

/** The box about some points. */
function about(points: readonly Point[]): Rect {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

function sameSet<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each));
}

function inBox({ x, y, w, h }: Rect, at: Point): boolean {
  return at.x >= x && at.x < x + w && at.y >= y && at.y < y + h;
}

/** True if a card, turned as it is, holds a point. */
function holds({ x, y, w, h, turn }: Laid, at: Point): boolean {
  const [dx, dy] = [at.x - x, at.y - y];
  const [across, down] = [dx * Math.cos(turn) + dy * Math.sin(turn), dy * Math.cos(turn) - dx * Math.sin(turn)];
  return Math.abs(across) <= w / 2 && Math.abs(down) <= h / 2;
}

function cornersOf({ x, y, w, h, turn }: Rect & { turn: number }): Point[] {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const ends = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  return ends.map(([i, j]) => {
    const [a, b] = [(i * w) / 2, (j * h) / 2];
    return { x: x + a * cos - b * sin, y: y + a * sin + b * cos };
  });
}

/** The spaces whose cards come forward: those that are chosen. */
export function raisedOf(options: readonly Choice[], map: SpaceMap): ReadonlySet<number> {
  return new Set(options.flatMap((o) => (o.chosen && o.space !== null ? [map.find(o.space)] : [])));
}
