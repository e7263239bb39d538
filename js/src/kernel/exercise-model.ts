// Exercises without a kernel. Every answer was judged beforehand; this model says and draws what the live desk would. It follows
// `ExerciseActivity` in hexwidget/lessons/exercises/activity.py, `Mark` and `sketch` beside it.

import type { mapOf } from "../geometry/map";
import { planeOf } from "../geometry/plane";
import { changed } from "./differences";
import { sameDraft, without } from "./drafts";
import { say } from "./language";
import type {
  BoardState,
  Choice,
  Choices,
  CitedVerdict,
  Draft,
  HeldChoices,
  Judged,
  Marking,
  OfflineExercises,
  OfflineFrame,
  OfflineVariant,
  Said,
  Sentence,
} from "./types.gen";
import { type Answer, LoneModel, type Question } from "./without-kernel";

/** The slots of the desk's buttons, of an answer, and of a marked space (`answer_choices.py`). */
const [BUTTON, ANSWER, MARK] = ["desk", "answer", "answer/"];
/** The number of wrong answers after which only the right one is left (`kinds/task.py`). */
const MOST_WRONG = 2;
/** The most reasons that are listed (`feedback.py`), and the most ways to marks that are missing (`kinds/mark.py`). */
const [MOST_LINES, MOST_WAYS] = [6, 3];
const TICK = "✓";
const CANNOT = "This page cannot do that: it needs a kernel. Run the exercise in a notebook.";

/** The counts of one exercise. */
export interface Tries {
  tries: number;
  hints: number;
  solved: boolean;
}
type Held = Omit<HeldChoices, "choices" | "like"> & { choices: Choices };

/** The first and the last lines of many, and the number of the others between them. */
function shortened(lines: Sentence[]): Sentence[] {
  const left = lines.length - MOST_LINES + 1;
  if (left < 2) return lines;
  return [...lines.slice(0, 2), { text: say("({0} more.)", left), clause: "", subjects: [] }, ...lines.slice(2 + left)];
}

/** The reply to marked spaces. Of marks that are missing it tells only the number, so that they can still be found. */
function judgeMarks({ right, wrong }: Marking, marked: ReadonlySet<string>, found: Judged | undefined): Judged {
  const missed = right.filter(([name]) => !marked.has(name));
  const extra = wrong.filter(([name]) => marked.has(name));
  if (found && missed.length + extra.length === 0) return found;
  const told = [
    missed.length > 0 && say("{0} missing", missed.length),
    extra.length > 0 && say("{0} too many", extra.length),
  ];
  const lines = extra.flatMap(([, reasons]) => reasons);
  if (missed[0] && extra.length === 0) lines.push(missed[0][1]);
  return { right: false, heading: say("Not yet: {0}.", told.filter(Boolean).join(", ")), lines: shortened(lines) };
}

/** The spaces that a draft marks, in order. */
const marksOf = (draft: Draft): string[] =>
  Object.keys(draft)
    .map((slot) => slot.slice(MARK.length))
    .sort();

/** The choices of an exercise that is answered by marked spaces, given those without any mark. */
export function markChoices(root: Choices, draft: Draft): Choices {
  const marked = marksOf(draft);
  if (marked.length === 0) return root;
  const [before = "", after = ""] = say("{0}: mark it").split("{0}");
  const options = root.options.map((option) => {
    const { label, slot } = option;
    if (!(slot in draft)) return { ...option, leadsTo: { ...draft, [slot]: true } };
    const name = label.slice(before.length, label.length - after.length);
    const told = say("{0}: marked; choose it again to take that back", name);
    return { ...option, label: told, chosen: true, leadsTo: without(draft, slot) };
  });
  const prompt = say("{0} marked. Confirm when all are.", marked.length);
  const verdict = { ...root.verdict, status: "legal" as const };
  return { ...root, draft, options, prompt, action: marked.join(", "), verdict, deed: "" };
}

const said = (heading: string, tone: Said["tone"], lines: Sentence[]): Said => ({
  heading,
  tone,
  lines,
  dots: "",
  counted: "",
});

export class OfflineExercisesModel extends LoneModel {
  protected readonly state: BoardState;
  private place: number;
  private variant: OfflineVariant;
  /** The numbers of the variant, of the frame that is shown, and of the last one of its line of play. */
  private number = 0;
  private step = 0;
  private tip = 0;
  private game = 0;
  /** The draft; null before anything is chosen at a step. */
  private draft: Draft | null = null;
  private hints = 0;
  private told = false;
  private tried: string[] = [];
  private reply: Judged | null = null;
  /** The draft of the last answer. */
  private given: Draft = {};
  private readonly known = new WeakMap<OfflineFrame, Held[]>();

