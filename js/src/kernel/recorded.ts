// A model without a kernel. It answers from a recording, and says so where the recording has no answer.

import type { AnyModel } from "@anywidget/types";
import type { mapOf } from "../geometry/map";
import { bytesOf, Plane } from "../geometry/plane";
import { sameDraft, sentTo, without } from "./drafts";
import type { Intent } from "./messages";
import type { BoardState, Choice, Choices, CitedVerdict, Draft, Frame, Recording, Reply } from "./types.gen";

type Message = Intent & { id: string };
type Answer = Omit<Reply, "id" | "revision">;

/** The prompt and the primary action of a frame. They tell readers what they can do, as nobody can play here. */
function guide({ _choices: { root, branches }, _timeline }: Frame): Pick<Choices, "prompt" | "words" | "deed"> {
  const { depth, length } = _timeline;
  const words: Choices["words"] = [["task", length > 0 ? "A recording: step through it" : "A recording"]];
  const recorded = ({ kind, leadsTo }: Choice) => kind === "piece" && branches.some((b) => sameDraft(b.draft, leadsTo));
  if (root.options.some(recorded)) words.push(["unseen", "; "], ["about", "click a piece to see what it can do"]);
  const deed = length === 0 ? "" : depth < length ? "Next step" : "From the start";
  return { prompt: `${words.map(([, part]) => part).join("")}.`, words, deed };
}

const NO_KERNEL = "This is a recording, so nothing can be played here. Run its cell in a notebook to play.";
const NO_REASON = "Too far for this recording: it explains the edge of each reach. A live board explains every space.";

export class RecordedModel {
  private readonly listeners = new Map<string, Set<(value?: unknown) => void>>();
  private readonly state: BoardState;
  private revision = 0;
  private frame: Frame;
  /** The number of the frame that is shown. */
  private here: number;
  /** The frames that redo leads to after undo, by the frame that undo led to. */
  private readonly ahead = new Map<number, number>();

  constructor(
    private readonly recording: Recording,
    /** Decodes the map. The board's own code does that, and this part of the front end comes without it. */
    private readonly read: typeof mapOf,
  ) {
    this.here = recording.at;
    this.frame = this.frameAt(recording.at);
    this.state = this.traits();
  }

  /** The model under the type that anywidget gives to a view. */
  get asModel(): AnyModel<BoardState> {
    return this as unknown as AnyModel<BoardState>;
  }

  get = <K extends keyof BoardState>(name: K): BoardState[K] => this.state[name];

  on = (name: string, listener: (value?: unknown) => void): void => {
    this.listeners.set(name, (this.listeners.get(name) ?? new Set()).add(listener));
  };

  off = (name: string, listener: (value?: unknown) => void): void => {
    this.listeners.get(name)?.delete(listener);
  };

  /** Answer a message, later, as a kernel does. */
  send = (message: Message): void => {
    queueMicrotask(() => {
      const answer = this.answer(message);
      this.tell("msg:custom", { id: message.id, revision: this.revision, ...answer });
    });
  };

  private answer({ intent, args }: Message): Answer {
    switch (intent) {
      case "hello":
      case "hover":
        return { ok: true };
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
      case "commit": // the primary action, as `guide` names it
        return this.go(this.next ?? this.start);
      case "draft":
        return this.choose(args.draft);
      case "explain":
        return { ok: true, verdict: this.why(args.draft, args.space) };
      case "events":
        return { ok: true, events: this.recording.frames[args.step]?.events ?? [] };
      case "clause": {
        const clause = this.recording.clauses[args.clause];
        return clause ? { ok: true, clause } : { ok: false, error: `The rulebook has no clause ${args.clause}.` };
      }
      default:
        return { ok: false, error: NO_KERNEL };
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
    if (to === null || !this.recording.frames[to]) return { ok: false, error: "There is no such step." };
    this.revision += 1;
    this.here = to;
    this.frame = this.frameAt(to);
    const before = this.state._scene;
    Object.assign(this.state, this.traits());
    if (this.state._scene !== before) this.tell("change:_scene");
    for (const name of ["_state", "_choices", "_current", "_timeline", "_status"]) this.tell(`change:${name}`);
    return { ok: true };
  }

  private choose(draft: Draft): Answer {
    const found = this.known(draft);
    if (!found) return { ok: false, error: NO_KERNEL };
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

  private why(draft: Draft, space: string): CitedVerdict {
    const choices = this.known(draft);
    const asked = choices?.field ? without(draft, choices.field.slot) : draft;
    const told = this.frame.why.find(([under, at]) => at === space && sameDraft(under, asked));
    if (told) return told[2];
    const findings = this.barring(choices, space).map((id) => {
      const { title, text } = this.recording.clauses[id] ?? { title: "", text: "" };
      return {
        clause: id,
        title,
        rule: text,
        code: "",
        text: text.replace(/\.$/, ""),
        subjects: [space],
        remedy: null,
      };
    });
    if (findings.length > 0) return { status: "illegal", subject: space, findings };
    return { status: "unknown", subject: NO_REASON, findings: [] };
  }

  /** The clauses that bar a space at the rim. */
  private barring(choices: Choices | undefined, space: string): string[] {
    const index = this.read(this.state._scene).find(space);
    const barred = choices?.field?.barred ?? [];
    return barred.filter(({ plane: [skip, bytes] }) => new Plane(skip, bytesOf(bytes)).has(index)).map((b) => b.clause);
  }

  private traits(): BoardState {
    const { frame, revision } = this;
    const scene = this.recording.scenes[frame.scene];
    if (!scene) throw new Error("the recording is torn: a scene is missing");
    return {
      _scene: scene,
      _state: { ...frame._state, revision },
      _choices: { ...frame._choices, revision },
      _current: null,
      _timeline: { ...frame._timeline, revision },
      _status: { ...frame._status, revision },
      _editing: null,
      _patch: null,
    };
  }

  private frameAt(number: number): Frame {
    const frame = this.recording.frames[number];
    if (!frame) throw new Error("the recording is torn: a step is missing");
    const { _choices: choices } = frame;
    const guided = (each: Choices): Choices => ({ ...each, ...guide(frame) });
    const _choices = { ...choices, root: guided(choices.root), branches: choices.branches.map(guided) };
    // A recording of one position has no course.
    const _timeline = { ...frame._timeline, canGoto: frame._timeline.length > 0 };
    return { ...frame, _choices, _timeline };
  }

  private tell(name: string, value?: unknown): void {
    for (const listener of this.listeners.get(name) ?? []) listener(value);
  }
}
