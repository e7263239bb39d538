// Pieces as SVG on top of the canvases: structures behind, one counter a unit type, tokens below.

import type { HexMap, Point } from "../geometry/hexmap";
import type { ChangingScene, Piece, StaticScene } from "../scene/types";
import { type Palette, SYMBOLS } from "./palette";
import type { View } from "./view";

const NS = "http://www.w3.org/2000/svg";
/** Counters of 1, 2, 3 and 4 pieces: their half sizes and places, in hex radii. */
const PLACES: readonly { half: number; at: readonly (readonly [number, number])[] }[] = [
  { half: 0.4, at: [[0, 0.02]] },
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
];

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
  map: HexMap,
  scene: StaticScene,
  state: ChangingScene,
  palette: Palette,
  view: View,
): void {
  const owner = svg.ownerDocument;
  svg.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
  svg.setAttribute("width", String(view.width));
  svg.setAttribute("height", String(view.height));
  svg.replaceChildren();
  const stacks = new Map<string, Piece[]>();
  for (const piece of state.pieces) stacks.set(piece.space, [...(stacks.get(piece.space) ?? []), piece]);
  for (const [space, pieces] of stacks) {
    const index = map.find(space);
    if (index < 0) continue;
    const group = svgElement(owner, "g", { class: "hexwidget-stack", "data-space": space });
    group.append(svgElement(owner, "title", {}, pieces.map((p) => p.label).join(", ")));
    const centre = view.toPage(map.centre(index));
    const units = pieces.filter((p) => p.layer === "unit");
    for (const piece of pieces.filter((p) => p.layer === "structure")) {
      group.append(structure(owner, piece, scene, palette, centre, view.scale, units.length > 0));
    }
    const places = PLACES[Math.min(units.length, PLACES.length) - 1];
    units.slice(0, PLACES.length).forEach((piece, n) => {
      const [dx, dy] = places?.at[n] ?? [0, 0];
      const at = { x: centre.x + dx * view.scale, y: centre.y + dy * view.scale };
      group.append(counter(owner, piece, scene, palette, at, (places?.half ?? 0.3) * view.scale));
    });
    svg.append(group);
  }
  for (const token of state.tokens) {
    const index = map.find(token.space);
    if (index < 0) continue;
    const [fill, edge] = palette.token[token.kind] ?? [palette.ink, palette.board];
    const { x, y } = view.toPage(map.centre(index));
    const side = Math.max(5, view.scale * 0.21);
    const group = svgElement(owner, "g", { class: "hexwidget-token", "data-space": token.space });
    group.append(svgElement(owner, "title", {}, token.label));
    const shown = Math.min(token.count, 3);
    for (let k = 0; k < shown; k++) {
      const left = x + view.scale * 0.48 + (k - shown) * side * 1.12 + side;
      group.append(
        svgElement(owner, "rect", {
          x: left,
          y: y - view.scale * 0.56,
          width: side,
          height: side,
          rx: side * 0.16,
          fill: fill ?? "",
          stroke: edge ?? "",
          "stroke-width": Math.max(1, side * 0.14),
        }),
      );
    }
    svg.append(group);
  }
}

function structure(
  owner: Document,
  piece: Piece,
  scene: StaticScene,
  palette: Palette,
  centre: Point,
  scale: number,
  shared: boolean,
): SVGElement {
  // Alone it fills the hex; with units it stands behind them, larger than they are, so that both are seen.
  const half = scale * (shared ? 0.72 : 0.5);
  const [fill] = colours(piece, scene, palette);
  const group = svgElement(owner, "g", { class: "hexwidget-structure", opacity: shared ? 0.55 : 1 });
  group.append(
    symbol(owner, piece.symbol, { x: centre.x, y: centre.y - (shared ? scale * 0.1 : 0) }, half, fill, palette.board),
  );
  return group;
}

function counter(
  owner: Document,
  piece: Piece,
  scene: StaticScene,
  palette: Palette,
  at: Point,
  half: number,
): SVGElement {
  const [fill, ink] = colours(piece, scene, palette);
  const group = svgElement(owner, "g", { class: "hexwidget-piece", opacity: piece.spent ? 0.72 : 1 });
  group.append(plate(owner, scene.players[piece.owner]?.shape ?? "square", at, half, fill, palette.board));
  group.append(symbol(owner, piece.symbol, at, half * 0.66, ink));
  if (piece.count > 1) {
    const [x, y, r] = [at.x + half * 0.8, at.y + half * 0.72, Math.max(5.5, half * 0.48)];
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

function symbol(owner: Document, name: string, at: Point, half: number, fill: string, edge?: string): SVGElement {
  const drawn = SYMBOLS[name];
  const scale = half / 12;
  return svgElement(owner, "path", {
    d: drawn?.path ?? "M4 4h16v16H4z",
    transform: `translate(${at.x - half} ${at.y - half}) scale(${scale})`,
    fill,
    "fill-rule": "evenodd",
    ...(edge ? { stroke: edge, "stroke-width": 1.2, "paint-order": "stroke" } : {}),
  });
}
