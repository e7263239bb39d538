// The place of a pop-up beside a thing: above it or below it, else at a side, within the stage and never over the thing.

/** The room between the thing and the pop-up, and about the pop-up, in pixels. */
const GAP = 10;
const MARGIN = 6;
/** The least distance of the pop-up's tip from its corners. */
const CORNER = 16;

export interface Extent {
  width: number;
  height: number;
}

export interface Box extends Extent {
  left: number;
  top: number;
}

export interface Spot extends Box {
  side: "above" | "below" | "left" | "right";
  /** The height that there is for it. */
  room: number;
  /** The place of its tip along the side that faces the thing. */
  tip: number;
}

/**
 * The place of a pop-up of a size beside a box.
 *
 * @param free boxes that stay free where there is another side
 */
export function placed(box: Box, size: Extent, stage: Extent, free: readonly Box[] = []): Spot {
  const [above, below] = [spotAbove(box, size, stage), spotBelow(box, size, stage)];
  // Above and below it does not lie in the way of a pointer that goes along a row of cards.
  const upright = box.top + box.height / 2 > stage.height / 2 ? [above, below] : [below, above];
  const spots = [...upright, ...spotsAside(box, size, stage)];
  const cost = (spot: Spot) => free.reduce((sum, each) => sum + shared(spot, each), 0);
  const fitting = spots.filter((spot) => spot.room >= size.height);
  if (fitting.length === 0) return above.room > below.room ? above : below;
  return fitting.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
}

export const within = (at: number, length: number, room: number) =>
  Math.max(MARGIN, Math.min(at, room - MARGIN - length));

function spotAbove(box: Box, size: Extent, stage: Extent): Spot {
  const room = box.top - GAP - MARGIN;
  const height = Math.min(size.height, room);
  return { ...across(box, size, stage), side: "above", top: box.top - GAP - height, height, room };
}

function spotBelow(box: Box, size: Extent, stage: Extent): Spot {
  const top = box.top + box.height + GAP;
  const room = stage.height - top - MARGIN;
  return { ...across(box, size, stage), side: "below", top, height: Math.min(size.height, room), room };
}

function across(box: Box, { width }: Extent, stage: Extent) {
  const middle = box.left + box.width / 2;
  const left = within(middle - width / 2, width, stage.width);
  return { left, width, tip: Math.max(CORNER, Math.min(width - CORNER, middle - left)) };
}

function spotsAside(box: Box, { width, height }: Extent, stage: Extent): Spot[] {
  const middle = box.top + box.height / 2;
  const top = within(middle - height / 2, height, stage.height);
  const tip = Math.max(CORNER, Math.min(height - CORNER, middle - top));
  const beside = { top, width, height, tip, room: stage.height - 2 * MARGIN };
  const [right, left] = [box.left + box.width + GAP, box.left - GAP - width];
  const found: Spot[] = [];
  if (right + width + MARGIN <= stage.width) found.push({ ...beside, side: "right", left: right });
  if (left >= MARGIN) found.push({ ...beside, side: "left", left });
  return found;
}

/** The area that two boxes share. */
export function shared(one: Box, other: Box): number {
  const w = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const h = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return w > 0 && h > 0 ? w * h : 0;
}