  constructor(
    private readonly asked: OfflineExercises,
    read: typeof mapOf,
    /** The counts of each exercise, by its id. A listener to "change:progress" is told of changes. */
    readonly progress = new Map<string, Tries>(),
  ) {
    super(read);
    this.place = asked.at;
    this.variant = this.variantAt(0);
    this.state = this.traits();
  }

  protected answer({ intent, args }: Question): Answer {
    switch (intent) {
      case "choose":
        return this.choose(args.draft);
      case "confirm":
        return this.confirm(args.draft);
      case "compose":
        return { ok: true, draft: this.composed(args.action)?.choices.draft ?? {} };
      case "play": {
        const found = this.composed(args.action);
        return found ? this.confirm(found.choices.draft) : this.refuse();
      }
      case "explain":
        return { ok: true, verdict: this.explain(args) };
      case "read_clause":
        return this.clause(this.clauses, args.clause);
      case "list_events":
        return { ok: true, events: this.variant.frames[args.step]?.events ?? [] };
      case "undo":
        return this.go(this.frame().undo);
      case "redo": {
        const { depth } = this.frame()._timeline;
        return this.go(this.frame(this.tip)._timeline.steps.find((s) => s.depth === depth + 1)?.number ?? null);
      }
      case "goto":
        return this.go(args.step);
      default:
        return { ok: false, error: say(CANNOT) };
    }
  }

  private refuse(): Answer {
    return { ok: false, error: this.variant.beyond || say(CANNOT) };
  }

  // ------------------------------------------------------------------ exercises
  private get exercise() {
    const found = this.asked.exercises[this.place];
    if (!found) throw new Error("the exercises are torn: one is missing");
    return found;
  }

  private variantAt(number: number): OfflineVariant {
    const found = this.exercise.variants[number];
    if (!found) throw new Error("the exercises are torn: a variant is missing");
    return found;
  }

  private frame(number = this.step): OfflineFrame {
    const found = this.variant.frames[number];
    if (!found) throw new Error("the exercises are torn: a frame is missing");
    return found;
  }

  private get clauses() {
    return this.asked.clauses[this.variant.clauses];
  }

  private record(id = this.exercise.id): Tries {
    return this.progress.get(id) ?? { tries: 0, hints: 0, solved: false };
  }

  /** Add to the counts of the exercise. The counts of a solved exercise stay as they are (`counts.py`). */
  private count(more: Partial<Tries>): void {
    if (this.record().solved) return;
    this.progress.set(this.exercise.id, { ...this.record(), ...more });
    this.tell("change:progress");
  }

  /** The choices that are held at the frame that is shown. */
  private get held(): Held[] {
    const frame = this.frame();
    let found = this.known.get(frame);
    if (!found) {
      found = [];
      for (const { like, choices, ...leads } of frame.held)
        found.push({ choices: changed(found[like]?.choices, choices) as Choices, ...leads });
      this.known.set(frame, found);
    }
    return found;
  }

  private composed(action: string): Held | undefined {
    return this.held.find(({ choices }) => choices.action === action);
  }

  private under(draft: Draft): Held | undefined {
    const [root] = this.held;
    if (this.variant.marking && root) return { choices: markChoices(root.choices, draft), reply: 0 };
    const means = ({ choices, under }: Held) => sameDraft(under ?? choices.draft, draft);
    return this.held.find(means) ?? this.held.find(({ choices }) => sameDraft(choices.draft, draft));
  }

  // ------------------------------------------------------------------ what the board shows
  /** The choices under a draft, with the desk's own buttons. */
  private choices(draft: Draft): Choices | undefined {
    const found = this.under(draft)?.choices;
    if (!found) return undefined;
    const left = this.variant.by === "option" && this.tried.length > 0 ? this.left : null;
    const options = found.options.filter(({ slot, value }) => slot !== ANSWER || !left || left.includes(`${value}`));
    const button = (label: string, value: string, offered: boolean): Choice[] => {
      const slot = `${BUTTON} ${value}`;
      const leadsTo = { ...draft, [BUTTON]: value };
      const plain = { clause: "", space: null, chosen: false, findings: [], shortcut: null, fewer: null, more: null };
      return offered ? [{ slot, value, label: say(label), kind: "button", leadsTo, ...plain }] : [];
    };
    const lost = this.tried.length >= MOST_WRONG && !this.told && !this.reply?.right;
    const more = [
      ...button("Hint", "hint", this.hints < this.variant.hints.length),
      ...button("Another", "again", this.exercise.variants.length > 1),
      ...button("Next", "next", this.asked.exercises.length > 1),
    ];
    return {
      ...found,
      options: [...button("Show the answer", "answer", lost), ...options, ...more],
    };
  }

