// Editing: a position that is put together by hand. The brush, the player it paints for, and the exported text.

import type { Point } from "../geometry/spaces";
import { say } from "../kernel/language";
import type { Brush, Editing as Offered } from "../kernel/types.gen";
import type { Changes } from "./changes";
import type { Requests } from "./requests";
import type { Traits } from "./traits";

/** The brushes that are drawn over spaces with the button held down. */
const STROKES = new Set(["shade", "rub out"]);
/** The brushes that make a way: two clicks, at its start and its end, make one, too. */
const WAYS = new Set(["arrow", "road", "way"]);
const isWay = ({ key, group }: Brush): boolean => group === "side" || WAYS.has(key);
/** The brushes that ask for words, and the words about these. */
const CAPTIONS: Record<string, string> = { note: "Note", arrow: "Words at the arrow" };

const WAY = "drag over the map, or click where it starts";
const SIDE = "drag across the sides, or click the hexes of one; the same again takes it away";
/** The tasks of brushes; with all others, click where the thing should be. */
const TASKS: Record<string, string> = {
  note: "click where the note is to be",
  shade: "click or drag over the map; the same again takes it away",
  "rub out": "click or drag over what is to go",
  piece: "click the piece",
  place: "click the place",
};

/** Words that are asked for: for which spaces, the words so far, and what to do with them. */
export interface Caption {
  label: string;
  value: string;
  most: number;
  done(words: string): void;
}

/** The groups of tools of the editor. */
export type Tab = "pieces" | "draw" | "map" | "ask" | "share";
/** A way to take away what was made. */
export type Form = "page" | "handout" | "address" | "python" | "scenario";

export class Editing {
  private held: Brush | null = null;
  /** The player of new pieces; empty: the first. */
  player = "";
  /** The hue of drawings. */
  hue = "mark";
  tab: Tab = "pieces";
  /** The exported Python, to be copied. */
  made: string | null = null;
  /** The start of a way that waits for a click on its end. */
  begun: number[] = [];
  caption: Caption | null = null;
  /** Take away what was made, in a form. */
  take: (form: Form) => void = () => {};

  constructor(
    private readonly traits: Pick<Traits, "editing" | "scene" | "state" | "map">,
    private readonly requests: Pick<Requests, "ask" | "fail" | "send" | "line">,
    private readonly changes: Changes,
  ) {}

  /** The brushes and settings of the editor; null while the position is played and not edited. */
  get offered(): Offered | null {
    return this.requests.line === "lost" ? null : this.traits.editing;
  }

  /** True while the position is edited. */
  get on(): boolean {
    return this.offered !== null;
  }

  /** The brush in the hand, with the words that it has now. */
  get brush(): Brush | null {
    const { held } = this;
    return held && (this.offered?.brushes.find(({ key }) => key === held.key) ?? held);
  }

  /** Take a brush into the hand, or lay it down. */
  hold(brush: Brush | null): void {
    this.held = brush;
    this.begun = [];
    this.caption = null;
    this.changes.tell("settings");
  }

  /** Show another group of tools. The brush of the one before is laid down. */
  open(tab: Tab): void {
    this.tab = tab;
    this.hold(null);
  }

  /** Choose the hue of drawings. */
  drawIn(hue: string): void {
    this.hue = hue;
    this.changes.tell("settings");
  }

  /** True if the brush is drawn over spaces. */
  get strokes(): boolean {
    const { brush } = this;
    return this.on && brush !== null && (brush.group === "ground" || isWay(brush) || STROKES.has(brush.key));
  }

  /** The thing to do with the brush, as a sentence. */
  get task(): string {
    const { brush } = this;
    if (!brush) return "choose what to put on the board";
    if (isWay(brush) && this.begun.length > 0) return "click where it ends";
    if (isWay(brush)) return brush.group === "side" ? SIDE : WAY;
    return (brush.group === "place" ? undefined : TASKS[brush.key]) ?? "click where it is to be";
  }

  /** Step back: from the words, then from a way that is begun, then lay the brush down; false without any of them. */
  cancel(): boolean {
    if (!this.on || !this.brush) return false;
    if (!this.caption && this.begun.length === 0) this.held = null;
    this.caption = null;
    this.begun = [];
    this.changes.tell("settings");
    return true;
  }

