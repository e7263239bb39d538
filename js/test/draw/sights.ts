// Sights and decisions of the fixtures, for tests of lists.

import { type Item, isGroup, isText, type List, type Shape, type Text } from "../../src/draw/display-list";
import type { Decision, Gaze, Sight } from "../../src/draw/observer-view";
import { paletteOf, type Theme } from "../../src/draw/palette";
import { mapOf } from "../../src/geometry/map";
import { sameDraft } from "../../src/kernel/drafts";
import type { Draft, Piece } from "../../src/kernel/types.gen";
import { Field } from "../../src/state/reach-field";
import { type Fixture, stateOf } from "../model";

/** What is seen of a fixture's board. */
export function sightOf(name: Fixture, more: Partial<Sight> = {}, theme: Theme = "light"): Sight {
  const { _scene: scene, _state: state } = stateOf(name);
  return { map: mapOf(scene), scene, state, palette: paletteOf(theme, scene.players), px: 46, ...more };
}

/** The decision under a draft of a fixture: what the kernel has sent. */
export function decisionOf(name: Fixture, draft: Draft = {}, destination = ""): Decision {
  const { _choices, _current, _scene } = stateOf(name);
  const all = [_choices.root, ..._choices.branches, ...(_current ? [_current] : [])];
  const choices = all.find((each) => sameDraft(each.draft, draft));
  if (!choices) throw new Error(`the fixture has no choices under ${JSON.stringify(draft)}`);
  const map = mapOf(_scene);
  const field = choices.field ? new Field(choices.field, map) : null;
  const pieces = _choices.root.options.filter((o) => o.kind === "piece");
  const options = choices === _choices.root ? choices.options : [...choices.options, ...pieces];
  return { choices, field, options, destination: map.find(destination) };
}

export const nothing: Gaze = { focus: -1, byKeyboard: false, pinned: -1, marked: [], ruler: -1 };

export function piece(more: Partial<Piece> = {}): Piece {
  const plain = {
    symbol: "horse",
    kind: "cavalry",
    label: "cavalry",
    layer: "unit" as const,
    facing: null,
    figures: [],
  };
  return {
    id: "x",
    space: "0101",
    owner: 0,
    count: 1,
    spent: false,
    turned: false,
    pips: 0,
    lost: 0,
    ...plain,
    ...more,
  };
}

/** All items of a list, those in groups too. */
export function flat(list: List): Item[] {
  return list.flatMap((item) => (isGroup(item) ? flat(item.items) : [item]));
}

export const texts = (list: List): Text[] => flat(list).filter(isText);
export const shapes = (list: List): Shape[] => flat(list).filter((item): item is Shape => "d" in item);
