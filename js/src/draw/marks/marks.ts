// The marks of a board, in the order in which they are drawn: below the pieces, above them, and where one looks.

import { HexMap } from "../../geometry/hexmap";
import { MatMap } from "../../geometry/mat/mat";
import { isFree } from "../../kernel/drafts";
import type { Arrow, Choice } from "../../kernel/types.gen";
import type { Ink, Item, List } from "../display-list";
import { sideLines } from "../land/sides";
import { matFront } from "../mat/mat";
import { type Decision, type Gaze, legible, type Sight, SMALLEST_WITH_DIGITS } from "../observer-view";
import { sideOf } from "../palette";
import { roomOf } from "../pieces/stack";
import { polygon, xy } from "../shapes";
import { overlay, region } from "./areas";
import { hueOf } from "./hues";
import { linkLines } from "./links";
import { notes } from "./notes";
import { litSpaces, locks, pointsLeft, reach } from "./reach";
import { focusRing, hover, inward, lock, ownMark, selection, swords, target } from "./rings";
import { isRooms, ribbon, ruler, stepCosts, trail, wayLabel, wayPoints } from "./ways";

/** The sizes of rings as parts of a space. */
const SELECTED = 0.93;
const TARGETED = 0.9;
/** A strike ends this far before the middle of its target, so that the target is seen. */
const BEFORE_TARGET = 0.38;
const STRIKE = 0.17;
/** The padlock of the barred space that is looked at. */
const LARGE_LOCK = 0.3;

/**
 * The marks below the pieces: hexsides, regions, links, overlays, trails, the veil and the line about a reach, locks, the selection, targets, and
 * the ways that are not strikes.
 *
 * @param seen the spaces that may be seen, for overlays of very many spaces
 */
export function marksBelow(sight: Sight, decision: Decision | null, seen: Iterable<number> | null = null): List {
  const { state } = sight;
  // Provinces have their borders in their ground.
  const sides = sight.map instanceof HexMap ? sideLines(sight.map.borders, sight.scene.borders, sight.palette) : [];
  const list: Item[] = [...sides, ...state.regions.flatMap((each) => region(each, sight))];
  list.push(...linkLines(sight.map, state.links ?? [], sight.scene.borders, sight.palette));
  for (const each of sight.overlays ?? state.overlays) list.push(titled(overlay(each, sight, seen), each.label));
  for (const arrow of state.arrows)
    if (arrow.trail) list.push(...trail(points(arrow, sight), hueOf(sight.palette, arrow.hue).ink));
  if (decision) list.push(...chosen(decision, sight), ...offers(decision, sight));
  const arrows = pointing(decision, sight).filter(({ hue }) => hue !== "attack");
  return [...list, ...ribbons(arrows, decision, sight)];
}

/** The marks above the pieces: points left, flags, strikes with crossed swords, and the words of arrows. */
export function marksAbove(sight: Sight, decision: Decision | null): List {
  const { map, px } = sight;
  const list: Item[] = decision?.field ? pointsLeft(decision.field, sight, decision.destination) : [];
  list.push(...notes(sight));
  const arrows = pointing(decision, sight);
  const strikes = arrows.filter(({ hue }) => hue === "attack");
  list.push(...ribbons(strikes, decision, sight));
  for (const index of struck(decision, sight)) {
    const { x, y } = map.centre(index);
    const up = isRooms(map) ? 0.1 : 0.54;
    list.push(...swords(x - 0.5, y - up, Math.max(0.24, 6 / px)));
  }
  if (px < SMALLEST_WITH_DIGITS) return list;
  for (const arrow of arrows)
    if (arrow.written) list.push(...wayLabel(points(arrow, sight), arrow.label, legible(px, 0.26)));
  return list;
}

