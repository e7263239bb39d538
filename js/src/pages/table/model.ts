// The model of a board at a table: a web socket to the table's server. The board asks again for answers that do not come, and holds
// its messages while the line is cut; this model says when it is cut and when it is back, as JupyterLab's connection does.

import type { AnyModel } from "@anywidget/types";
import type { Words } from "../../kernel/connection";
import type { BoardState } from "../../kernel/types.gen";
import { away, isAway } from "./server-ended";
import { say } from "./spoken";
import { CloseCode, type CourseMessage, type LineMessage, type TableMessage, type WallMessage } from "./types.gen";

/** The times without a sign of the server after which the line counts as cut, and another is tried. Signs come every two seconds. */
const [CUT_AFTER_MS, AGAIN_AFTER_MS] = [2_500, 8_000];
const LOOK_EVERY_MS = 250;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [200, 8_000];
/** The time for which a server is believed that has said that it is back in a moment. */
const MOMENT_MS = 60_000;
/** Why the line is closed for good, by the server's reason; empty: the page knows the words. */
const GONE: Readonly<Record<number, () => string>> = {
  [CloseCode.NO_SUCH_LINK]: () => "",
  [CloseCode.REPLACED]: () => say("This link was replaced. Ask for the new one."),
  [CloseCode.CLOSED]: () => say("The table is closed."),
};
/** The board says these words in its own language. */
const WORDS: Words = {
  far: "the server",
  gone: "This link opens no table",
  remedy: "ask for another one",
  afresh: "Load the page again.",
};

type Slot = (sender: unknown, value?: unknown) => void;
class Signal {
  private readonly slots = new Set<Slot>();
  connect(slot: Slot): void {
    this.slots.add(slot);
  }
  disconnect(slot: Slot): void {
    this.slots.delete(slot);
  }
  emit(value?: unknown): void {
    for (const slot of [...this.slots]) slot(this, value);
  }
}

/** The messages of a page's server besides the state of its board. */
type Told = TableMessage | CourseMessage | WallMessage;
type Message = Told | LineMessage | { method: "update"; state: Partial<BoardState> };

/** The state of the line: not open yet or cut, open, or closed for good. */
export type Standing = "cut" | "open" | "gone";

