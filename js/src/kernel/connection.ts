// The connection to the kernel, as far as the page reports on it: JupyterLab, Notebook 7 and JupyterLite do. On other pages a
// board learns from missing answers that its kernel is gone.

import type { AnyModel } from "@anywidget/types";
import type { BoardState } from "./types.gen";

type Slot = (sender: unknown, value?: unknown) => void;
interface Signal {
  connect(slot: Slot): unknown;
  disconnect(slot: Slot): unknown;
}
interface Connection {
  statusChanged?: Signal;
  connectionStatusChanged?: Signal;
  disposed?: Signal;
}
/** The words for what is at the other end of the line. */
export interface Words {
  far: string;
  /** Why the line is cut, where that is known. */
  cut?: string;
  /** The sentence that it will not come back, with advice. */
  gone: string;
  remedy: string;
  /** The advice on how to begin afresh. */
  afresh: string;
}
interface Manager {
  words?: Words;
  /** True if a line begins with the whole state, and nothing is lost while it holds. */
  inOrder?: boolean;
  kernel?: Connection | null;
  _get_comm_info?(): Promise<Record<string, unknown>>;
}

const KERNEL: Words = {
  far: "the kernel",
  gone: "The kernel is gone",
  remedy: "run the cell again",
  afresh: "Run the cell again; if that does not help, restart the kernel.",
};

/** The words of a model: those of a notebook, unless its manager has others. */
export const wordsOf = (model: unknown): Words =>
  (model as { widget_manager?: Manager }).widget_manager?.words ?? KERNEL;

/** Why the line is cut, as the beginning of a sentence. */
export const whyCut = (words: Words): string => words.cut || `No connection to ${words.far}`;

interface Told {
  /** The connection is there again, or it is cut for now. */
  connected(yes: boolean): void;
  /** The kernel may have restarted: a new kernel does not know the board. */
  doubtful(): void;
  /** The kernel is gone. */
  gone(): void;
}

export class Kernel {
  private readonly manager: Manager | undefined;

  constructor(
    private readonly model: AnyModel<BoardState>,
    told: Told,
    signal: AbortSignal,
  ) {
    this.manager = (model as { widget_manager?: Manager }).widget_manager;
    const kernel = this.manager?.kernel;
    const listen = (source: Signal | undefined, slot: Slot) => {
      source?.connect(slot);
      signal.addEventListener("abort", () => source?.disconnect(slot));
    };
    listen(kernel?.connectionStatusChanged, (_, status) => told.connected(status === "connected"));
    listen(kernel?.statusChanged, (_, status) => {
      if (status === "dead") told.gone();
      else if (status === "starting" || status === "restarting" || status === "autorestarting") told.doubtful();
    });
    listen(kernel?.disposed, () => told.gone());
  }

  /** True if a view that is connected again has missed nothing. */
  get inOrder(): boolean {
    return this.manager?.inOrder ?? false;
  }

  /**
   * True if the kernel has restarted and does not know the board; false where the page cannot ask. A kernel that is just
   * ending never answers, so a caller that is still in doubt asks again.
   */
  async hasForgotten(): Promise<boolean> {
    // A widget's layout lives as long as the widget, and its model has an id.
    const name = (this.model.get("layout" as keyof BoardState) as { model_id?: string } | undefined)?.model_id;
    if (name === undefined || !this.manager?._get_comm_info) return false;
    try {
      return !(name in (await this.manager._get_comm_info()));
    } catch {
      return false; // the page could not ask
    }
  }
}
