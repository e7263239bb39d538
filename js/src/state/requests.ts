// Requests to the kernel: one change of the game at a time, each composed at a revision; and the error that the board shows.

import type { AnyModel } from "@anywidget/types";
import { capital, say } from "../kernel/language";
import { type Intent, type Line, Wire } from "../kernel/messages";
import type { BoardState, Reply } from "../kernel/types.gen";
import type { Changes } from "./changes";
import type { Traits } from "./traits";

/** Not a real revision. A view that sends it gets the full state. */
const KNOWS_NOTHING = 0;

export class Requests {
  /** The error on the board, in words; it stays until something else is done. */
  error = "";
  /** The revision of the choices that are shown. Requests are composed at it. */
  shown: number;
  private readonly wire: Wire;
  /** The changes of the game that wait for their answers. */
  waits = 0;
  private renewing = false;
  private last: Promise<void> = Promise.resolve();

  constructor(
    model: AnyModel<BoardState>,
    private readonly traits: Traits,
    private readonly changes: Changes,
    signal: AbortSignal,
  ) {
    this.shown = traits.choices.revision;
    this.wire = new Wire(
      model,
      () => changes.tell("notice"),
      (inOrder) => (inOrder ? this.hello() : this.renew()),
      signal,
    );
  }

  /** The state of the connection to the kernel. */
  get line(): Line {
    return this.wire.line;
  }

  /** The words for the kernel, or for what is in its place. */
  get words() {
    return this.wire.words;
  }

  /** True while a change of the game waits for its answer. */
  get busy(): boolean {
    return this.waits > 0;
  }

  /** Ask the kernel for something that leaves the game as it is. */
  ask(message: Intent): Promise<Reply> {
    return this.wire.ask(message, this.shown);
  }

  /** Tell the kernel something; its answer is not needed. */
  tell(message: Intent): void {
    this.wire.tell(message, this.shown);
  }

  /** Ask the kernel for its whole state: this view has missed something. */
  renew(): void {
    if (this.renewing) return;
    this.renewing = true;
    this.wire.ask({ intent: "hello", args: {} }, KNOWS_NOTHING).then(() => {
      this.renewing = false;
    });
  }

  /** Ask the kernel for its state, unless that is still the one of a revision. */
  hello(): void {
    this.wire.ask({ intent: "hello", args: {} }, this.shown);
  }

  /**
   * Send a change of the game: undo, redo, goto, commit. The answer comes as new state, or as an error shown on the board.
   * Each change is sent when the one before is answered: undo pressed twice goes two steps back, the second from where the
   * first has led.
   */
  send(message: Intent, composed?: number): Promise<Reply> {
    // The message leaves before anything is drawn, so that it does not wait for the drawing.
    const asked = this.busy
      ? this.last.then(() => this.wire.ask(message, composed ?? this.traits.choices.revision))
      : this.wire.ask(message, composed ?? this.traits.choices.revision);
    this.waits += 1;
    this.last = asked.then((reply) => {
      this.waits -= 1;
      if (reply.error) this.fail(reply);
      else this.changes.tell("notice");
    });
    this.error = "";
    this.changes.tell("notice");
    return asked;
  }

  /** Show the error of a reply. */
  fail(reply: Reply): void {
    this.complain(reply.error ?? say("{0} refused this.", capital(say(this.words.far))));
  }

  /** Show an error in words until something else is done. */
  complain(text: string): void {
    this.error = text;
    this.changes.tell("notice");
  }
}