/** @typeParam ForPage - the messages of the server to this page, besides those that each connection takes */
export class SocketModel<ForPage extends Told> {
  standing: Standing = "cut";
  /** The reason in the server's words why it admits no more people now, or has gone; empty if it is not known. */
  refusal = "";
  readonly widget_manager = {
    words: { ...WORDS },
    inOrder: true,
    kernel: { connectionStatusChanged: new Signal(), disposed: new Signal() },
  };
  private readonly state: Partial<BoardState> = {};
  private readonly listeners = new Map<string, Set<(value?: unknown) => void>>();
  private socket: WebSocket | undefined;
  private pause = FIRST_PAUSE_MS;
  private heard = 0;
  /** Why the server closes the line, and until when its words are believed. */
  private leaving = { text: "", until: 0 };
  /** Another server answers in place of this one. */
  private away = false;
  /** The page has lost its place, and shows nothing of it any more. */
  private moved = false;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: string,
    /** The first message: the token of a link, or the place that a cookie opens. */
    private readonly greeting: object,
    /** Called when the line is open, cut or gone. */
    private readonly onStanding: () => void,
    /** Called with what the server says of the table. */
    private readonly onTold: (told: ForPage) => void,
  ) {
    this.open();
    setInterval(() => this.look(), LOOK_EVERY_MS);
  }

  get asModel(): AnyModel<BoardState> {
    return this as unknown as AnyModel<BoardState>;
  }

  /** Open the line, at once if it waits to be tried again. */
  open(): void {
    if (this.socket || this.standing === "gone") return;
    clearTimeout(this.retry);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.heard = Date.now();
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.away = false;
      socket.send(JSON.stringify(this.greeting));
    };
    socket.onmessage = ({ data }) => {
      if (this.socket === socket) this.receive(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      this.reason(code, opened);
      if (this.socket === socket) this.closed(code in GONE);
    };
  }

  /** Keep why a line has ended. */
  private reason(code: number, opened: boolean): void {
    if (code === CloseCode.MOVED) this.clear();
    if (code in GONE) this.refusal = GONE[code]?.() ?? "";
    if (code in GONE || code === CloseCode.REFUSED) return;
    const leaving = Date.now() < this.leaving.until ? this.leaving.text : "";
    this.explain(leaving || (this.away ? away() : ""));
    if (!opened && !leaving) void this.askAway();
  }

  private closed(gone: boolean): void {
    this.socket = undefined;
    this.stand(gone ? "gone" : "cut");
    if (gone) return;
    // A server that comes back is not met by all its viewers at once.
    this.retry = setTimeout(() => this.open(), this.pause * (0.5 + Math.random()));
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE_MS);
  }

  /** Ask if another server answers: a cut line says no more of it. */
  private async askAway(): Promise<void> {
    const isGone = await isAway();
    if (this.standing === "open") return;
    this.away = isGone;
    this.explain(isGone ? away() : "");
  }

  /** Show nothing any more: somebody else may sit before the page of a person who has logged out. */
  private clear(): void {
    this.moved = true;
    for (const part of document.querySelectorAll("main")) part.remove();
  }

  /** Say why the line is cut; empty: that is not known. */
  private explain(text: string): void {
    const { words, kernel } = this.widget_manager;
    const refusal = text && say("{0}. This page goes on by itself.", text);
    if (this.refusal === refusal) return;
    this.refusal = refusal;
    words.cut = text;
    if (this.standing !== "cut") return; // it is said with the cut
    this.onStanding();
    kernel.connectionStatusChanged.emit("connecting");
  }

  /** A line may be dead without being closed. */
  private look(): void {
    const silent = Date.now() - this.heard;
    if (!this.socket || silent < CUT_AFTER_MS) return;
    this.stand("cut");
    if (silent < AGAIN_AFTER_MS) return;
    const { socket } = this;
    this.closed(false);
    socket.close();
  }

  private stand(standing: Standing): void {
    if (this.standing === standing) return;
    this.standing = standing;
    this.onStanding();
    const { connectionStatusChanged, disposed } = this.widget_manager.kernel;
    if (standing === "gone") disposed.emit();
    else connectionStatusChanged.emit(standing === "open" ? "connected" : "connecting");
  }

  private receive(message: Message): void {
    this.heard = Date.now();
    if (message.method === "refused") {
      this.refusal = message.text;
      this.pause = LONGEST_PAUSE_MS;
      this.onStanding();
      return;
    }
    if (message.method === "leaving") {
      this.leaving = { text: message.text, until: Date.now() + MOMENT_MS };
      return;
    }
    if (this.moved) {
      this.moved = false;
      location.reload(); // its place is another one
      return;
    }
    this.refusal = this.widget_manager.words.cut = "";
    if (this.standing !== "open") this.leaving.until = 0;
    if (message.method === "custom") this.tell("msg:custom", message.content);
    else if (message.method === "update") {
      Object.assign(this.state, message.state); // before anybody is told, so that each sees the whole state
      for (const name of Object.keys(message.state)) this.tell(`change:${name}`);
    } else if (message.method !== "beat") this.onTold(message as ForPage);
    // The first message of a line is the whole state.
    this.pause = FIRST_PAUSE_MS;
    this.stand("open");
  }

  private tell(name: string, value?: unknown): void {
    for (const listener of [...(this.listeners.get(name) ?? [])]) listener(value);
  }

  get<Name extends keyof BoardState>(name: Name): BoardState[Name] | undefined {
    return this.state[name];
  }

  on(name: string, listener: (value?: unknown) => void): void {
    this.listeners.set(name, (this.listeners.get(name) ?? new Set()).add(listener));
  }

  off(name: string, listener: (value?: unknown) => void): void {
    this.listeners.get(name)?.delete(listener);
  }

  send(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
