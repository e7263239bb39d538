// Small pictures of counters and of players' plates, for rows and buttons beside the board.

import type { List } from "../../draw/display-list";
import { type Palette, paletteOf } from "../../draw/palette";
import { seatOf } from "../../draw/pieces/counter";
import { die, sideCube } from "../../draw/pieces/die";
import { badge as badgeList, pieceThumb } from "../../draw/pieces/thumbnail";
import type { Piece } from "../../kernel/types.gen";
import { smallCanvas } from "../../paint/thumbnails";
import type { Store } from "../../state/store";

/** The parts of a piece that its small picture shows. */
type Pictured = Pick<Piece, "owner" | "symbol" | "layer">;

/** A small picture of a counter, `size` pixels wide and high. */
export function thumbnail(owner: Document, store: Store, piece: Pictured, size: number): HTMLElement {
  const palette = colours(store);
  const key = `${store.scene.players[piece.owner]?.hue} ${piece.owner} ${piece.symbol} ${piece.layer}`;
  return drawn(owner, pieceThumb(piece, store.scene, palette), palette, size, key);
}

/** The plate of a player, `size` pixels wide and high. */
export function badge(owner: Document, store: Store, seat: number, size: number): HTMLElement {
  const palette = colours(store);
  return drawn(
    owner,
    badgeList(store.scene, seat, palette),
    palette,
    size,
    `${store.scene.players[seat]?.hue} ${seat}`,
  );
}

/** A list in the square from -1 to 1 as a picture. Its look is written on it, so that equal pictures can be told from others. */
function drawn(owner: Document, list: List, palette: Palette, size: number, look: string): HTMLElement {
  const canvas = smallCanvas(owner, list, size, palette, "thumbnail");
  canvas.dataset.look = `${look} ${palette.page}`;
  return canvas;
}

function colours({ scene, settings }: Store): Palette {
  return paletteOf(settings.worn, scene.players);
}

/** A die, `size` pixels wide and high. */
export function diePicture(owner: Document, store: Store, text: string, faces: number, size: number): HTMLElement {
  return drawn(owner, die(text, faces), colours(store), size, `die ${faces} ${text}`);
}

/** A cube of a player's hue, `size` pixels wide and high. */
export function cubePicture(owner: Document, store: Store, seat: number, size: number): HTMLElement {
  const palette = colours(store);
  return drawn(owner, sideCube(seatOf(store.scene.players, seat, palette).side), palette, size, `cube ${seat}`);
}

/** The hue of a player's counters and of the figures on them. */
export function sideColours(store: Store, player: string): readonly [string, string] {
  const palette = colours(store);
  const seat = store.scene.players.findIndex((p) => p.name === player);
  const [face, figure] = seatOf(store.scene.players, seat, palette).side;
  return [face, figure];
}
