// Pieces as SVG on top of the canvases: structures behind, one counter a unit type, tokens below.

import type { Point, SpaceMap } from "../geometry/spaces";
import type { ChangingScene, Piece, StaticScene, Token } from "../kernel/types.gen";
import { type Palette, SYMBOLS } from "./palette";
import type { View } from "./view";

const NS = "http://www.w3.org/2000/svg";
const grid = (rows: number[], columns: number[]): (readonly [number, number])[] =>
  rows.flatMap((dy) => columns.map((dx) => [dx, dy] as const));

/** Up to 1, 2, 3, 4, 6 and 9 counters: their half sizes and places, in radii. */
const PLACES: readonly { half: number; at: readonly (readonly [number, number])[] }[] = [
  { half: 0.42, at: [[0, -0.04]] },
  {
    half: 0.34,
    at: [
      [-0.37, 0.04],
      [0.37, 0.04],
    ],
  },
  {
    half: 0.29,
    at: [
      [-0.33, -0.22],
      [0.33, -0.22],
      [0, 0.31],
    ],
  },
  {
    half: 0.28,
    at: [
      [-0.31, -0.24],
      [0.31, -0.24],
      [-0.31, 0.34],
      [0.31, 0.34],
    ],
  },
  { half: 0.22, at: grid([-0.24, 0.32], [-0.5, 0, 0.5]) },
  { half: 0.18, at: grid([-0.38, 0.02, 0.42], [-0.45, 0, 0.45]) },
];

/** Half size and place of one structure alone on a space, of two; and of both where units stand there, too. */
const STRUCTURES: readonly (readonly (readonly [number, number, number])[])[] = [
  [[0.5, 0, 0]],
  [
    [0.36, -0.36, 0.04],
    [0.36, 0.36, 0.04],
  ],
];
const STRUCTURES_SHARED: readonly (readonly [number, number, number])[] = [
  [0.27, -0.5, -0.42],
  [0.27, -0.5, 0.34],
];

/** Counters of a smaller half side, in pixels, are drawn as bare plates; and below the second figure with less about them. */
const SMALLEST_WITH_DRAWING = 4.5;
const SMALL = 11;

const MOST_PIPS = 4;
/** More tokens of a kind than this are drawn as one with their number. */
const MOST_TOKENS = 3;

/** What is written in place of each symbol. */
type Letters = ReadonlyMap<string, string>;
const NO_LETTERS: Letters = new Map();

/** For each symbol on the board a letter of what it is called, or two, so that all differ. */
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

/** All pieces of one space side by side above it, large, each with its name. */
export function paintFan(
  svg: SVGElement,
  { map, scene }: { map: SpaceMap; scene: StaticScene },
  pieces: readonly Piece[],
  palette: Palette,
  view: View,
): void {
  const index = map.find(pieces[0]?.space ?? "");
  if (index < 0) return;
  const owner = svg.ownerDocument;
  const { x, y } = view.toPage(map.centre(index));
  const [width, height] = [66, 62];
  const across = Math.max(1, Math.min(pieces.length, Math.floor((view.width - 16) / width)));
  const down = Math.ceil(pieces.length / across);
  const left = Math.min(Math.max(6, x - (across * width) / 2), view.width - across * width - 6);
  const above = y - view.scale - down * height;
  const top = above >= 4 ? above : Math.min(y + view.scale, view.height - down * height - 4);
  const group = svgElement(owner, "g", { class: "hexwidget-fan" });
  const box = { x: left, y: top, width: across * width, height: down * height, rx: 8 };
  group.append(svgElement(owner, "rect", { ...box, fill: palette.board, stroke: palette.ink, "stroke-width": 1.5 }));
  pieces.forEach((piece, n) => {
    const at = { x: left + ((n % across) + 0.5) * width, y: top + Math.floor(n / across) * height + 25 };
    const draw = piece.layer === "unit" ? counter : structure;
    group.append(draw(owner, piece, scene, palette, at, 16, NO_LETTERS));
    const text = { x: at.x, y: at.y + 26, "text-anchor": "middle", "font-size": 10.5, fill: palette.ink };
    group.append(svgElement(owner, "text", text, piece.kind.length > 12 ? `${piece.kind.slice(0, 11)}…` : piece.kind));
  });
  svg.append(group);
}

type Attributes = Record<string, string | number>;

