// The sources of the lists of a board: an observer's view, its size, and the decision that is being made.

import type { SpaceMap } from "../geometry/spaces";
import type { ChangingScene, Choice, Choices, Overlay, StaticScene } from "../kernel/types.gen";
import type { Field } from "../state/reach-field";
import type { Palette } from "./palette";

/** An observer's view of a board, and its size. */
export interface Sight {
  readonly map: SpaceMap;
  readonly scene: StaticScene;
  readonly state: ChangingScene;
  readonly palette: Palette;
  /** Pixels in a radius: parts that would be too small to be read are left out. */
  readonly px: number;
  /** True if the pieces have letters in place of drawings. */
  readonly letters?: boolean;
  /** True if notes have numbers in place of flags. */
  readonly numbered?: boolean;
  /** The overlays that are shown; all of them if it is left out. */
  readonly overlays?: readonly Overlay[];
}

/** The decision that a player is making, as far as it is drawn. */
export interface Decision {
  readonly choices: Choices;
  /** The field of the choices, decoded. */
  readonly field: Field | null;
  /** All that is offered now, with the pieces that may be chosen instead. */
  readonly options: readonly Choice[];
  /** The space that fills the field's slot; -1: it is open. */
  readonly destination: number;
}

/** The spaces that are looked at: they change as the pointer moves. Spaces by number; -1: none. */
export interface Gaze {
  readonly focus: number;
  /** True if the keyboard has set the focus. */
  readonly byKeyboard: boolean;
  /** The space whose explanation stays open. */
  readonly pinned: number;
  /** The spaces of an event that is pointed at. */
  readonly marked: readonly number[];
  /** The space that distances are measured from. */
  readonly ruler: number;
}

/** Figures, digits and letters are never lower, in pixels. */
const LEAST = 10;
/** Digits, locks and costs are left out where a radius has fewer pixels. */
export const SMALLEST_WITH_DIGITS = 16;

/** A height of letters, in radii: as wished, or the least that can be read. */
export const legible = (px: number, size: number): number => Math.max(size, LEAST / px);

/** A width of a line, in radii: as wished, or so many pixels at least. */
export const visible = (px: number, width: number, pixels = 1): number => Math.max(width, pixels / px);
