// What the kernel sends: the counterparts of hexwidget/widget/wire.py.

import type { Offset } from "../geometry/hexmap";
import type { Provinces } from "../geometry/provinces";

export type Draft = Record<string, string | boolean | number>;
export type Pattern = "none" | "trees" | "peaks" | "hills" | "crags" | "reeds" | "waves" | "deep" | "closed";
export type Shape = "square" | "round" | "diamond" | "hexagon";

export type Hatch = "none" | "rising" | "falling" | "level" | "upright";
export type TokenShape = "square" | "round" | "diamond";

export interface StaticScene {
  title: string;
  /** The address of the system's rulebook as a page, up to the number of a clause; empty: there is none. */
  rulebook: string;
  /** What it means that a piece is drawn spent; empty: nothing is. */
  spent: string;
  trackHover: boolean;
  offset: Offset;
  columns: number;
  rows: number;
  cells: unknown;
  /** The map, where its spaces are provinces and not hexes. */
  provinces: Provinces | null;
  /** The look of each kind of border. */
  borders: { key: string; label: string; hue: string; stroke: "solid" | "dashed" | "dotted" }[];
  grounds: { key: string; label: string; hue: string; pattern: Pattern }[];
  players: { name: string; hue: string; shape: Shape }[];
}

export interface Piece {
  id: string;
  space: string;
  owner: number;
  symbol: string;
  /** What pieces with this symbol are called, for the legend. */
  kind: string;
  label: string;
  count: number;
  layer: "structure" | "unit";
  spent: boolean;
  /** Whether it lies on its side. */
  turned: boolean;
  /** The direction that it faces, by its number. */
  facing: number | null;
  /** How much it can still do. */
  pips: number;
}

export interface Token {
  space: string;
  kind: string;
  name: string;
  label: string;
  count: number;
  shape: TokenShape;
}

export interface Arrow {
  spaces: string[];
  label: string;
  hue: string;
  /** Where something has come from: below the pieces, without a head. */
  trail: boolean;
}

export interface Overlay {
  name: string;
  label: string;
  hue: string;
  fill: number;
  darkening: number;
  border: number;
  numbers: boolean;
  hatch: Hatch;
  levels: [number, number, unknown][];
}

/** A few words at a space. */
export interface Note {
  space: string;
  text: string;
  hue: string;
}

/** A card that fills a place of a mat, or a pile of cards on one. */
export interface Card {
  space: string;
  owner: number;
  title: string;
  kind: string;
  symbol: string;
  cost: number;
  /** Pairs of a drawing and what stands beside it. */
  figures: [string, string][];
  count: number;
  face: boolean;
  exerted: boolean;
  hurt: boolean;
  pile: boolean;
  details: string[];
}

/** A wheel beside the board. */
export interface Wheel {
  title: string;
  wedges: string[];
  /** Pairs of a seat and a wedge, from 0. */
  markers: [number, number][];
  /** A click on wedge n sets this slot to `values[n]`. */
  slot: string;
  values: number[];
}

/** Cards that lie open beside the board, so many in a row, with the seats of those whose markers lie on them. */
export interface Row {
  title: string;
  cards: { title: string; marks: number[] }[];
  length: number;
  notes: string[];
}

/** How the board would look: the grounds of some spaces, and what would lie there. */
export interface Preview {
  grounds: [string, string][];
  tokens: Token[];
}

/** Figures to choose by. */
export interface Table {
  title: string;
  header: string[];
  rows: string[][];
}

export interface ChangingScene {
  revision: number;
  pieces: Piece[];
  tokens: Token[];
  cards: Card[];
  overlays: Overlay[];
  arrows: Arrow[];
  notes: Note[];
  wheel: Wheel | null;
  /** Spaces that belong together: their outlines are drawn on the ground. */
  regions: { label: string; plane: [number, unknown] }[];
  row: Row | null;
  description: string;
}

export interface Finding {
  clause: string;
  title: string;
  rule: string;
  code: string;
  text: string;
  subjects: string[];
  /** What would help; `action`: what does it, where an action does. */
  remedy: { text: string; clause: string; action: string | null } | null;
}

export interface Verdict {
  status: "legal" | "illegal" | "incomplete" | "unknown";
  subject: string;
  findings: Finding[];
}

