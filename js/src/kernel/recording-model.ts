// A model without a kernel. It answers from a recording, and says so where the recording has no answer.

import type { mapOf } from "../geometry/map";
import { READ, sameDraft, sentTo, without } from "./drafts";
import { say } from "./language";
import type { BoardState, Choice, Choices, CitedVerdict, Draft, Frame, Recording } from "./types.gen";
import { type Answer, hasPieces, LoneModel, type Question } from "./without-kernel";

/** The prompt and the primary action of a frame. They tell readers what they can do, as nobody can play here. */
function guide(frame: Frame): Pick<Choices, "prompt" | "words" | "deed"> {
  const { depth, length } = frame._timeline;
  const words: Choices["words"] = [["task", say(length > 0 ? "A recording: step through it" : "A recording")]];
  if (hasPieces(frame._choices)) words.push(["unseen", "; "], ["about", say("choose a piece to see what it can do")]);
  const deed = length === 0 ? "" : say(depth < length ? "Next step" : "From the start");
  return { prompt: `${words.map(([, part]) => part).join("")}.`, words, deed };
}

const NO_KERNEL = "This is a recording, so nothing can be played here.";

/** The choice by which a callout is read: the draft stays as it is. */
function reading(draft: Draft): Choice {
  const leadsTo = { ...draft, [READ]: true };
  const none = { chosen: false, findings: [], shortcut: null, fewer: null, more: null };
  return { slot: READ, value: true, label: say("Got it"), kind: "button", clause: "", space: null, leadsTo, ...none };
}

export class RecordedModel extends LoneModel {
  protected readonly state: BoardState;
  private frame: Frame;
  /** The number of the frame that is shown. */
  private here: number;
  /** The number of callouts of that frame that were read. */
  private heard = 0;
  /** The frames that redo leads to after undo, by the frame that undo led to. */
  private readonly ahead = new Map<number, number>();

  constructor(
    private readonly recording: Recording,
    read: typeof mapOf,
  ) {
    super(read);
    this.here = recording.at;
    this.frame = this.frameAt(recording.at);
    this.state = this.traits();
  }

  protected answer({ intent, args }: Question): Answer {
    switch (intent) {
      case "goto":
        return this.go(args.step);
      case "undo": {
        const { here } = this;
        const answer = this.go(this.frame.undo);
        // Redo leads back to the frame that undo left, which need not be on the recorded line of play.
        if (answer.ok) this.ahead.set(this.here, here);
        return answer;
      }
      case "redo":
        return this.go(this.next);
      case "confirm": // the primary action, as `guide` names it
        return this.go(this.next ?? this.start);
      case "choose":
        return this.choose(args.draft);
      case "explain":
        return { ok: true, verdict: this.explain(args) };
      case "list_events":
        return { ok: true, events: this.recording.frames[args.step]?.events ?? [] };
      case "read_clause":
        return this.clause(this.recording.clauses, args.clause);
      default:
        return { ok: false, error: say(NO_KERNEL) };
    }
  }

  /** The frame that comes next, null at the end. */
  private get next(): number | null {
    return this.ahead.get(this.here) ?? this.frame.redo;
  }

  private get start(): number {
    let { here } = this;
    for (let to: number | null = here; to !== null; to = this.frameAt(here).parent) here = to;
    return here;
  }

  private go(to: number | null): Answer {
    if (to === null || !this.recording.frames[to]) return { ok: false, error: say("There is no such step.") };
    this.revision += 1;
    this.here = to;
    this.heard = 0;
    this.frame = this.frameAt(to);
    this.renew();
    return { ok: true };
  }

  /** Show the next callout of this step. */
  private hear(): void {
    this.revision += 1;
    this.heard += 1;
    this.frame = this.frameAt(this.here);
    this.renew();
  }

  private choose(wanted: Draft): Answer {
    const draft = without(wanted, READ);
    if (READ in wanted) this.hear();
    const found = this.known(draft);
    if (!found) return { ok: false, error: say(NO_KERNEL) };
    this.state._current = Object.keys(draft).length > 0 ? { ...found, revision: this.revision } : null;
    this.tell("change:_current");
    return { ok: true };
  }

  /** The recorded choices under a draft. They go as far as the space that a piece is sent to. */
  private known(draft: Draft): Choices | undefined {
    const all = [this.frame._choices.root, ...this.frame._choices.branches];
    const exact = all.find((choices) => sameDraft(choices.draft, draft));
    if (exact) return exact;
    const before = all.find(
      ({ field, draft: less }) => field && field.slot in draft && sameDraft(without(draft, field.slot), less),
    );
    if (!before?.field) return undefined;
    const sent = sentTo(before, draft, String(draft[before.field.slot]));
    return { ...sent, ...guide(this.frame), back: before.draft, action: null };
  }

  private explain(args: { draft: Draft; space: string }): CitedVerdict {
    const { clauses } = this.recording;
    const told = (asked: Draft) =>
      this.frame.why.find(([under, at]) => at === args.space && sameDraft(under, asked))?.[2];
    return this.why(args, this.known(args.draft), clauses, told);
  }

  protected traits(): BoardState {
    const { frame, heard, revision } = this;
    const called = frame.calls?.[heard];
    const scene = this.recording.scenes[frame.scene];
    if (!scene) throw new Error("the recording is torn: a scene is missing");
    return {
      _scene: scene,
      _state: { ...frame._state, revision },
      _choices: { ...frame._choices, revision },
      _current: null,
      _timeline: { ...frame._timeline, revision },
      _status: { ...frame._status, ...(called && { called }), revision },
      _editing: null,
      _patch: null,
    };
  }

  private frameAt(number: number): Frame {
    const frame = this.recording.frames[number];
    if (!frame) throw new Error("the recording is torn: a step is missing");
    const { _choices: choices } = frame;
    const isCalled = frame.calls?.[this.heard] !== undefined;
    const guided = (each: Choices): Choices => {
      const options = isCalled ? [...each.options, reading(each.draft)] : each.options;
      return { ...each, ...guide(frame), options };
    };
    const _choices = { ...choices, root: guided(choices.root), branches: choices.branches.map(guided) };
    // A recording of one position has no course.
    const _timeline = { ...frame._timeline, canGoto: frame._timeline.length > 0 };
    return { ...frame, _choices, _timeline };
  }
}
