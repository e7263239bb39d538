// Cards and piles on a mat: a band with the title, a drawing, the figures. Exerted cards are paler.

import type { SpaceMap } from "../geometry/spaces";
import type { Card, ChangingScene, StaticScene } from "../kernel/types.gen";
import { type Palette, SYMBOLS } from "./palette";
import { svgElement } from "./svg";
import type { View } from "./view";

/** The approximate width of a letter, in font sizes. */
const LETTER = 0.64;

/** A symbol in a square about a point. */
function symbol(owner: Document, name: string, at: { x: number; y: number }, half: number, fill: string): SVGElement {
  const transform = `translate(${at.x - half} ${at.y - half}) scale(${half / 12})`;
  return svgElement(owner, "path", { d: SYMBOLS[name] ?? "", transform, fill, "fill-rule": "evenodd" });
}

/** Draw all cards of a scene on a layer of their own. */
export function paintCards(
  svg: SVGElement,
  map: SpaceMap,
  scene: StaticScene,
  state: ChangingScene,
  palette: Palette,
  view: View,
): void {
  for (const card of state.cards) {
    const index = map.find(card.space);
    if (index >= 0) svg.append(paintCard(svg.ownerDocument, card, index, map, scene, palette, view));
  }
}

function paintCard(
  owner: Document,
  card: Card,
  index: number,
  map: SpaceMap,
  scene: StaticScene,
  palette: Palette,
  view: View,
): SVGElement {
  const r = view.scale;
  const kind = card.pile ? "hexwidget-pile" : "hexwidget-card";
  const group = svgElement(owner, "g", { class: kind, "data-space": card.space });
  const text = (said: string, x: number, y: number, size: number, fill: string, weight: number) => {
    const centred = { "text-anchor": "middle", "dominant-baseline": "central" };
    group.append(svgElement(owner, "text", { x, y, ...centred, fill, "font-size": size, "font-weight": weight }, said));
  };
  if (card.pile) {
    const { x, y } = view.toPage(map.centre(index));
    text(String(card.count), x, y + r * 0.75, r * 0.7, palette.ink, 600);
    return group;
  }
  const corners = map.outline(index).map((corner) => view.toPage(corner));
  const { x, y } = corners[0] ?? { x: 0, y: 0 };
  const { x: right, y: bottom } = corners[2] ?? { x: 0, y: 0 };
  const [width, height] = [right - x, bottom - y];
  const [fill = palette.ink, onFill = palette.board] = palette.owner[scene.players[card.owner]?.hue ?? ""] ?? [];
  const edge = { stroke: fill, "stroke-width": Math.max(1.2, r * 0.05) };
  const round = r * 0.14;
  group.append(
    svgElement(owner, "rect", { x, y, width, height, rx: round, fill: card.face ? palette.board : fill, ...edge }),
  );
  const size = Math.min(r * 0.3, (width - r * 0.16) / (LETTER * Math.max(1, card.title.length)));
  const middle = x + width / 2;
  if (!card.face) {
    text(card.title, middle, y + height * 0.3, size, onFill, 600);
    text(String(card.count), middle, y + height * 0.62, r * 0.7, onFill, 700);
    return group;
  }
  const band = r * 0.44;
  const corner = `q0 ${-round} ${round} ${-round}H${right - round}q${round} 0 ${round} ${round}`;
  const d = `M${x} ${y + band}V${y + round}${corner}V${y + band}z`;
  group.append(svgElement(owner, "path", { d, fill, "fill-opacity": card.exerted ? 0.45 : 1 }));
  text(card.title, middle, y + band / 2, size, card.exerted ? palette.ink : onFill, 700);
  const down = y + band + (height - band) * (card.figures.length > 0 ? 0.36 : 0.5);
  group.append(symbol(owner, card.symbol, { x: middle, y: down }, r * 0.34, palette.number));
  if (card.cost > 0) {
    const [cx, cy] = [right - r * 0.3, y + band + r * 0.3];
    group.append(svgElement(owner, "circle", { cx, cy, r: r * 0.2, fill: "none", ...edge }));
    text(String(card.cost), cx, cy, r * 0.28, palette.ink, 700);
  }
  card.figures.forEach(([drawing, value], k) => {
    const [fx, fy] = [x + width * (k > 0 ? 0.7 : 0.27), bottom - r * 0.3];
    group.append(symbol(owner, drawing, { x: fx - r * 0.2, y: fy }, r * 0.17, palette.number));
    const colour = card.hurt && k > 0 ? (palette.overlay.barred ?? palette.ink) : palette.ink;
    text(value, fx + r * 0.2, fy, r * (value.length < 3 ? 0.36 : 0.3), colour, 700);
  });
  if (card.count > 1) text(`\u00d7${card.count}`, x + r * 0.34, y + band + r * 0.28, r * 0.36, palette.ink, 700);
  return group;
}