  /** The options that are left after wrong answers. */
  private get left(): string[] {
    const [first = "", ...others] = this.tried;
    return this.variant.left[others.length > 0 ? "" : first] ?? [];
  }

  private get missedWays(): Marking["ways"] {
    const marked = new Set(marksOf(this.given));
    return (this.variant.marking?.ways ?? []).filter(([name]) => !marked.has(name)).slice(0, MOST_WAYS);
  }

  /** The number of the exercises, in words: a saved notebook may keep some of a desk's. */
  private get these(): string {
    const { length } = this.asked.exercises;
    return length < this.asked.of ? say("these {0}", length) : `${length}`;
  }

  /** The question with the hints that were taken; of several exercises with a mark for each. */
  private question(solved: readonly boolean[]): Said {
    const { hints, place, variant } = this;
    const { before, of } = this.asked;
    const name = of > 1 ? say("{0} of {1}: {2}", before + place + 1, of, variant.name) : variant.name;
    const heading = `${name}${solved[place] ? ` ${TICK}` : ""}`;
    const asked = said(heading, "question", [...variant.asked, ...variant.hints.slice(0, hints)]);
    if (solved.length < 2) return asked;
    const dots = solved.map((done, n) => (done ? TICK : n === place ? "●" : "○")).join(" ");
    return { ...asked, dots, counted: say("{0} of {1} solved", solved.filter(Boolean).length, this.these) };
  }

  /** A few glad words about a right answer. */
  private cheer(solved: readonly boolean[]): string {
    if (solved.length > 1 && solved.every(Boolean)) return ` ${say("All {0} are solved!", this.these)}`;
    return this.tried.length + this.hints > 0 || this.told ? "" : ` ${say("At the first try!")}`;
  }

  private said(): Said[] {
    const { reply, told, variant } = this;
    const solved = this.asked.exercises.map(({ id }) => this.record(id).solved);
    const found = [this.question(solved)];
    if (reply)
      found.push(
        said(`${reply.heading}${reply.right ? this.cheer(solved) : ""}`, reply.right ? "right" : "wrong", reply.lines),
      );
    if (told) {
      const right = variant.replies[0]?.lines ?? [];
      const lines = variant.marking ? [...this.missedWays.map(([, line]) => line), ...right] : variant.solution;
      found.push(said(variant.several ? say("An answer") : say("The right answer"), "question", lines));
    }
    return found;
  }

  /** The position with the marks of the exercise on it. */
  private drawn(): BoardState["_state"] {
    const { reply, told, variant } = this;
    const { marks } = variant;
    const [first] = variant.frames;
    const start = changed(null, first?._state ?? {});
    const state = (this.step === 0 ? start : changed(start, this.frame()._state)) as BoardState["_state"];
    const map = this.read(this.scene());
    const there = (name: string) => map.find(name) >= 0; // a card may have gone from its mat
    const overlays = [...state.overlays, ...marks.always];
    if (told || reply?.right) overlays.push(...marks.right);
    if (reply && !reply.right && marks.wrong) {
      const given = String(this.given[ANSWER] ?? "");
      const about = reply.lines.flatMap(({ subjects }) => subjects);
      const wrong = (variant.by === "space" && there(given) ? [given] : about).filter(there);
      if (wrong.length > 0)
        overlays.push({ ...marks.wrong, levels: [[0, planeOf(wrong.map((name) => map.find(name)))]] });
    }
    const ways = variant.marking ? this.missedWays.map(([, , way]) => way) : marks.ways;
    const notes = (reply?.right ? marks.ticks : []).filter(({ space }) => there(space));
    const arrows = (told ? ways : []).filter(({ spaces }) => spaces.every(there));
    return {
      ...state,
      overlays,
      arrows: [...state.arrows, ...arrows],
      notes: [...state.notes, ...notes],
      revision: this.revision,
    };
  }

