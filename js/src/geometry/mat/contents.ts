// The contents of a mat: the zones by their roles, and the cards in each.

import type { Card, ChangingScene, Mat, MatZone, Tally } from "../../kernel/types.gen";

/** A card, and the number of the space that it is. A slot without a card holds pieces. */
export interface Held {
  space: number;
  card: Card | null;
}

/** A zone with its number. */
export interface Numbered {
  space: number;
  zone: MatZone;
}

/** The zones of a player, or those that belong to nobody. */
export interface Side {
  piles: Numbered[];
  hands: Numbered[];
  rows: Numbered[];
  tallies: Tally[];
}

/** Zones that stand below each other. */
export interface Column {
  label: string;
  lanes: Numbered[];
}

export type Shown = Pick<ChangingScene, "cards" | "tallies" | "pieces">;

export class Contents {
  readonly zones: readonly Numbered[];
  private readonly held = new Map<number, Held[]>();
  private readonly piles = new Map<number, Card>();
  private readonly peopled = new Set<string>();

  constructor(
    readonly mat: Mat,
    private readonly shown: Shown,
    /** The number of players. */
    readonly seats: number,
  ) {
    this.zones = mat.zones.map((zone, space) => ({ space, zone }));
    const cards = new Map<string, Card[]>();
    for (const card of shown.cards) cards.set(card.space, [...(cards.get(card.space) ?? []), card]);
    for (const { space, zone } of this.zones) {
      const here = cards.get(zone.name) ?? [];
      const pile = here.find((card) => card.pile);
      if (pile) this.piles.set(space, pile);
      const held = here.filter((card) => !card.pile).map((card) => ({ space, card }));
      this.held.set(space, held);
    }
    mat.slots.forEach(({ name, zone }, n) => {
      const here = cards.get(name) ?? [null];
      this.held.get(zone)?.push(...here.map((card) => ({ space: mat.zones.length + n, card })));
    });
    for (const { space } of shown.pieces) this.peopled.add(space);
  }

  /** The cards in a zone, in order. */
  in({ space }: Numbered): readonly Held[] {
    return this.held.get(space) ?? [];
  }

  /** The pile in a zone. */
  pile({ space }: Numbered): Card | null {
    return this.piles.get(space) ?? null;
  }

  /** True if a zone needs its whole height although no card lies in it: for pieces. */
  roomy({ zone }: Numbered): boolean {
    return zone.role === "cell" || this.peopled.has(zone.name);
  }

  /** The zones of a seat that stand by themselves; null: those that belong to nobody. */
  side(seat: number | null): Side {
    const mine = this.zones.filter(({ zone }) => zone.owner === seat && zone.group === "");
    const tallies = this.shown.tallies.filter((tally) => tally.owner === seat);
    const piles = mine.filter(({ zone }) => zone.role === "pile");
    const hands = mine.filter(({ zone }) => zone.role === "hand");
    const rows = mine.filter(({ zone }) => zone.role !== "pile" && zone.role !== "hand");
    return { piles, hands, rows, tallies };
  }

  /** The columns of zones between the players. The lanes of the player below lie at the bottom, nobody's in the middle. */
  columns(below: number): Column[] {
    const height = ({ zone }: Numbered) => (zone.owner === null ? 1 : zone.owner === below ? 2 : 0);
    const labels = [...new Set(this.zones.map(({ zone }) => zone.group))].filter(Boolean);
    return labels.map((label) => {
      const lanes = this.zones.filter(({ zone }) => zone.group === label);
      return { label, lanes: lanes.sort((a, b) => height(a) - height(b)) };
    });
  }
}
