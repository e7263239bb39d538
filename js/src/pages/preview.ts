// The preview of a board, for `play.html`: its first state, and what the first choices lead to, as a link or a file beside the page
// holds them. The page shows them before Python has come; Python then confirms or corrects them. It computes no legality: what is not
// held waits.

import { changed } from "../kernel/differences";
import { READ, sameDraft } from "../kernel/drafts";
import type { BoardState, Choices, CitedVerdict, Difference, Draft, Message, Reply } from "../kernel/types.gen";

/** The traits of a board, as far as a preview holds them. */
export type Traits = Pick<BoardState, "_scene" | "_state" | "_choices" | "_timeline" | "_status" | "_current">;
type Name = keyof Traits;
const NAMES: Name[] = ["_scene", "_state", "_choices", "_timeline", "_status", "_current"];

interface Held {
  readonly traits: Traits;
  /** The results of messages: the number of the state before, the intent, the draft, and the changes. */
  readonly answers: readonly (readonly [number, "choose" | "confirm", Draft, Partial<Record<Name, Difference>>])[];
  readonly why: readonly (readonly [Draft, string, CitedVerdict])[];
  /** True if chance comes before any choice. */
  readonly rolls: boolean;
}

/** The result of a message: new traits, and the reply. */
export interface Foreseen {
  readonly state: Partial<Traits>;
  readonly reply: Reply;
}

/** The limits of a preview that anybody may have written: bytes, values, the letters of a text, the depth, and the spaces of a map. */
const MOST = { bytes: 3_000_000, values: 400_000, letters: 60_000, depth: 40, spaces: 40_000, answers: 2_000 };
/** The intents beside "confirm" that lead to another position. */
const CHANGES: readonly string[] = ["undo", "redo", "goto", "play", "edit", "view"] satisfies Message["intent"][];
const TO_CONFIRM = "Python has still to confirm this";
/** The most spaces that a correction names. */
const MOST_NAMED = 3;

/** Check the size of a value; returns the number of values in it. */
function measured(value: unknown, depth = 0): number {
  if (depth > MOST.depth) throw new RangeError("a preview is too deep");
  if (typeof value === "string" && value.length > MOST.letters) throw new RangeError("a preview has too long a text");
  if (typeof value === "number" && !(Math.abs(value) < 1e9)) throw new RangeError("a preview has too large a number");
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const name in value) {
    const each = value[name as keyof typeof value];
    // A revision is compared alone, so it may be any number.
    count += name === "revision" && typeof each === "number" ? 1 : measured(each, depth + 1);
    if (count > MOST.values) throw new RangeError("a preview has too many values");
  }
  return count;
}

/** The number of items that a difference takes from the old value: few texts can ask for very many. */
function taken({ entries, items }: Difference): number {
  let count = 0;
  for (const each of Object.values(entries ?? {})) count += taken(each);
  for (const item of items ?? []) {
    if (!Array.isArray(item)) count += taken(item);
    else if (item.length === 2 && item.every((n) => Number.isSafeInteger(n) && n >= 0)) count += item[1];
    else throw new RangeError("a preview is torn");
  }
  if (count > MOST.values) throw new RangeError("a preview has too many values");
  return count;
}

/** A scene from elsewhere: it has a map of some size, and leads to no other page. */
function checked(scene: Traits["_scene"]): Traits["_scene"] {
  const sizes = [scene.columns, scene.rows, scene.columns * scene.rows];
  if (!sizes.every((size) => Number.isInteger(size) && size >= 0 && size <= MOST.spaces))
    throw new RangeError("a preview has too many spaces");
  return { ...scene, rulebook: "" };
}

/** Read the text of a preview in an address: compressed JSON, as base 64. */
export async function unpackedPreview(packed: string): Promise<unknown> {
  const text = atob(
    packed
      .replace(/[^\w-]/g, "")
      .replaceAll("-", "+")
      .replaceAll("_", "/"),
  );
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; ; ) {
    const { value, done } = await reader.read();
    if (done) return JSON.parse(await new Blob(parts).text());
    size += value.length;
    if (size > MOST.bytes) {
      await reader.cancel();
      throw new RangeError("a preview is too large");
    }
    parts.push(value);
  }
}

export class Preview {
  /** The states that were reached: each has the number of its answer, 0 the first one. */
  private readonly states = new Map<number, Traits>();
  private at = 0;
  /** True once something was asked that is not held: what follows from it is unknown. */
  beyond = false;
  private readonly held: Held;
  private readonly own: boolean;

  /**
   * @param given the preview as data
   * @param own true if the site or this browser has made it: one from elsewhere is measured, and leads to no other page
   */
  constructor(given: unknown, own: boolean) {
    if (!own) measured(given);
    const { traits, answers = [], why = [], rolls = false } = given as Held;
    if (answers.length > MOST.answers) throw new RangeError("a preview has too many answers");
    this.held = { traits, answers, why, rolls };
    this.own = own;
    this.states.set(0, this.safe(traits));
  }

  /** True if chance comes before any choice: Python's board then looks different. */
  get rolls(): boolean {
    return this.held.rolls;
  }

  /** The state that is shown first. */
  get first(): Traits {
    return this.stateOf(0);
  }

  /** The state at the position that is shown. */
  get shown(): Traits {
    return this.stateOf(this.at);
  }

