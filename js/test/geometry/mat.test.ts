// Mats: zones that hold their cards at every width, cards that are found where they are seen, ways from card to card by keys.

import { describe, expect, it } from "vitest";
import type { Laid } from "../../src/geometry/mat/layout";
import { MatMap } from "../../src/geometry/mat/mat";
import { UNIT } from "../../src/geometry/mat/measures";
import type { Arrow } from "../../src/geometry/spaces";
import type { Card, Mat, MatZone, Tally } from "../../src/kernel/types.gen";
import { stateOf } from "../model";

const WIDTHS = [968, 700, 390];
/** A height with room for all. */
const HIGH = 3000;
const SEATS = [0, 1];
const NUMBERS = [0, 1, 2, 3, 6, 12];

const zone = (name: string, role: MatZone["role"], owner: number | null, group = ""): MatZone => ({
  name,
  label: name,
  ground: 0,
  role,
  owner,
  group,
});

const card = (space: string, owner: number, more: Partial<Card> = {}): Card => ({
  space,
  owner,
  title: space,
  kind: "unit",
  symbol: "sword",
  cost: 0,
  figures: [],
  count: 1,
  face: true,
  exerted: false,
  hurt: false,
  pile: false,
  details: [],
  ...more,
});

/** A mat of two players and three columns, with so many cards in every zone; the second player's hand is hidden. */
function matWith(n: number): MatMap {
  const zones = [0, 1].flatMap((seat) => [
    zone(`deck ${seat}`, "pile", seat),
    zone(`graveyard ${seat}`, "pile", seat),
    zone(`hand ${seat}`, "hand", seat),
    zone(`workers ${seat}`, "row", seat),
    zone(`home ${seat}`, "row", seat),
  ]);
  for (const column of ["one", "two", "three"]) {
    zones.push(zone(`held ${column}`, "lane", null, column));
    for (const seat of [0, 1]) zones.push(zone(`lane ${column} ${seat}`, "lane", seat, column));
  }
  const slots: Mat["slots"] = [];
  const cards: Card[] = [];
  zones.forEach(({ name, role, owner }, index) => {
    if (role === "pile") cards.push(card(name, owner ?? 0, { pile: true, face: false, count: 9 }));
    else if (role === "hand" && owner === 1) {
      if (n === 0) return;
      slots.push({ name: `${name} cards`, label: "cards", ground: 0, zone: index });
      cards.push(card(`${name} cards`, 1, { face: false, count: n }));
    } else {
      for (let k = 0; k < n; k++) {
        slots.push({ name: `${name} ${k}`, label: `Card ${k}`, ground: 0, zone: index });
        cards.push(card(`${name} ${k}`, owner ?? 0, { count: (k % 3) + 1, exerted: k % 4 === 3 }));
      }
    }
  });
  const tallies: Tally[] = [0, 1].map((owner) => ({ owner, label: "life", value: 20 }));
  const map = new MatMap({ zones, slots, below: null });
  map.show({ cards, tallies, pieces: [] }, 2);
  return map;
}

/** The corners of a card in pixels. */
function corners({ x, y, w, h, turn }: Laid): { x: number; y: number }[] {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return [-1, 1].flatMap((i) =>
    [-1, 1].map((j) => ({
      x: x + (i * w * cos - j * h * sin) / 2,
      y: y + (i * w * sin + j * h * cos) / 2,
    })),
  );
}

const each = WIDTHS.flatMap((width) => SEATS.flatMap((below) => NUMBERS.map((n) => [width, below, n] as const)));