/** Below the pieces: locks at the rim of the reach, and the way to the space that is chosen or looked at, with its costs. */
export function gazeBelow(sight: Sight, decision: Decision | null, gaze: Gaze): List {
  const { map, px } = sight;
  const field = decision?.field;
  if (!decision || !field || map.mat) return [];
  const focused = gaze.focus >= 0 && field.costs.has(gaze.focus) ? gaze.focus : -1;
  const goal = decision.destination >= 0 ? decision.destination : focused;
  const way = goal >= 0 ? field.route(goal) : field.fixed;
  const barred = [gaze.focus, gaze.pinned].filter((index) => isBarred(index, sight, decision, gaze));
  const list = [...locks(field, sight, barred), ...ribbon(wayPoints(map, way), moverHue(sight, decision))];
  if (goal >= 0 && px >= SMALLEST_WITH_DIGITS)
    list.push(...stepCosts(map, way, field.stepCosts(goal), legible(px, 0.23)));
  return list;
}

/** The marks of the gaze: rings of the focus, of the pinned space and of the spaces of an event, a lock, the ruler. */
export function gazeAbove(sight: Sight, decision: Decision | null, gaze: Gaze): List {
  const { map, px } = sight;
  if (map instanceof MatMap) return matFront({ ...sight, map }, decision, gaze);
  const { focus, pinned } = gaze;
  const ring = (index: number, draw = hover) => (index < 0 ? [] : draw(outline(index, sight, 0.94), px));
  const apart = (index: number) => (index === focus ? -1 : index);
  const others = [apart(decision?.destination ?? -1), ...gaze.marked, apart(pinned)];
  const list: Item[] = others.flatMap((index) => ring(index));
  list.push(...ring(focus, gaze.byKeyboard ? focusRing : hover));
  for (const index of new Set([focus, pinned]))
    if (isBarred(index, sight, decision, gaze)) list.push(...largeLock(index, sight));
  list.push(...ring(gaze.ruler));
  if (gaze.ruler >= 0 && focus >= 0 && focus !== gaze.ruler)
    list.push(...ruler(map, map.line(gaze.ruler, focus), legible(px, 0.26)));
  return list;
}

/** True for a barred space that one looks at: at the rim of the reach, or with its explanation open. */
function isBarred(index: number, { map }: Sight, decision: Decision | null, { pinned }: Gaze): boolean {
  const field = decision?.field;
  if (index < 0 || map.mat || !field || field.costs.has(index)) return false;
  return field.barred.has(index) || index === pinned;
}

function largeLock(index: number, { map, px }: Sight): Item[] {
  const { x, y } = map.centre(index);
  return lock(x, y + (isRooms(map) ? 0.1 : -0.02), Math.max(LARGE_LOCK, 6 / px));
}

/** Items with words for people, which pictures show where one points. */
const titled = (items: Item[], title: string): Item => ({ items, title });

/** The outline of a space, drawn in. */
function outline(index: number, { map }: Sight, k: number): string {
  // A province is much larger than the room for its pieces: a part of its size would lie far from its border.
  return polygon(inward(map.outline(index), map.centre(index), isRooms(map) ? 1 : k));
}

function ringed(index: number, sight: Sight): Item[] {
  return index < 0 || sight.map.mat ? [] : selection(outline(index, sight, SELECTED), sight.px);
}

/** The reach of the piece that is chosen, and rings about its space, or about those of all chosen pieces. */
function chosen(decision: Decision, sight: Sight): Item[] {
  const { field } = decision;
  if (!field) return [...pieceSpaces(decision, sight)].flatMap((index) => ringed(index, sight));
  const spaces = titled(reach(litSpaces(field), sight), field.label);
  return [spaces, ...ringed(field.fixed[0] ?? field.origin, sight)];
}

/** The spaces of the pieces that are chosen. */
function pieceSpaces({ options }: Decision, { map }: Sight): Set<number> {
  return new Set(
    options.flatMap((o) => (o.kind === "piece" && o.chosen && o.space !== null ? [map.find(o.space)] : [])),
  );
}

