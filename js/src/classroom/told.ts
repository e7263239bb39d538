// What the server says to the wall.

import type { Drawing } from "./picture";

/** What a learner has done in a part of the course. */
export interface Done {
  solved: boolean;
  tries: number;
  hints: number;
  /** How often the part was played for them to its end. */
  shown: number;
  seconds: number;
}

export interface Learner {
  id: string;
  name: string;
  /** The token by which the teacher looks on. */
  look: string;
  /** The screens at which they are, and those at which they sit at a table. */
  here: number;
  plays: number;
  /** Why they seem to be stuck; empty: they do not. */
  stuck: string;
  /** The rest is missing before the learner's worker has told it. */
  part?: number;
  stands?: "playing" | "done" | "lost";
  left?: string[];
  done?: Done[];
  /** The state of each clause that is not new to them. */
  clauses?: { [clause: string]: string };
  /** The clauses of their last refusals since they last got on. */
  refused?: string[];
}

export interface Class {
  title: string;
  parts: { name: string; asks: boolean }[];
  clauses: [id: string, title: string][];
  /** The states of a clause, the best first. */
  words: string[];
  /** The token of the class's link; empty if it is not kept. */
  link: string;
  over: boolean;
  /** The ids of all learners. */
  learners: string[];
  /** True while a position is shown to all. */
  shows: boolean;
  /** The positions that games can begin from, each with its players. */
  starts: [start: string, title: string, players: string[]][];
}

/** A game of learners, as the wall shows it. */
export interface Game {
  name: string;
  title: string;
  stage: string;
  over: boolean;
  seats: { seat: string; who: string; acts: boolean }[];
  /** The teacher plays. */
  plays: boolean;
  /** It is the teacher's turn. */
  waits: boolean;
  /** The teacher's seat; where others play, the referee's desk. */
  link: string;
}

export type Told =
  | ({ method: "class" } & Class)
  | ({ method: "learner" } & Learner)
  | { method: "gone"; learner: string }
  | { method: "static"; key: string; scene: Drawing["scene"] }
  | { method: "scene"; learner: string; key: string; scene: Drawing["state"] }
  | { method: "games"; games: Game[] }
  | { method: "said"; text: string }
  | { method: "link"; name: string; token: string }
  | { method: "file"; name: string; kind: "json"; text: string };

export type Wish = (name: string, more?: object) => void;