export interface Choice {
  slot: string;
  value: string | boolean | number;
  label: string;
  kind: "piece" | "space" | "mark" | "button" | "switch" | "number";
  clause: string;
  space: string | null;
  chosen: boolean;
  /** The draft after choosing it, or, if it is chosen, after taking that back. */
  leadsTo: Draft;
  shortcut: string | null;
  /** Of a number: the drafts after one less and one more; null at its bounds. */
  fewer: Draft | null;
  more: Draft | null;
  findings: Finding[];
}

export interface EncodedField {
  slot: string;
  label: string;
  /** What costs are counted in: one, many. */
  unit: [string, string];
  /** What choosing the hex one is on means. */
  here: string;
  /** Whether the draft is complete once this is filled. */
  completes: boolean;
  /** Whether what is chosen next goes on from there, instead of taking its place. */
  onward: boolean;
  /** Whether what is left of the budget is written on the hexes. */
  numbers: boolean;
  origin: string;
  /** The hexes that lead to the origin, if something has been chosen before. */
  lead: string[];
  budget: number;
  levels: [number, number, unknown][];
  routes: string;
  barred: { clause: string; title: string; plane: [number, unknown] }[];
}

export interface Choices {
  player: string | null;
  draft: Draft;
  prompt: string;
  options: Choice[];
  field: EncodedField | null;
  action: string | null;
  verdict: Verdict;
  /** What the draft holds already. */
  arrows: Arrow[];
  /** The draft one step back; empty: nothing chosen. */
  back: Draft;
  preview: Preview | null;
  table: Table | null;
}

export interface ChoicesState {
  revision: number;
  root: Choices;
  branches: Choices[];
}

/** A step of another way, and the steps that were taken from there. */
export interface Branch {
  number: number;
  text: string;
  next: Branch[];
}

export interface Timeline {
  revision: number;
  current: number;
  depth: number;
  length: number;
  notice: string;
  canUndo: boolean;
  canRedo: boolean;
  canGoto: boolean;
  /** Whether what is left to chance is rolled at once or set by hand; null where that is not for this board to say. */
  rolls: "auto" | "ask" | null;
  /** The line of play, a step each, with the other ways that have been gone from it. */
  steps: { number: number; depth: number; text: string; branches: Branch[] }[];
  events: Sentence[];
}

export interface Status {
  revision: number;
  text: string;
  /** Who may do something now. */
  toAct: string[];
  /** Whose view this is; null: everything is seen. */
  seenBy: string | null;
  /** Whether this board may show any player's view. */
  anyView: boolean;
  /** Opponents who are no persons and think about what to do. */
  thinking: string[];
  /** What is said beside the board: a question, and what there is to say to the answer. */
  said: { heading: string; tone: "question" | "right" | "wrong"; lines: Sentence[] }[];
  /** Whether it is a recording, without a kernel: to be stepped through, not played. */
  recorded: boolean;
  /** The file that the game is kept in, and why its last step could not be saved; empty where there is neither. */
  kept: { file: string; problem: string };
}

export interface Sentence {
  text: string;
  clause: string;
  subjects: string[];
}

/** A clause of the rulebook, to be read. */
export interface ClauseText {
  id: string;
  kind: string;
  title: string;
  text: string;
  open: string;
  /** The readings that it leaves open: the name of the option, its values, and the one that holds here. */
  readings: { name: string; values: string[]; now: string }[];
  /** Examples of what it says. */
  examples: { id: string; title: string; text: string }[];
}

/** What an editor can put and set, and what is wrong with the position as it is. */
export interface Editing {
  revision: number;
  brushes: Brush[];
  settings: {
    name: string;
    values: string[];
    now: string | number;
    clause: string;
    least: number | null;
    most: number | null;
  }[];
  findings: Finding[];
}

export interface Brush {
  key: string;
  label: string;
  group: "ground" | "unit" | "building" | "card" | "token" | "owner" | "eraser";
  symbol: string;
  /** Whether it is put there for a player. */
  owned: boolean;
}

/** The synced traits, each written by the kernel only. */
export interface BoardState {
  _scene: StaticScene;
  _state: ChangingScene;
  _choices: ChoicesState;
  /** What may be chosen under the draft that the kernel holds; null without one. */
  _current: (Choices & { revision: number }) | null;
  _timeline: Timeline;
  _status: Status;
  _editing: Editing | null;
}

export interface Reply {
  id: string | null;
  ok: boolean;
  revision: number;
  error?: string;
  stale?: boolean;
  verdict?: Verdict;
  clause?: ClauseText;
  events?: Sentence[];
  svg?: string;
  text?: string;
}
