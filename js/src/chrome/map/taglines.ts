// The further lines of the tag: the figures of the pieces on a space, and the notes there.

import { entryOf, SYMBOLS } from "../../draw/palette";
import { written } from "../../draw/pieces/figures";
import type { Piece } from "../../kernel/types.gen";
import { svgElement } from "../../paint/svg";
import type { Store } from "../../state/store";
import { element } from "../elements/dom";

/** The figures of more pieces show in the fan only. */
const MOST_PIECES = 3;

/** A line for each piece that has figures, and for each note. */
export function tagLines(owner: Document, { map, state }: Store, index: number): HTMLElement[] {
  const name = map.name(index);
  const figured = state.pieces.filter((piece) => piece.space === name && piece.figures.length > 0);
  const lines = figured.length > MOST_PIECES ? [] : figured.map((piece) => figures(owner, piece));
  const notes = state.notes.filter((note) => note.space === name);
  return [...lines, ...notes.map(({ text }) => element(owner, "div", { class: "hexwidget-tag-note" }, text))];
}

/** The kind of a piece, with its figures. */
function figures(owner: Document, piece: Piece): HTMLElement {
  const parts = written(piece.figures).flatMap(([symbol, text]) => [
    symbol ? drawing(owner, symbol) : "",
    element(owner, "b", {}, text),
  ]);
  return element(owner, "div", { class: "hexwidget-tag-figures" }, element(owner, "span", {}, piece.kind), ...parts);
}

function drawing(owner: Document, symbol: string): SVGElement {
  const svg = svgElement(owner, "svg", { viewBox: "0 0 24 24", width: 12, height: 12 });
  svg.append(
    svgElement(owner, "path", { d: entryOf(SYMBOLS, symbol) ?? "", fill: "currentColor", "fill-rule": "evenodd" }),
  );
  return svg;
}
