// Counters, structures and tokens, each drawn about a point: plates, symbols, letters in place of symbols.

import type { Point } from "../geometry/spaces";
import type { Piece, StaticScene, Token } from "../kernel/types.gen";
import { type Palette, SYMBOLS } from "./palette";
import { svgElement } from "./svg";

/** Counters of a smaller half side, in pixels, are drawn as bare plates. */
const SMALLEST_WITH_DRAWING = 4.5;
/** Counters of a smaller half side, in pixels, have larger drawings and smaller numbers. */
const SMALL = 11;

/** The most dots for what a piece can still do. */
const MOST_PIPS = 4;

/** The letters that stand in place of each symbol. */
export type Letters = ReadonlyMap<string, string>;
export const NO_LETTERS: Letters = new Map();

/** For each symbol on the board the first letter of its name, or two letters, so that all differ. */
export function lettersOf(pieces: readonly Piece[]): Letters {
  const names = new Map(pieces.map((p) => [p.symbol, p.kind || p.symbol]));
  const taken = new Set<string>();
  const found = new Map<string, string>();
  for (const [symbol, name] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [first = "?", ...rest] = name.trim();
    const tries = [first, ...rest.map((letter) => first + letter), name];
    const written = tries.find((t) => !taken.has(t.toUpperCase())) ?? first;
    taken.add(written.toUpperCase());
    found.set(symbol, written.charAt(0).toUpperCase() + written.slice(1));
  }
  return found;
}

/** A token. */
export function tokenMark(
  owner: Document,
  { kind, shape }: Pick<Token, "kind" | "shape">,
  x: number,
  y: number,
  side: number,
  palette: Palette,
): SVGElement {
  const [fill, edge] = palette.token[kind] ?? [palette.ink, palette.board];
  const look = { fill: fill ?? palette.ink, stroke: edge ?? palette.board, "stroke-width": Math.max(1, side * 0.14) };
  const h = side / 2;
  if (shape === "round") return svgElement(owner, "circle", { cx: x + h, cy: y + h, r: h * 1.08, ...look });
  if (shape === "diamond") {
    const d = h * 1.25;
    return svgElement(owner, "path", {
      d: `M${x + h} ${y + h - d}l${d} ${d}l${-d} ${d}l${-d} ${-d}z`,
      ...look,
    });
  }
  return svgElement(owner, "rect", { x, y, width: side, height: side, rx: side * 0.16, ...look });
}

/** A structure: its symbol in its owner's hue, without a plate. */
export function structure(
  owner: Document,
  piece: Piece,
  scene: StaticScene,
  palette: Palette,
  at: Point,
  half: number,
  letters = NO_LETTERS,
): SVGElement {
  const [fill] = colours(piece, scene, palette);
  const group = svgElement(owner, "g", { class: "hexwidget-structure" });
  group.append(symbol(owner, piece.symbol, at, half, fill, palette.board, letters.get(piece.symbol)));
  return group;
}

/** A wedge at the rim of a counter, in the direction that it faces. */
function wedge(owner: Document, turn: number, at: Point, half: number, palette: Palette): SVGElement {
  const points = [
    [1.75, turn],
    [1.2, turn - 0.42],
    [1.2, turn + 0.42],
  ] as const;
  const corners = points.map(([far, a]) => `${at.x + far * half * Math.cos(a)},${at.y + far * half * Math.sin(a)}`);
  return svgElement(owner, "polygon", { points: corners.join(" "), fill: palette.ink, stroke: palette.board });
}