describe("the layout of a mat", () => {
  it.each(each)(
    "at %i pixels, player %i below, %i cards a zone: no zone covers another, each card lies in its zone",
    (width, below, n) => {
      const map = matWith(n);
      map.place({ width, height: 640, below });
      const { zones, cards, height } = map.layout;
      expect(zones.length).toBe(19);
      for (const [k, one] of zones.entries()) {
        const { x, y, w, h } = one.box;
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + w).toBeLessThanOrEqual(width);
        expect(y + h).toBeLessThanOrEqual(height);
        for (const other of zones.slice(k + 1).map(({ box }) => box)) {
          const apart =
            x + w <= other.x + 0.01 ||
            other.x + other.w <= x + 0.01 ||
            y + h <= other.y + 0.01 ||
            other.y + other.h <= y + 0.01;
          expect(apart, `${one.zone.name} covers another`).toBe(true);
        }
      }
      for (const laid of cards) {
        const { box } = zones.find(({ space }) => space === map.under(laid.space)) ?? {
          box: { x: 0, y: 0, w: 0, h: 0 },
        };
        for (const { x, y } of corners(laid)) {
          expect(x).toBeGreaterThanOrEqual(box.x - 0.5);
          expect(x).toBeLessThanOrEqual(box.x + box.w + 0.5);
          expect(y).toBeGreaterThanOrEqual(box.y - 0.5);
          expect(y).toBeLessThanOrEqual(box.y + box.h + 0.5);
        }
      }
    },
  );

  it.each(each)(
    "at %i pixels, player %i below, %i cards a zone: the front card is found, and every card somewhere",
    (width, below, n) => {
      const map = matWith(n);
      map.place({ width, below });
      const { cards } = map.layout;
      for (const laid of cards) {
        // The last card that holds a point is drawn above the others.
        const found = map.at({ x: laid.x / UNIT, y: laid.y / UNIT });
        expect(cards.some((other) => other.space === found)).toBe(true);
      }
      for (const index of map.all()) expect(map.at(map.spot(index))).toBe(index);
    },
  );

  it("puts the own hand at the foot and the other one in a strip, for both players", () => {
    const map = matWith(4);
    for (const below of SEATS) {
      map.place({ below });
      map.place({ height: map.wholeHeight });
      const [own, other] = [map.box(map.find(`hand ${below}`)), map.box(map.find(`hand ${1 - below}`))];
      expect(own.y + own.h).toBeGreaterThan(map.layout.height - 12);
      expect(own.h).toBeGreaterThan(148);
      expect([other.y, other.h]).toEqual([6, 48]);
      // The lanes of the player below lie below.
      expect(map.box(map.find(`lane two ${below}`)).y).toBeGreaterThan(map.box(map.find("held two")).y);
      expect(map.box(map.find(`lane two ${1 - below}`)).y).toBeLessThan(map.box(map.find("held two")).y);
    }
  });

  it("needs no other height when a card moves on", () => {
    const { zones, slots } = stateOf("mat")._scene.mat ?? { zones: [], slots: [] };
    const heights = ["red heartland", "red advancing 1", "frontier 3"].map((to) => {
      const zone = zones.findIndex(({ name }) => name === to);
      const moved = slots.map((slot) => (slot.name === "riders1" ? { ...slot, zone } : slot));
      const map = new MatMap({ zones, slots: moved, below: 0 });
      map.show(stateOf("mat")._state, 2);
      return map.wholeHeight;
    });
    expect(new Set(heights).size).toBe(1);
  });

  it("gives empty lanes a little of the height that is left over", () => {
    const map = matWith(0);
    map.place({ height: 300 });
    const low = map.box(map.find("held two")).h;
    map.place({ height: 900 });
    expect(low).toBe(24);
    expect(map.box(map.find("held two")).h).toBe(40);
  });

  it("has lower cards where the stage is low, and a raised one covers nothing of the zone above", () => {
    const scene = stateOf("mat");
    const map = new MatMap(scene._scene.mat ?? { zones: [], slots: [], below: 0 });
    map.show(scene._state, 2);
    for (const [width, height] of [
      [960, 710],
      [694, 530],
    ] as const) {
      map.place({ width, height, raised: new Set([map.find("red hand spearmen")]) });
      expect(map.layout.height).toBeLessThanOrEqual(height);
      const [card] = map.cardsOf(map.find("red hand spearmen"));
      const above = map.box(map.find("red heartland"));
      expect(card && card.y - card.h / 2).toBeGreaterThan(above.y + above.h);
    }
  });
});

describe("a hand of cards", () => {
  const map = matWith(6);

  it("overlaps, and the card further right is found first", () => {
    map.place({ width: 390, below: 0, raised: new Set() });
    const [first, second] = ["hand 0 0", "hand 0 1"].map((name) => map.cardsOf(map.find(name))[0]);
    if (!first || !second) throw new Error("no hand");
    const shared = { x: (second.x - second.w / 2 + 8) / UNIT, y: second.y / UNIT };
    expect(shared.x).toBeLessThan((first.x + first.w / 2) / UNIT);
    expect(map.name(map.at(shared))).toBe("hand 0 1");
    // The card that is pointed at comes to the front.
    map.front = first.space;
    expect(map.at(shared)).toBe(first.space);
    map.front = -1;
  });

  it("raises the chosen card, upright, above its neighbours", () => {
    const index = map.find("hand 0 0");
    map.place({ height: HIGH, raised: new Set() });
    const before = map.cardsOf(index)[0];
    map.place({ raised: new Set([index]) });
    const after = map.cardsOf(index)[0];
    expect(before && after && before.y - after.y).toBe(22);
    expect([before?.turn === 0, after?.turn]).toEqual([false, 0]);
    expect(map.layout.cards[map.layout.cards.length - 1]?.space).toBe(index);
  });

  it("shows as many backs as there are hidden cards, one space", () => {
    const index = map.find("hand 1 cards");
    expect(map.cardsOf(index).map(({ look }) => look)).toEqual(Array(6).fill("back"));
    expect(map.outline(index).length).toBe(4);
  });
});

describe("a mat by keys", () => {
  const KEYS: Arrow[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

  it.each(WIDTHS.flatMap((width) => NUMBERS.map((n) => [width, n] as const)))(
    "at %i pixels with %i cards a zone, arrows lead everywhere",
    (width, n) => {
      const map = matWith(n);
      map.place({ width });
      const seen = new Set([...map.all()].slice(0, 1));
      for (const at of seen) for (const key of KEYS) if (map.arrow(at, key) >= 0) seen.add(map.arrow(at, key));
      const missed = [...map.all()].filter((index) => !seen.has(index)).map((index) => map.name(index));
      expect(missed).toEqual([]);
    },
  );

  it("reads each zone, then its cards, from above to below", () => {
    const map = matWith(2);
    map.place({ width: 968, below: 0 });
    const names = [...map.all()].map((index) => map.name(index));
    expect(names.length).toBe(map.count);
    expect(names.slice(0, 4)).toEqual(["deck 1", "graveyard 1", "hand 1", "hand 1 cards"]);
    expect(names.slice(names.indexOf("home 0"), names.indexOf("home 0") + 3)).toEqual([
      "home 0",
      "home 0 0",
      "home 0 1",
    ]);
    expect(names[names.length - 1]).toBe("hand 0 1");
  });
});