  /** Choose the player of new pieces. */
  paintFor(player: string): void {
    this.player = player;
    this.changes.tell("settings");
  }

  /** Paint spaces with the brush, in the order in which they were passed. */
  paint(indices: readonly number[]): void {
    const { brush } = this;
    if (!brush || indices.length === 0) return;
    if (["drawing", "place", "side", "question"].includes(brush.group)) {
      const way = isWay(brush) ? this.way(indices, brush.key) : indices;
      if (way) this.draw(brush, this.names(way));
      return;
    }
    const player = brush.owned ? this.player || (this.traits.scene.players[0]?.name ?? null) : null;
    this.requests.send({ intent: "paint", args: { brush: brush.key, spaces: this.names(indices), player } });
  }

  private names(indices: readonly number[]): string[] {
    return indices.map((index) => this.traits.map.name(index));
  }

  /** The way of a stroke, or of two clicks; null after the first one. A straight arrow has its ends only. */
  private way(indices: readonly number[], key: string): readonly number[] | null {
    const { map } = this.traits;
    const from = this.begun[0] ?? indices[0] ?? -1;
    const to = indices.at(-1) ?? -1;
    if (from === to) {
      this.begun = this.begun.length > 0 ? [] : [to];
      this.changes.tell("settings");
      return null;
    }
    const line = map.line(from, to);
    const straight = this.begun.length > 0 || String(line) === String(indices);
    this.begun = [];
    if (!straight) return indices;
    return key === "arrow" || line.length < 2 ? [from, to] : line;
  }

  /** Draw with a brush, or show something for the question. */
  private draw({ key, group }: Brush, spaces: string[]): void {
    const at = spaces.map((space) => this.traits.map.label(this.traits.map.find(space)));
    if (group === "question") {
      this.ask(key as "piece" | "place" | "way", "", spaces);
      return;
    }
    const send = (text: string) =>
      this.requests.send({ intent: "draw", args: { brush: key, spaces, text, hue: this.hue } });
    if (key === "shade" || key === "rub out" || group === "side") {
      send("");
      return;
    }
    const ends = at.length > 1 ? say("from {0} to {1}", at[0] ?? "", at.at(-1) ?? "") : say("on {0}", at[0] ?? "");
    const known =
      key === "note"
        ? this.traits.state.notes.find(({ space }) => space === spaces[0])?.text
        : this.traits.scene.places?.find((p) => p.kind === key && String(p.spaces) === String(spaces))?.name;
    this.caption = {
      label: `${say(CAPTIONS[key] ?? `Name of the ${key}`)} ${ends}`,
      value: known ?? "",
      most: group === "place" ? 40 : 500,
      done: (text) => {
        this.caption = null;
        this.changes.tell("settings");
        // An arrow needs no words; without words there is no note and no place.
        if (text || known || key === "arrow") send(text);
      },
    };
    this.changes.tell("settings");
  }

  /** Say a part of the question. */
  ask(
    about: "kind" | "sentence" | "clause" | "piece" | "place" | "way" | "forget",
    text: string,
    spaces: string[] = [],
  ) {
    return this.requests.send({ intent: "ask", args: { about, text, spaces } });
  }

  /** Lay the map on a picture, given as an address. */
  lay(image: string): void {
    this.requests.send({ intent: "lay", args: { image } });
  }

  /** Take a point of the map as the middle of the next hex on the picture, if the brush says so. */
  place({ x, y }: Point): boolean {
    if (!this.on || this.brush?.key !== "grid") return false;
    this.requests.send({ intent: "place", args: { x: Math.round(x * 1000), y: Math.round(y * 1000) } });
    return true;
  }

  /** Ask the kernel for the Python that makes all this, and show it. */
  async export(form: "python"): Promise<void> {
    const reply = await this.requests.ask({ intent: "export", args: { form } });
    if (reply.text !== undefined) this.made = reply.text;
    else this.requests.fail(reply);
    this.changes.tell("settings");
  }
}
