// Small pictures of counters, for rows and buttons beside the board.

import { type Palette, paletteOf, sideOf } from "../draw/palette";
import type { Piece } from "../kernel/types.gen";
import { counter, plate, structure } from "../paint/counters";
import { svgElement } from "../paint/svg";
import { themeOf } from "../paint/theme";
import type { Store } from "../state/store";

/** The parts of a piece that its small picture shows. */
export type Pictured = Pick<Piece, "owner" | "symbol"> & Partial<Piece>;

/** A small picture of a counter, `size` pixels wide and high. */
export function thumbnail(owner: Document, store: Store, piece: Pictured, size: number): SVGElement {
  const palette = colours(owner, store);
  const svg = canvas(owner, size);
  const whole = {
    id: "",
    space: "",
    kind: "",
    label: "",
    count: 1,
    layer: "unit",
    spent: false,
    turned: false,
  } as const;
  const drawn: Piece = { ...whole, facing: null, pips: 0, ...piece };
  const draw = drawn.layer === "structure" ? structure : counter;
  svg.append(draw(owner, drawn, store.scene, palette, { x: size / 2, y: size / 2 }, size * 0.36));
  return svg;
}

/** The shape and hue of a player, `size` pixels wide and high. */
export function badge(owner: Document, store: Store, seat: number, size: number): SVGElement {
  const palette = colours(owner, store);
  const player = store.scene.players[seat];
  const [fill] = sideOf(palette, player?.hue);
  const svg = canvas(owner, size);
  svg.append(plate(owner, player?.shape ?? "square", { x: size / 2, y: size / 2 }, size * 0.34, fill, palette.ink));
  return svg;
}

function canvas(owner: Document, size: number): SVGElement {
  return svgElement(owner, "svg", { viewBox: `0 0 ${size} ${size}`, width: size, height: size, "aria-hidden": "true" });
}

function colours(owner: Document, { scene, settings }: Store): Palette {
  return paletteOf(themeOf(owner, settings.theme ?? scene.theme), scene.players);
}
