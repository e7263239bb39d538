// The sizes of a mat, in pixels at its usual scale: there a unit of the map has 34 pixels. Cards keep these sizes, so that they
// can be read; zones get the width that there is.

/** Pixels in a unit of the map at the usual scale. */
export const UNIT = 34;

export interface Size {
  w: number;
  h: number;
}

export interface Rect extends Size {
  x: number;
  y: number;
}

/** The widths of a card that lies on the table; where there is little room it is as narrow as `least`. */
export const TILE = { w: 138, least: 96 };
/** The width of a card of the own hand. */
export const CARD = 110;
/** The heights of a card on the table and of one in the own hand, how far a chosen one is raised, the room between two bands. */
interface Heights {
  tile: number;
  card: number;
  lift: number;
  band: number;
}
export const USUAL: Heights = { tile: 68, card: 148, lift: 22, band: 6 };
/** The heights on a stage that is too low for the usual ones. */
export const LOW: Heights = { tile: 54, card: 111, lift: 12, band: 3 };
/** A card of another player's hand that may be seen. */
export const SLIM: Size & { least: number } = { w: 112, h: 44, least: 76 };
/** The back of a card in another player's hand, or in a pile. */
export const BACK: Size = { w: 33, h: 44 };

/** The room about the mat, between zones, and within a zone. */
export const EDGE = 14;
export const GAP = 8;
export const PAD = 12;
/** The height of a zone's label. */
export const HEAD = 20;
/** The least part of a card that shows beside the card on it: its drawing. */
export const SHOWN = 46;
/** The heights of a zone of a row and of a lane without cards, and what one line of cards takes beside its cards. */
export const ROW = { empty: 30, about: HEAD + 6 };
export const LANE = { empty: 24, about: 7 };
/** The height of a line with piles, hidden cards and tallies, and the width of a pile and of a tally in it. */
export const STRIP = { h: 48, pile: 102, narrowPile: 94, tally: 92 };
