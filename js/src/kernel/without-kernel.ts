// A model without a kernel: what recordings and exercises on a page have in common. It answers messages itself.

import type { AnyModel } from "@anywidget/types";
import type { mapOf } from "../geometry/map";
import { bytesOf, Plane } from "../geometry/plane";
import { sameDraft, without } from "./drafts";
import { say } from "./language";
import type { Intent } from "./messages";
import type { BoardState, Choice, Choices, CitedVerdict, ClauseText, Draft, Reply } from "./types.gen";

export type Answer = Omit<Reply, "id" | "revision">;
/** The intents that a model has to answer. A greeting, and where the mouse is, lead to nothing without a kernel. */
export type Question = Exclude<Intent, { intent: "hello" | "hover" }>;

const TOO_FAR = "Too far for this page: it explains the edge of each reach. A live board explains every space.";
const PIECE_FIRST = "Choose a piece first: the page then shows where it can go, and what bars the rest.";
const NO_PIECE = "This page has no reasons here. A live board explains every space.";

/** True if the choices of a piece are held. */
export function hasPieces({ root, branches }: { root: Choices; branches: readonly Choices[] }): boolean {
  const held = ({ kind, leadsTo }: Choice) => kind === "piece" && branches.some((b) => sameDraft(b.draft, leadsTo));
  return root.options.some(held);
}

export abstract class LoneModel {
  private readonly listeners = new Map<string, Set<(value?: unknown) => void>>();
  protected revision = 0;
  protected abstract readonly state: BoardState;

  constructor(
    /** Decodes the map. The board's own code does that, and this part of the front end comes without it. */
    protected readonly read: typeof mapOf,
  ) {}

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
  send = (message: Intent & { id: string }): void => {
    queueMicrotask(() => {
      const answer = message.intent === "hello" || message.intent === "hover" ? { ok: true } : this.answer(message);
      this.tell("msg:custom", { id: message.id, revision: this.revision, ...answer });
    });
  };

  protected abstract answer(question: Question): Answer;
  /** The traits as they must be shown now. */
  protected abstract traits(): BoardState;

  /** Show the changes. */
  protected renew(): void {
    const before = this.state._scene;
    Object.assign(this.state, this.traits());
    if (this.state._scene !== before) this.tell("change:_scene");
    for (const name of ["_state", "_choices", "_current", "_timeline", "_status"]) this.tell(`change:${name}`);
  }

  protected tell(name: string, value?: unknown): void {
    for (const listener of this.listeners.get(name) ?? []) listener(value);
  }

  protected clause(clauses: Record<string, ClauseText> | undefined, id: string): Answer {
    const clause = clauses?.[id];
    return clause ? { ok: true, clause } : { ok: false, error: say("The rulebook has no clause {0}.", id) };
  }

  /**
   * The verdict on a space that cannot be chosen: the one that is held, else the clauses that bar it at the rim.
   *
   * @param choices those under the draft
   * @param told gives the verdict that is held for a draft
   */
  protected why(
    { draft, space }: { draft: Draft; space: string },
    choices: Choices | undefined,
    clauses: Record<string, ClauseText> | undefined,
    told: (asked: Draft) => CitedVerdict | undefined,
  ): CitedVerdict {
    const held = told(choices?.field ? without(draft, choices.field.slot) : draft);
    if (held) return held;
    const index = this.read(this.state._scene).find(space);
    const barring = choices?.field?.barred.filter(({ plane: [skip, bytes] }) =>
      new Plane(skip, bytesOf(bytes)).has(index),
    );
    const findings = (barring ?? []).map(({ clause }) => {
      const { title, text } = clauses?.[clause] ?? { title: "", text: "" };
      return { clause, title, rule: text, code: "", text: text.replace(/\.$/, ""), subjects: [space], remedy: null };
    });
    if (findings.length > 0) return { status: "illegal", subject: space, findings };
    const subject = say(choices?.field ? TOO_FAR : hasPieces(this.state._choices) ? PIECE_FIRST : NO_PIECE);
    return { status: "unknown", subject, findings: [] };
  }
}
