// The tag at the space that is pointed at: its number, and in few words what going there would leave or what bars it.

import { ringed } from "../../draw/marks/areas";
import { nameWidth } from "../../draw/marks/names";
import { placesOn } from "../../draw/marks/places";
import { isRooms, wayPoints } from "../../draw/marks/ways";
import { roomOf } from "../../draw/pieces/stack";
import { say } from "../../kernel/language";
import type { Painter } from "../../paint/painter";
import type { View } from "../../paint/view";
import type { Store } from "../../state/store";
import { element } from "../elements/dom";
import { type Box, type Extent, shared, within } from "../elements/popup-place";
import { tagLines } from "./taglines";

/** The distance of the tag from the space, in pixels. */
const GAP = 8;
/** The covered pixels that outweigh one pixel by which the tag is pushed back into the stage. */
const PUSHED = 40;
/** At a corner the tag comes nearer, as few spaces fill the corners of their boxes. */
const DIAGONAL = 0.6;

/** The sides in the order in which they are tried, with the way there; the corners have no tip. */
const SIDES = [
  ["right", 1, 0],
  ["below", 0, 1],
  ["left", -1, 0],
  ["above", 0, -1],
  ["", 1, 1],
  ["", -1, 1],
  ["", 1, -1],
  ["", -1, -1],
] as const;

export class Tag {
  readonly root: HTMLElement;
  private shown = "";
  private size: Extent | null = null;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    private readonly painter: Painter,
  ) {
    // Screen readers hear the same from the live region.
    this.root = element(owner, "div", { class: "hexwidget-tag", "aria-hidden": "true" });
    this.root.hidden = true;
  }

  render(): void {
    const { looking, map, viewpoint } = this.store;
    const { view } = this.painter;
    const index = looking.focus;
    // On a mat a card is its own tag.
    if (index < 0 || !view || map.mat || viewpoint.curtain !== null || !view.near(map.centre(index), 0)) {
      this.root.hidden = true;
      return;
    }
    const name = [map.label(index), ...placesOn(this.store.scene, map.name(index))].join(", ");
    const [words, clause] = this.words(index);
    const lines = tagLines(this.owner, this.store, index);
    const now = [name, words, clause, ...lines.map((line) => line.textContent)].join("\n");
    if (now !== this.shown) {
      this.shown = now;
      const { owner } = this;
      const about = words ? [" ", element(owner, "span", {}, words)] : [];
      const parts = clause
        ? [" ", element(owner, "span", {}, `${say("barred")}: `), element(owner, "b", {}, clause), ...about]
        : about;
      this.root.replaceChildren(element(owner, "b", {}, name), ...parts, ...lines);
      this.size = null;
    }
    this.root.hidden = false;
  }

  /** Put the tag beside its space. */
  fit(): void {
    if (this.root.hidden) return;
    // To measure at each move would cost a layout of the page.
    this.size ??= { width: this.root.offsetWidth, height: this.root.offsetHeight };
    this.put(this.size, this.store.looking.focus);
  }

  /** The words of the tag after the name: some words, and the clause that bars the space. */
  private words(index: number): [words: string, clause: string] {
    const { choosing, explanations, map } = this.store;
    const { field, options } = choosing;
    const cost = field?.costs.get(index);
    if (field && cost !== undefined && field.numbers) {
      const budget = field.budgetOf(index);
      const unit = field.unit[budget === 1 ? 0 : 1].split(" ").pop();
      return [say("{0} of {1} {2} left", field.left(index), budget, unit ?? ""), ""];
    }
    if (cost !== undefined) return ["", ""];
    const verdict = explanations.available ? explanations.of(index) : null;
    const option = options.find((o) => o.space === map.name(index));
    const findings = verdict?.findings ?? (field ? field.barred.get(index) : option?.findings) ?? [];
    const clauses = [...new Set(findings.map((f) => f.clause))];
    const [first = ""] = clauses;
    return [clauses.length > 1 ? say("and {0} more", clauses.length - 1) : "", first];
  }

  /** Put the tag where it covers least of pieces, ways, names and digits: beside its space, within the stage. */
  private put({ width, height }: Extent, index: number): void {
    const { map } = this.store;
    const { view } = this.painter;
    if (!view) return;
    const corners = map.outline(index).map((corner) => view.toPage(corner));
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
    const [wide, high] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
    const [x, y] = [Math.min(...xs) + wide / 2, Math.min(...ys) + high / 2];
    const taken = this.taken(index, view);
    let least = Number.POSITIVE_INFINITY;
    for (const [side, i, j] of SIDES) {
      const near = side ? 1 : DIAGONAL;
      const by = (from: number, size: number) => (near * from + size) / 2 + GAP;
      const [at, down] = [x + i * by(wide, width) - width / 2, y + j * by(high, height) - height / 2];
      const box = { left: within(at, width, view.width), top: within(down, height, view.height), width, height };
      const pushed = Math.abs(box.left - at) + Math.abs(box.top - down);
      const cost = taken.reduce((sum, each) => sum + shared(each, box), 0) + PUSHED * pushed;
      if (cost >= least) continue;
      least = cost;
      this.root.dataset.side = pushed ? "" : side;
      this.root.style.left = `${Math.round(box.left)}px`;
      this.root.style.top = `${Math.round(box.top)}px`;
    }
  }

  /** The boxes that the tag is to cover as little as possible. */
  private taken(index: number, view: View): Box[] {
    const { choosing, map, state } = this.store;
    const { field } = choosing;
    const { size, down } = roomOf(map);
    const found: Box[] = [];
    const take = (x: number, y: number, half: number, high = half) => {
      const at = view.toPage({ x: x - half, y: y - high });
      found.push({ left: at.x, top: at.y, width: 2 * half * view.scale, height: 2 * high * view.scale });
    };
    for (const n of new Set([
      index,
      ...ringed(state.overlays),
      ...state.pieces.map((piece) => map.find(piece.space)),
    ])) {
      if (n < 0) continue;
      const { x, y } = map.centre(n);
      take(x, y + down, 0.55 * size);
    }
    const goal = field?.costs.has(index) ? index : choosing.destination;
    const way = wayPoints(map, goal >= 0 ? (field?.route(goal) ?? []) : []);
    way.forEach(([x, y], k) => {
      const [a, b] = way[k + 1] ?? [x, y];
      take(x, y, 0.3);
      take((x + a) / 2, (y + b) / 2, 0.3);
    });
    // The names of provinces with their pills, and the digits and locks of hexes.
    for (const n of isRooms(map) ? map.all() : [...(field?.costs.keys() ?? []), ...(field?.barred.keys() ?? [])]) {
      const { x, y } = map.centre(n);
      if (isRooms(map)) take(x, y - map.nameUp, nameWidth(map, n, view.scale) / 2 + 0.2, 0.3);
      else take(x, y + 0.64, 0.17);
    }
    return found;
  }
}