  private scene() {
    const found = this.variant.scenes[this.frame().scene];
    if (!found) throw new Error("the exercises are torn: a scene is missing");
    return found;
  }

  /** The choices under the draft; null while nothing is chosen. */
  private get current(): BoardState["_current"] {
    const now = this.draft && this.choices(this.draft);
    return now && Object.keys(now.draft).length > 0 ? { ...now, revision: this.revision } : null;
  }

  protected traits(): BoardState {
    const { revision } = this;
    const { _status, _timeline } = this.frame();
    const { length, steps } = this.frame(this.tip)._timeline;
    const root = this.choices({});
    if (!root) throw new Error("the exercises are torn: choices are missing");
    return {
      _scene: this.scene(),
      _state: this.drawn(),
      _choices: { root, branches: [], revision },
      _current: this.current,
      _timeline: { ..._timeline, game: this.game, length, steps, canRedo: this.step !== this.tip, revision },
      _status: { ..._status, said: this.said(), revision },
      _editing: null,
      _patch: null,
    };
  }

  // ------------------------------------------------------------------ what the reader does
  /** Show the choices under a draft, or do what a button of the desk says. */
  private choose({ [BUTTON]: wish, ...draft }: Draft): Answer {
    if (wish === "again") return this.open((this.number + 1) % this.exercise.variants.length);
    if (wish === "next") {
      this.place = (this.place + 1) % this.asked.exercises.length;
      return this.open(0);
    }
    if (wish === "hint" && this.hints < this.variant.hints.length) {
      this.hints += 1;
      this.count({ hints: this.record().hints + 1 });
    }
    if (wish === "answer") this.told = true;
    if (!this.under(draft)) return this.refuse();
    this.draft = draft;
    if (wish !== undefined) this.renew();
    else {
      this.state._current = this.current;
      this.tell("change:_current");
    }
    return { ok: true };
  }

  /** Begin a variant of the present exercise. */
  private open(number: number): Answer {
    this.game += 1;
    this.number = number;
    this.variant = this.variantAt(number);
    this.hints = this.tip = 0;
    this.told = false;
    this.tried = [];
    this.reply = null;
    this.given = {};
    return this.go(0);
  }

  private go(to: number | null): Answer {
    if (to === null || !this.variant.frames[to]) return { ok: false, error: say("There is no such step.") };
    this.revision += 1;
    this.step = to;
    this.draft = null;
    this.renew();
    return { ok: true };
  }

  /** Judge an answer, or an action as one. */
  private confirm(draft: Draft): Answer {
    const { marking, replies } = this.variant;
    const found = this.under(draft);
    const held = found?.reply === undefined ? undefined : replies[found.reply];
    if (!found || !held) return this.refuse();
    const judged = marking ? judgeMarks(marking, new Set(marksOf(draft)), held) : held;
    this.given = draft;
    this.reply = judged;
    this.count({ tries: this.record().tries + 1, solved: judged.right });
    if (found.to !== undefined) {
      this.tip = found.to;
      return this.go(found.to);
    }
    if (!judged.right) this.miss(judged, String(draft[ANSWER] ?? ""));
    if (this.step > 0) return this.go(0);
    this.draft = marking && !judged.right ? draft : {};
    this.renew();
    return { ok: true };
  }

  /** Note a wrong answer, and tell how many are left. */
  private miss(judged: Judged, answer: string): void {
    this.tried.push(answer);
    const { length } = this.left;
    if (length === 0) return;
    const text = length === 1 ? say("1 answer is left.") : say("{0} answers are left.", length);
    this.reply = { ...judged, lines: [...judged.lines, { text, clause: "", subjects: [] }] };
  }

  /** Why a space cannot be chosen, where actions are played. In other exercises that would be the answer. */
  private explain(args: { draft: Draft; space: string }): CitedVerdict {
    if (this.variant.by !== "action") return { status: "incomplete", subject: "", findings: [] };
    const told = (asked: Draft) =>
      this.variant.why.find(([under, at]) => this.step === 0 && at === args.space && sameDraft(under, asked))?.[2];
    const now = this.choices(args.draft);
    const found = this.why(args, now, this.clauses, told);
    const cut = this.variant.beyond && !now?.field && found.status === "unknown";
    return cut ? { ...found, subject: this.variant.beyond } : found;
  }
}
