// A decoded field: the spaces that may be chosen with their costs and routes, and the clauses that bar those at the rim.

import { bytesOf, Plane } from "../geometry/plane";
import type { SpaceMap } from "../geometry/spaces";
import type { EncodedField } from "../kernel/types.gen";

export class Field {
  readonly slot: string;
  readonly label: string;
  readonly unit: [string, string];
  readonly stayLabel: string;
  readonly completes: boolean;
  readonly onward: boolean;
  readonly numbers: boolean;
  readonly mover: string;
  /** The clause that prices a step into a ground, or by which it costs nothing. */
  readonly clauseOf: (cost: number, ground: string) => string;
  readonly budget: number;
  readonly origin: number;
  /** The cost of each hex that may be chosen. */
  readonly costs = new Map<number, number>();
  /** The clauses that bar a hex at the rim. */
  readonly barred = new Map<number, { clause: string; title: string }[]>();
  /** The budget of the way to a hex, where it is another one. */
  private readonly others = new Map<number, number>();
  private readonly lead: number[];
  private readonly routes = new Map<number, string>();

  constructor(
    wire: EncodedField,
    private readonly map: SpaceMap,
  ) {
    this.slot = wire.slot;
    this.label = wire.label;
    this.unit = wire.unit;
    this.stayLabel = wire.stayLabel;
    this.completes = wire.completes;
    this.onward = wire.onward;
    this.numbers = wire.numbers;
    this.mover = wire.mover;
    this.clauseOf = (cost, ground) =>
      cost === 0 ? wire.free : (wire.on.find(([key]) => key === ground)?.[1] ?? wire.clause);
    this.budget = wire.budget;
    this.origin = map.find(wire.origin);
    this.lead = wire.lead.map((space) => map.find(space));
    for (const [cost, [skip, bytes]] of wire.levels) {
      for (const index of new Plane(skip, bytesOf(bytes)).members()) this.costs.set(index, cost);
    }
    for (const [budget, [skip, bytes]] of wire.budgets) {
      for (const index of new Plane(skip, bytesOf(bytes)).members()) this.others.set(index, budget);
    }
    const routes = wire.routes.split(",");
    [...this.costs.keys()].sort((a, b) => a - b).forEach((index, n) => void this.routes.set(index, routes[n] ?? ""));
    for (const { clause, title, plane } of wire.barred) {
      for (const index of new Plane(plane[0], bytesOf(plane[1])).members()) {
        this.barred.set(index, [...(this.barred.get(index) ?? []), { clause, title }]);
      }
    }
  }

  /** The part of the way that is chosen already, up to the origin. */
  get fixed(): number[] {
    return this.lead.length > 0 ? [...this.lead, this.origin] : [];
  }

  /** The points for the way to a hex. */
  budgetOf(index: number): number {
    return this.others.get(index) ?? this.budget;
  }

  /** The points that are left on a hex. */
  left(index: number): number {
    return this.budgetOf(index) - (this.costs.get(index) ?? 0);
  }

  /** The cost of each step of the whole way to a hex; null where it is not known. */
  stepCosts(index: number): (number | null)[] {
    const way = this.route(index).map((hex) => (hex === this.origin ? 0 : (this.costs.get(hex) ?? null)));
    return way.slice(1).map((cost, k) => {
      const before = way[k] ?? null;
      return cost === null || before === null || cost < before ? null : cost - before;
    });
  }

  /** The hexes of the whole way to a hex; empty if it may not be chosen. */
  route(index: number): number[] {
    const steps = this.routes.get(index);
    if (steps === undefined) return [];
    return [...this.lead, ...this.map.follow(this.origin, steps)];
  }
}
