// Pieces as SVG on top of the canvases: structures, then one counter for each type of unit, then tokens.

import type { SpaceMap } from "../geometry/spaces";
import type { ChangingScene, Piece, StaticScene } from "../kernel/types.gen";
import { counter, lettersOf, NO_LETTERS, structure, tokenMark } from "./counters";
import type { Palette } from "./palette";
import { svgElement } from "./svg";
import type { View } from "./view";

const grid = (rows: number[], columns: number[]): (readonly [number, number])[] =>
  rows.flatMap((dy) => columns.map((dx) => [dx, dy] as const));

/** The half sizes and places of up to 1, 2, 3, 4, 6 and 9 counters, in radii. */
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

/** The half sizes and places of one structure and of two, in radii, on a space without units. */
const STRUCTURES: readonly (readonly (readonly [number, number, number])[])[] = [
  [[0.5, 0, 0]],
  [
    [0.36, -0.36, 0.04],
    [0.36, 0.36, 0.04],
  ],
];
/** The half sizes and places of structures on a space with units. */
const STRUCTURES_SHARED: readonly (readonly [number, number, number])[] = [
  [0.27, -0.5, -0.42],
  [0.27, -0.5, 0.34],
];

/** More tokens of a kind than this are drawn as one token with their number. */
const MOST_TOKENS = 3;

/** Draw the pieces of one space side by side above it, large, each with its name. */
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
    group.append(draw(owner, piece, scene, palette, at, 16));
    const text = { x: at.x, y: at.y + 26, "text-anchor": "middle", "font-size": 10.5, fill: palette.ink };
    group.append(svgElement(owner, "text", text, piece.kind.length > 12 ? `${piece.kind.slice(0, 11)}…` : piece.kind));
  });
  svg.append(group);
}

/** Draw all pieces and tokens of a scene into an SVG element of the view's size. */
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
    // Structures alone fill the hex. Beside units they stand at its left, so that all are seen.
    const rooms = units.length > 0 ? STRUCTURES_SHARED : STRUCTURES[Math.min(built.length, STRUCTURES.length) - 1];
    built.slice(0, rooms?.length ?? 0).forEach((piece, n) => {
      const [half, dx, dy] = rooms?.[n] ?? [0, 0, 0];
      const at = { x: centre.x + dx * view.scale, y: centre.y + dy * view.scale };
      group.append(structure(owner, piece, scene, palette, at, half * view.scale, drawn));
    });
    const places = PLACES.find((p) => p.at.length >= units.length) ?? PLACES[PLACES.length - 1];
    // Beside a structure the counters shrink and move down a little.
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
