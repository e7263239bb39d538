// The height of the stage: it depends on the width of the board and on the size of the map, and on nothing that happens.

import { HexMap } from "../../geometry/hexmap";
import { MatMap } from "../../geometry/mat/mat";
import type { SpaceMap } from "../../geometry/spaces";
import { LARGEST_AT_FIRST, LARGEST_PROVINCES, MARGIN, smallestAtFirst } from "../../paint/view";

/** The heights of the stage of a wide board, in pixels: a small map has a lower stage. */
const LOWEST = 440;
const HIGHEST = 560;
/** The height of the stage above the strip of a lesson, and that of a mat beside it, in pixels: a page of 900 pixels shows all. */
const TAUGHT = 432;
const TAUGHT_MAT = 584;
/** The height above the strip with the panel below it, in pixels. */
const TAUGHT_NARROW = 204;
/** The panel stands below the stage on boards that are less wide, in pixels. */
const NARROW = 740;
/** The greatest height of the stage with the panel below it, in pixels. */
const ABOVE_PANEL = 356;
/** On a phone the panel is higher, and the stage lower. */
const PHONE = 520;
const ABOVE_PANEL_OF_PHONE = 326;
/** The greatest height of a mat there: a page of 900 pixels shows it with the panel and the bar. */
const MAT_ABOVE_PANEL = 440;

/** The lowest stage with the panel below it, and in a pane, in pixels: below that the pane scrolls. */
const LOWEST_OF_ALL = 260;
const LOWEST_IN_PANE = 200;

/** The height of all that a view shows besides the stage, in pixels: the head (48), the strip of a recording (34) and the bar (84); with a lesson its strip
 * (190) and a bar of two rows (166). */
const BESIDES = 166;
const BESIDES_LESSON = 404;
/** The head, the bar of two rows, the edges and the margins, in a low view, in pixels. */
const LOW_REST = 120;
/** Views of less height are low, in pixels: with the panel below the stage, or beside it. */
const LOW = { narrow: 740, wide: 600 };
/** JupyterLab's element that scrolls a notebook. */
const SCROLLER = ".jp-WindowedPanel-outer";

/**
 * The height in which a board is seen, in pixels: that of its pane, of the notebook, or of the page. It is boundless in the frame
 * of a host, which follows the board's own height.
 */
export function viewHeight(board: HTMLElement): number {
  const page = board.ownerDocument.defaultView;
  const high = board.closest(`${PANE},${SCROLLER}`)?.clientHeight;
  return high || (page && page.parent === page ? page.innerHeight : Number.POSITIVE_INFINITY);
}

/** True if a view is so low that the lesson and the panel stand beside the map, where it is wide enough for that. */
export function isLow(board: number, view: number): boolean {
  return view < (board < NARROW ? LOW.narrow : LOW.wide);
}

/** True if all parts of a board must be compact: in a low view, and with a lesson on a phone. */
export function isTight({ board, low, taught }: Room): boolean {
  return low || (taught && board < PHONE);
}

export interface Room {
  /** The width of the whole board, of its stage, and the height in which it is seen, in pixels. */
  board: number;
  width: number;
  view: number;
  /** True of a low view. */
  low: boolean;
  /** True of a board with the strip of a lesson. */
  taught: boolean;
}

/** The height of the stage, in pixels: in view with it are the head, the bar, and what the tutor says. */
export function stageHeight(map: SpaceMap, room: Room): number {
  const { board, low, view } = room;
  const usual = usualHeight(map, room);
  if (low) return board < PHONE ? LOWEST_IN_PANE : Math.max(LOWEST_IN_PANE, Math.min(HIGHEST, view - LOW_REST));
  // With the panel below the stage, the bar covers its foot.
  if (board < NARROW) return usual;
  return Math.min(usual, Math.max(LOWEST_IN_PANE, view - (hasStrip(map, room) ? BESIDES_LESSON : BESIDES)));
}

/** True if the strip of a lesson stands between the map and the bar, and both grow with what they say. */
export function hasStrip(map: SpaceMap, { board, low, taught }: Room): boolean {
  return taught && !low && board >= NARROW && !map.mat;
}

/** The height of the stage where there is room enough. */
function usualHeight(map: SpaceMap, { board, width, taught }: Room): number {
  const narrow = board < NARROW;
  if (map instanceof MatMap) map.place({ width });
  if (taught) return narrow ? TAUGHT_NARROW : map instanceof MatMap ? TAUGHT_MAT : TAUGHT;
  if (map instanceof MatMap) return narrow ? Math.min(map.stageHeight, MAT_ABOVE_PANEL) : map.stageHeight;
  const largest = map instanceof HexMap ? LARGEST_AT_FIRST : LARGEST_PROVINCES;
  const whole = Math.min((width - 2 * MARGIN) / (map.size.x + 2 * map.rim), largest);
  const scale = narrow ? Math.max(whole, smallestAtFirst(map)) : whole;
  const [lowest, highest] = narrow
    ? [LOWEST_OF_ALL, board < PHONE ? ABOVE_PANEL_OF_PHONE : ABOVE_PANEL]
    : [LOWEST, HIGHEST];
  return Math.min(highest, Math.max(lowest, Math.round((map.size.y + 2 * map.rim) * scale + 2 * MARGIN)));
}

/** A pane of a board's own: of JupyterLab's *Create New View for Output*, or of a page. */
const PANE = ".jp-LinkedOutputView,.hexwidget-pane";
/** The pixels of a pane about the board, and of an empty output that JupyterLab has below it. */
const ABOUT = 12;
const EMPTY_OUTPUT = 10;
/** VS Code's element about an output. It cuts the board off only until VS Code has made it as high as the board. */
const FOLLOWS = ".output_container";

/** An element around the board that cuts it off and shows nothing else, such as an output of a fixed height; null without one. */
function lowAround(board: HTMLElement): HTMLElement | null {
  let at = board.parentElement;
  while (
    at &&
    !(
      at.scrollHeight > at.clientHeight &&
      at.scrollHeight < board.offsetHeight + 2 * ABOUT &&
      getComputedStyle(at).overflow !== "visible"
    )
  )
    at = at.parentElement;
  return at?.matches(FOLLOWS) ? null : at;
}

/**
 * Give the stage a height: the usual one, or in a pane the rest of the pane, so that the bar below is not cut off. A pane of
 * JupyterLab (*Create New View for Output*) and a page for a frame scroll; in other low elements the board does.
 *
 * @param usual the height in pixels
 * @param strip true: also in a pane of its own the stage has this height, as the strip below it and the bar grow
 * @returns the pane, if there is one
 */
export function fitStage(board: HTMLElement, stage: HTMLElement, usual: number, strip: boolean): HTMLElement | null {
  const { style } = board;
  const put = (height: number) => style.setProperty("--hw-stage-height", `${height}px`);
  put(usual);
  style.overflow = style.maxHeight = "";
  style.flexShrink = "0"; // a low flexible element, as Shiny's outputs are, would squeeze the board and hide that it is too low
  const own = board.closest<HTMLElement>(PANE);
  const pane = own ?? lowAround(board);
  if (!pane || (own && strip)) return pane;
  const about = ABOUT + (pane.querySelector(".jp-OutputArea") ? EMPTY_OUTPUT : 0);
  put(Math.max(LOWEST_IN_PANE, pane.clientHeight - board.offsetHeight + stage.offsetHeight - about));
  if (own) return pane;
  style.maxHeight = `${pane.clientHeight - ABOUT}px`;
  style.overflow = "auto";
  return pane;
}
