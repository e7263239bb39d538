// The tag at the space that is pointed at: its number, and in few words what going there would leave or what bars it.

import type { Point } from "../geometry/spaces";
import type { Painter } from "../paint/painter";
import type { Store } from "../state/store";
import { element } from "./dom";
import { tagLines } from "./taglines";

/** The distance of the tag from the space, in pixels. */
const GAP = 8;
/** The half side of the room that pieces and paths take on a space, in radii. */
const TAKEN = 0.5;

type Side = "right" | "below" | "left" | "above";
/** The sides in the order in which they are tried, each with the way to its edge of the space, in radii. */
const SIDES: [Side, Point][] = [
  ["right", { x: 0.9, y: 0 }],
  ["below", { x: 0, y: 1 }],
  ["left", { x: -0.9, y: 0 }],
  ["above", { x: 0, y: -1 }],
];

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export class Tag {
  readonly root: HTMLElement;
  private shown = "";

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
    const [name, words, clause] = [map.label(index), ...this.words(index)];
    const lines = tagLines(this.owner, this.store, index);
    const now = [name, words, clause, ...lines.map((line) => line.textContent)].join("\n");
    if (now !== this.shown) {
      this.shown = now;
      const { owner } = this;
      const about = words ? [" ", element(owner, "span", {}, words)] : [];
      const parts = clause
        ? [" ", element(owner, "span", {}, "barred: "), element(owner, "b", {}, clause), ...about]
        : about;
      this.root.replaceChildren(element(owner, "b", {}, name), ...parts, ...lines);
    }
    this.root.hidden = false;
    this.place(index);
  }

  /** What the tag says after the name: some words, and the clause that bars the space. */
  private words(index: number): [words: string, clause: string] {
    const { choosing, explanations, map } = this.store;
    const { field, options } = choosing;
    const cost = field?.costs.get(index);
    if (field && cost !== undefined && field.numbers) {
      const unit = field.unit[1].split(" ").pop();
      return [`${field.budget - cost} of ${field.budget} ${unit} left`, ""];
    }
    if (cost !== undefined) return ["", ""];
    const verdict = explanations.available ? explanations.of(index) : null;
    const option = options.find((o) => o.space === map.name(index));
    const findings = verdict?.findings ?? (field ? field.barred.get(index) : option?.findings) ?? [];
    const clauses = [...new Set(findings.map((f) => f.clause))];
    const [first = ""] = clauses;
    return [clauses.length > 1 ? `and ${clauses.length - 1} more` : "", first];
  }

  /** Put the tag at the first side that is free: within the stage, over no counter and no path. */
  private place(index: number): void {
    const { map } = this.store;
    const { view } = this.painter;
    if (!view) return;
    const centre = map.centre(index);
    const size = { width: this.root.offsetWidth, height: this.root.offsetHeight };
    const taken = this.taken(index);
    let best: [Side, Box] | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const [side, away] of SIDES) {
      const at = view.toPage({ x: centre.x + away.x, y: centre.y + away.y });
      const box = boxAt(side, at, size);
      const out =
        box.left < 0 || box.top < 0 || box.left + box.width > view.width || box.top + box.height > view.height;
      const over =
        taken.filter((point) => covers(box, view.toPage(point), TAKEN * view.scale)).length + (out ? 1000 : 0);
      if (over >= least) continue;
      [best, least] = [[side, box], over];
    }
    if (!best) return;
    const [side, box] = best;
    this.root.dataset.side = side;
    this.root.style.left = `${Math.round(box.left)}px`;
    this.root.style.top = `${Math.round(box.top)}px`;
  }

  /** The points of the map that the tag is not to cover. */
  private taken(index: number): Point[] {
    const { choosing, map, state } = this.store;
    const goal = choosing.field?.costs.has(index) ? index : choosing.destination;
    const way = goal >= 0 ? (choosing.field?.route(goal) ?? []) : [];
    const spaces = new Set([...state.pieces.map((p) => map.find(p.space)), ...way]);
    spaces.delete(index);
    return [...spaces].filter((n) => n >= 0).map((n) => map.centre(n));
  }
}

/** The box of a tag whose tip is at a point. */
function boxAt(side: Side, at: Point, { width, height }: { width: number; height: number }): Box {
  const beside = { top: at.y - height / 2, width, height };
  const across = { left: at.x - width / 2, width, height };
  if (side === "right") return { ...beside, left: at.x + GAP };
  if (side === "left") return { ...beside, left: at.x - GAP - width };
  return { ...across, top: side === "below" ? at.y + GAP : at.y - GAP - height };
}

/** True if a box covers a part of the square about a point. */
function covers(box: Box, { x, y }: Point, half: number): boolean {
  return (
    box.left < x + half && box.left + box.width > x - half && box.top < y + half && box.top + box.height > y - half
  );
}
