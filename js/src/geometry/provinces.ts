// Maps of provinces: each has an outline, a place for its pieces and neighbours beyond its sides. No rules, no drawing.

import type { Provinces } from "../kernel/types.gen";
import { type Arrow, type Border, COMPASS, type Compass, type Point, type SpaceMap } from "./spaces";

const point = ([x, y]: [number, number]): Point => ({ x, y });

export class ProvinceMap implements SpaceMap {
  readonly size: Point;
  readonly nameUp: number;
  readonly mat = false;
  readonly badgeDown = 0.92;
  readonly rim = 0.1;
  readonly reach: number;
  readonly borders: readonly Border[];
  private readonly outlines: Point[][];
  private readonly numbers: Map<string, number>;

  constructor(private readonly wire: Provinces) {
    this.size = point(wire.size);
    this.nameUp = wire.nameUp;
    this.outlines = wire.provinces.map((p) => p.outline.map(point));
    this.borders = wire.borders.map(({ kind, line }) => ({ kind, line: line.map(point) }));
    const far = wire.provinces.flatMap(({ at: [x, y], outline }) => outline.map(([a, b]) => Math.hypot(a - x, b - y)));
    this.reach = Math.max(...far);
    this.numbers = new Map(wire.provinces.map((p, n) => [p.name, n]));
  }

  all(): Iterable<number> {
    return this.wire.provinces.keys();
  }

  /** All provinces, because they are few. */
  within(): Iterable<number> {
    return this.all();
  }

  get count(): number {
    return this.wire.provinces.length;
  }

  ground(index: number): number {
    return this.wire.provinces[index]?.ground ?? -1;
  }

  name(index: number): string {
    return this.wire.provinces[index]?.name ?? "";
  }

  label(index: number): string {
    return this.wire.provinces[index]?.label ?? "";
  }

  find(name: string): number {
    return this.numbers.get(name) ?? -1;
  }

  labelRoom(index: number): number {
    return this.wire.provinces[index]?.room ?? 0;
  }

  centre(index: number): Point {
    return point(this.wire.provinces[index]?.at ?? [0, 0]);
  }

  outline(index: number): Point[] {
    return this.outlines[index] ?? [];
  }

  beyond(index: number): number[] {
    return this.wire.provinces[index]?.beyond ?? [];
  }

  angle(): number {
    return 0;
  }

  under(): number {
    return -1;
  }

  at({ x, y }: Point): number {
    for (const [index, corners] of this.outlines.entries()) {
      // A point is inside if a ray to the right crosses the outline an odd number of times.
      let inside = false;
      corners.forEach((a, k) => {
        const b = corners[(k + 1) % corners.length] ?? a;
        if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
      });
      if (inside) return index;
    }
    return -1;
  }

  follow(from: number, route: string): number[] {
    return [from, ...route.split(".").filter(Boolean).map(Number)];
  }

  /** The shortest way over borders; empty if the borders do not connect them. */
  line(from: number, to: number): number[] {
    const before = new Map([[from, -1]]);
    for (const at of before.keys()) {
      for (const there of this.beyond(at)) if (there >= 0 && !before.has(there)) before.set(there, at);
    }
    const found: number[] = [];
    for (let at = before.has(to) ? to : -1; at >= 0; at = before.get(at) ?? -1) found.unshift(at);
    return found;
  }

  /** The nearest province that lies roughly in a direction. */
  compass(from: number, direction: Compass): number {
    const turn = COMPASS.indexOf(direction) * (Math.PI / 4);
    return this.towards(from, Math.sin(turn), -Math.cos(turn));
  }

  /** The nearest province that lies more in the arrow's direction than across it. */
  arrow(from: number, key: Arrow): number {
    const [dx = 0, dy = 0] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    return this.towards(from, dx, dy);
  }

  private towards(from: number, dx: number, dy: number): number {
    const here = this.centre(from);
    let [best, found] = [Number.POSITIVE_INFINITY, -1];
    for (const index of this.all()) {
      const there = this.centre(index);
      const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
      const across = Math.abs((there.x - here.x) * dy - (there.y - here.y) * dx);
      const cost = along + 2 * across;
      if (index !== from && along > 0 && across <= 1.5 * along && cost < best) [best, found] = [cost, index];
    }
    return found;
  }
}