/** A unit: its symbol on a plate, with its number, its pips and the direction that it faces. */
export function counter(
  owner: Document,
  piece: Piece,
  scene: StaticScene,
  palette: Palette,
  at: Point,
  half: number,
  letters = NO_LETTERS,
  facing: number | null = null,
): SVGElement {
  const [fill, ink] = colours(piece, scene, palette);
  const group = svgElement(owner, "g", { class: "hexwidget-piece" });
  const shape = scene.players[piece.owner]?.shape ?? "square";
  // A spent piece is drawn the other way round: the symbol in its owner's hue, on a bare plate.
  const [ground, drawn] = piece.spent ? [palette.board, fill] : [fill, ink];
  group.append(plate(owner, shape, at, half, ground, piece.spent ? fill : palette.ink));
  if (half < SMALLEST_WITH_DRAWING) return group;
  const drawing = symbol(
    owner,
    piece.symbol,
    at,
    half * (half < SMALL ? 0.82 : 0.7),
    drawn,
    undefined,
    letters.get(piece.symbol),
  );
  if (piece.turned)
    drawing.setAttribute("transform", `rotate(90 ${at.x} ${at.y}) ${drawing.getAttribute("transform") ?? ""}`);
  group.append(drawing);
  if (facing !== null) group.append(wedge(owner, facing, at, half, palette));
  const pips = Math.min(piece.pips, MOST_PIPS);
  for (let n = 0; n < pips; n++) {
    const dot = { cx: at.x + (n - (pips - 1) / 2) * half * 0.5, cy: at.y + half * 1.32, r: Math.max(2, half * 0.16) };
    group.append(svgElement(owner, "circle", { ...dot, fill: palette.ink, stroke: palette.board, "stroke-width": 1 }));
  }
  if (piece.count > 1) {
    const [x, y, r] = [
      at.x + half * 0.8,
      at.y + half * 0.72,
      half < SMALL ? Math.max(3.6, half * 0.46) : Math.max(5.5, half * 0.48),
    ];
    group.append(
      svgElement(owner, "circle", { cx: x, cy: y, r, fill: palette.board, stroke: fill, "stroke-width": 1.5 }),
    );
    group.append(
      svgElement(
        owner,
        "text",
        {
          x,
          y: y + r * 0.06,
          "text-anchor": "middle",
          "dominant-baseline": "central",
          "font-size": r * 1.5,
          "font-weight": 700,
          fill: palette.ink,
        },
        String(piece.count),
      ),
    );
  }
  return group;
}

function colours(piece: Piece, scene: StaticScene, palette: Palette): [string, string] {
  const [fill, ink] = palette.owner[scene.players[piece.owner]?.hue ?? ""] ?? [palette.ink, palette.board];
  return [fill ?? palette.ink, ink ?? palette.board];
}

/** The plate of a counter. Its shape tells players apart where hues do not. */
export function plate(
  owner: Document,
  shape: StaticScene["players"][number]["shape"],
  { x, y }: Point,
  half: number,
  fill: string,
  edge: string,
): SVGElement {
  const common = { fill, stroke: edge, "stroke-width": Math.max(1, half * 0.1) };
  switch (shape) {
    case "round":
      return svgElement(owner, "circle", { cx: x, cy: y, r: half * 1.06, ...common });
    case "diamond": {
      const d = half * 1.3;
      return svgElement(owner, "path", { d: `M${x} ${y - d}L${x + d} ${y}L${x} ${y + d}L${x - d} ${y}z`, ...common });
    }
    case "hexagon": {
      const points = [0, 1, 2, 3, 4, 5].map((k) => {
        const angle = (Math.PI / 3) * k;
        return `${x + 1.15 * half * Math.cos(angle)},${y + 1.15 * half * Math.sin(angle)}`;
      });
      return svgElement(owner, "polygon", { points: points.join(" "), ...common });
    }
    default:
      return svgElement(owner, "rect", {
        x: x - half,
        y: y - half,
        width: 2 * half,
        height: 2 * half,
        rx: half * 0.3,
        ...common,
      });
  }
}

/** A symbol in a square about a point; letters in its place where there is no drawing, or where letters are wanted. */
export function symbol(
  owner: Document,
  name: string,
  at: Point,
  half: number,
  fill: string,
  edge?: string,
  letter?: string,
): SVGElement {
  const drawn = SYMBOLS[name];
  if (drawn === undefined || letter !== undefined) {
    const written = letter ?? name.slice(0, 1).toUpperCase();
    const look = {
      "text-anchor": "middle",
      "dominant-baseline": "central",
      "font-size": half * (written.length > 1 ? 1.35 : 1.7),
      "font-weight": 700,
      ...(edge ? { stroke: edge, "stroke-width": 2.5, "paint-order": "stroke" } : {}),
    };
    return svgElement(owner, "text", { x: at.x, y: at.y, fill, ...look }, written);
  }
  const scale = half / 12;
  return svgElement(owner, "path", {
    d: drawn,
    transform: `translate(${at.x - half} ${at.y - half}) scale(${scale})`,
    fill,
    "fill-rule": "evenodd",
    ...(edge ? { stroke: edge, "stroke-width": 1.2, "paint-order": "stroke" } : {}),
  });
}