/** An SVG element; text is set as text. */
export function svgElement(owner: Document, name: string, attributes: Attributes, text?: string): SVGElement {
  const element = owner.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** All pieces and tokens of a scene, painted anew into an SVG element of the view's size. */
export function paintPieces(
  svg: SVGElement,
  map: SpaceMap,
  scene: StaticScene,
  state: ChangingScene,
  palette: Palette,
  view: View,
  letters = false,
): void {
  const owner = svg.ownerDocument;
  const drawn = letters ? lettersOf(state.pieces) : NO_LETTERS;
  const stacks = new Map<string, Piece[]>();
  for (const piece of state.pieces) stacks.set(piece.space, [...(stacks.get(piece.space) ?? []), piece]);
  for (const [space, pieces] of stacks) {
    const index = map.find(space);
    if (index < 0 || !view.near(map.centre(index), map.reach)) continue;
    const group = svgElement(owner, "g", { class: "hexwidget-stack", "data-space": space });
    const centre = view.toPage(map.centre(index));
    const units = pieces.filter((p) => p.layer === "unit");
    const built = pieces.filter((p) => p.layer === "structure");
    // Alone they fill the hex; with units they stand at its left, so that all are seen.
    const rooms = units.length > 0 ? STRUCTURES_SHARED : STRUCTURES[Math.min(built.length, STRUCTURES.length) - 1];
    built.slice(0, rooms?.length ?? 0).forEach((piece, n) => {
      const [half, dx, dy] = rooms?.[n] ?? [0, 0, 0];
      const at = { x: centre.x + dx * view.scale, y: centre.y + dy * view.scale };
      group.append(structure(owner, piece, scene, palette, at, half * view.scale, drawn));
    });
    const places = PLACES.find((p) => p.at.length >= units.length) ?? PLACES[PLACES.length - 1];
    // With a structure beside them the counters move down a little, and shrink.
    const beside = units.length < pieces.length ? { k: 0.86, down: 0.14 } : { k: 1, down: 0 };
    units.slice(0, places?.at.length).forEach((piece, n) => {
      const [dx, dy] = places?.at[n] ?? [0, 0];
      const at = {
        x: centre.x + dx * beside.k * view.scale,
        y: centre.y + (dy * beside.k + beside.down) * view.scale,
      };
      group.append(
        counter(
          owner,
          piece,
          scene,
          palette,
          at,
          (places?.half ?? 0.3) * beside.k * view.scale,
          drawn,
          piece.facing === null ? null : map.angle(piece.facing),
        ),
      );
    });
    svg.append(group);
  }
  const taken = new Map<string, number>();
  for (const token of state.tokens) {
    const index = map.find(token.space);
    if (index < 0 || !view.near(map.centre(index), map.reach)) continue;
    const { x, y } = view.toPage(map.centre(index));
    const side = Math.max(6, view.scale * 0.26);
    const group = svgElement(owner, "g", { class: "hexwidget-token", "data-space": token.space });
    const shown = token.count > MOST_TOKENS ? 1 : token.count;
    const before = taken.get(token.space) ?? 0;
    taken.set(token.space, before + shown);
    const right = x + view.scale * 0.62 - before * side * 1.14;
    const top = y - view.scale * 0.52;
    for (let k = 0; k < shown; k++) {
      group.append(tokenMark(owner, token, right - (k + 1) * side * 1.14, top, side, palette));
    }
    if (shown < token.count) {
      const look = {
        "text-anchor": "end",
        "dominant-baseline": "central",
        "font-size": side * 1.1,
        "font-weight": 700,
      };
      const halo = { fill: palette.ink, stroke: palette.board, "stroke-width": 3, "paint-order": "stroke" };
      const at = { x: right - side * 1.3, y: top + side / 2 };
      group.append(svgElement(owner, "text", { ...at, ...look, ...halo }, String(token.count)));
    }
    svg.append(group);
  }
}

/** One token. */
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

/** A unit on its way. */
export function movingPiece(
  owner: Document,
  piece: Piece,
  scene: StaticScene,
  palette: Palette,
  at: Point,
  half: number,
): SVGElement {
  return counter(owner, piece, scene, palette, at, half, NO_LETTERS);
}

function structure(
  owner: Document,
  piece: Piece,
  scene: StaticScene,
  palette: Palette,
  at: Point,
  half: number,
  letters: Letters,
): SVGElement {
  const [fill] = colours(piece, scene, palette);
  const group = svgElement(owner, "g", { class: "hexwidget-structure" });
  group.append(symbol(owner, piece.symbol, at, half, fill, palette.board, letters.get(piece.symbol)));
  return group;
}

/** A wedge at the rim of a counter: where it faces. */
function wedge(owner: Document, turn: number, at: Point, half: number, palette: Palette): SVGElement {
  const points = [
    [1.75, turn],
    [1.2, turn - 0.42],
    [1.2, turn + 0.42],
  ] as const;
  const corners = points.map(([far, a]) => `${at.x + far * half * Math.cos(a)},${at.y + far * half * Math.sin(a)}`);
  return svgElement(owner, "polygon", { points: corners.join(" "), fill: palette.ink, stroke: palette.board });
}

function counter(
  owner: Document,
  piece: Piece,
  scene: StaticScene,
  palette: Palette,
  at: Point,
  half: number,
  letters: Letters,
  facing: number | null = null,
): SVGElement {
  const [fill, ink] = colours(piece, scene, palette);
  const group = svgElement(owner, "g", { class: "hexwidget-piece" });
  const shape = scene.players[piece.owner]?.shape ?? "square";
  // A piece that is done for now is drawn the other way round: the symbol in its owner's hue, on a bare plate.
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

/** The counter itself: its shape tells the player apart where the hue does not. */
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

/** A symbol in a square about a point. */
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