/** Brackets about the spaces that are offered one by one, such as targets, and rings with flags about those that are marked. */
function offers(decision: Decision, sight: Sight): Item[] {
  const { map, px } = sight;
  const strikes = struck(decision, sight);
  return decision.options.flatMap((option) => {
    const index = shownAt(option, decision, sight);
    if (index < 0 || map.mat) return [];
    if (option.kind === "mark") {
      const { x, y } = map.centre(index);
      return ownMark(outline(index, sight, TARGETED), x - 0.4, y - 0.16, px);
    }
    const corners = isRooms(map) ? map.outline(index).map(xy) : inward(map.outline(index), map.centre(index), TARGETED);
    if (strikes.has(index)) return target(corners, true, px);
    return option.chosen ? selection(outline(index, sight, SELECTED), px) : target(corners, false, px);
  });
}

/** The space about which an offer is drawn; -1: it has none, or a piece there shows it. */
function shownAt(option: Choice, { choices }: Decision, { map, state }: Sight): number {
  const index = isFree(option) && option.space !== null ? map.find(option.space) : -1;
  if (option.kind === "mark") return option.chosen ? index : -1; // any space may be marked; only marked ones show
  if (option.kind !== "piece") return option.kind === "space" ? index : -1;
  const begins = Object.keys(choices.draft).length === 0;
  return begins && !state.pieces.some((piece) => piece.space === option.space) ? index : -1;
}

/** The chosen spaces that a strike is aimed at. */
function struck(decision: Decision | null, sight: Sight): Set<number> {
  const { map } = sight;
  if (!decision || map.mat) return new Set();
  const aims = new Set(arrowsOf(decision, sight).flatMap((a) => (a.hue === "attack" ? [a.spaces.at(-1)] : [])));
  const chosen = decision.options.filter(
    (o) => o.kind === "space" && o.chosen && o.space !== null && aims.has(o.space),
  );
  return new Set(chosen.map((o) => map.find(o.space ?? "")));
}

/** The arrows of the scene but for trails, and those of a draft. */
function pointing(decision: Decision | null, sight: Sight): Arrow[] {
  return [...sight.state.arrows.filter((arrow) => !arrow.trail), ...arrowsOf(decision, sight)];
}

function ribbons(arrows: Arrow[], decision: Decision | null, sight: Sight): Item[] {
  return arrows.map((arrow) => titled(arrowRibbon(arrow, sight, decision), arrow.label));
}

/** The arrows of a draft. */
function arrowsOf(decision: Decision | null, { map }: Sight): readonly Arrow[] {
  const arrows = decision?.choices.arrows ?? [];
  // A card of a hand is raised, and the zone that takes it is lit: that says where it goes.
  return map instanceof MatMap ? arrows.filter(({ spaces }) => !map.inHand(map.find(spaces[0] ?? ""))) : arrows;
}

function points(arrow: Arrow, { map }: Sight) {
  return wayPoints(
    map,
    arrow.spaces.map((space) => map.find(space)),
  );
}

/** An arrow as a ribbon. Arrows of the scene are plans, those of a decision are as good as done. */
function arrowRibbon(arrow: Arrow, sight: Sight, decision: Decision | null): Item[] {
  const way = points(arrow, sight);
  if (arrow.hue === "attack") return ribbon(way, "act", { stop: BEFORE_TARGET, width: STRIKE });
  const own = arrow.hue === "path" && decision ? moverHue(sight, decision) : hueOf(sight.palette, arrow.hue).ink;
  return ribbon(way, own, { plan: sight.state.arrows.includes(arrow), stop: roomOf(sight.map).down ? 0.3 : 0.12 });
}

/** The hue of the player who decides. */
function moverHue({ palette, scene }: Sight, { choices }: Decision): Ink {
  const mover = scene.players.find((player) => player.name === choices.player);
  return mover ? sideOf(palette, mover.hue)[0] : "markInk";
}