  /** The answer to a message of the board; undefined if the preview holds no answer. */
  answer(message: Message): Foreseen | undefined {
    const { id } = message;
    const { revision } = this.shown._choices;
    if (message.intent === "explain") {
      const { draft, space } = message.args;
      const found = this.held.why.find(([under, at]) => at === space && holds(draft, under));
      return found && { state: {}, reply: { id, ok: true, revision, verdict: found[2] } };
    }
    this.beyond ||= CHANGES.includes(message.intent);
    if (this.beyond || (message.intent !== "choose" && message.intent !== "confirm")) return undefined;
    const { draft } = message.args;
    const number = this.held.answers.findIndex(
      ([at, intent, asked]) => at === this.at && intent === message.intent && sameDraft(asked, draft),
    );
    if (number < 0) {
      const current = message.intent === "choose" ? this.sentAhead(draft) : undefined;
      this.beyond = message.intent === "confirm";
      if (current === undefined) return undefined;
      return { state: { _current: current }, reply: { id, ok: true, revision } };
    }
    let state: Traits;
    try {
      state = this.stateOf(number + 1);
    } catch {
      this.beyond = true; // it is torn: Python answers
      return undefined;
    }
    if (message.intent === "confirm" || READ in draft) this.at = number + 1;
    return { state, reply: { id, ok: true, revision: state._choices.revision } };
  }

  /** The choices under a draft that travel ahead, as Python would send them. */
  private sentAhead(draft: Draft): Traits["_current"] | undefined {
    const { root, branches, revision } = this.shown._choices;
    if (Object.keys(draft).length === 0) return null;
    const found = branches.find((branch) => sameDraft(branch.draft, draft));
    if (!found) return undefined;
    const pieces = root.options.filter(({ kind, leadsTo }) => kind === "piece" && !sameDraft(leadsTo, draft));
    return { ...found, options: [...found.options, ...pieces], revision };
  }

  private stateOf(number: number): Traits {
    const known = this.states.get(number);
    if (known) return known;
    const answer = this.held.answers[number - 1];
    if (!answer || answer[0] >= number) throw new RangeError("a preview is torn");
    const made: Record<string, unknown> = { ...this.stateOf(answer[0]) };
    for (const name of NAMES) {
      const change = answer[3][name];
      if (!change) continue;
      if (!this.own) taken(change);
      made[name] = changed(made[name], change);
    }
    const state = this.safe(marked(made as unknown as Traits));
    this.states.set(number, state);
    return state;
  }

  /** A state that may be shown: one from elsewhere is measured, and leads to no other page. */
  private safe(traits: Traits): Traits {
    if (this.own) return traits;
    measured(traits);
    return { ...traits, _scene: checked(traits._scene) };
  }
}

/** A state that says that Python has not confirmed it yet. */
const marked = (traits: Traits): Traits => ({
  ...traits,
  _status: { ...traits._status, thinking: TO_CONFIRM },
});

/** True if a draft holds another one, and one slot more at most. */
function holds(draft: Draft, less: Draft): boolean {
  const keys = Object.keys(less);
  return keys.every((key) => draft[key] === less[key]) && Object.keys(draft).length <= keys.length + 1;
}

/** The pieces of each space: what counts of each in the game, and its words. */
function piecesOf({ _state: { pieces, tokens } }: Traits): Map<string, [string, string][]> {
  const found = new Map<string, [string, string][]>();
  for (const { space, kind, count, label, ...piece } of [...pieces, ...tokens]) {
    const told = [kind, count, "owner" in piece && piece.owner, "spent" in piece && piece.spent].join();
    found.set(space, [...(found.get(space) ?? []), [told, label || kind]]);
  }
  for (const all of found.values()) all.sort();
  return found;
}

/** The map of a scene, as a text to compare. */
const mapOf = ({ _scene: { columns, rows, cells, provinces, offset } }: Traits) =>
  JSON.stringify([columns, rows, cells, offset, provinces?.provinces.length]);

/** The choices that are offered, as a text to compare. */
const offered = ({ options, action, field }: Choices) =>
  JSON.stringify([
    options.map(({ slot, value, findings }) => [slot, value, findings.map(({ clause }) => clause)]),
    action,
    field && [field.slot, field.origin, field.levels],
  ]);

/** A sentence about what is right, where something else was shown; empty: nothing that counts differs. */
export function correction(shown: Traits, right: Traits): string {
  if (mapOf(shown) !== mapOf(right)) return "The map is another one.";
  const [before, now] = [piecesOf(shown), piecesOf(right)];
  const spaces = [...new Set([...before.keys(), ...now.keys()])];
  const counted = (there: [string, string][] | undefined) => there?.map(([what]) => what).join(";");
  const wrong = spaces.filter((space) => counted(before.get(space)) !== counted(now.get(space)));
  const words = (space: string) => now.get(space)?.map(([, label]) => label);
  const told = wrong.slice(0, MOST_NAMED).map((space) => `${space}: ${words(space)?.join(", ") ?? "nothing"}`);
  if (wrong.length > MOST_NAMED) told.push(`and ${wrong.length - MOST_NAMED} more`);
  if (told.length > 0) return `The board is: ${told.join("; ")}.`;
  if (shown._status.toAct.join() !== right._status.toAct.join()) return right._status.text;
  const [one, other] = [shown._current, right._current];
  const isOther =
    offered(shown._choices.root) !== offered(right._choices.root) ||
    (one && other && sameDraft(one.draft, other.draft) && offered(one) !== offered(other));
  return isOther ? "Other choices are allowed here." : "";
}
