// The connection to the kernel, as far as the page reports on it: JupyterLab, Notebook 7 and JupyterLite do. On other pages a
// board learns from missing answers that its kernel is gone.

import type { AnyModel } from "@anywidget/types";
import type { BoardState } from "./types.gen";

type Slot = (sender: unknown, value?: unknown) => void;
interface Signal {
  connect(slot: Slot): unknown;
  disconnect(slot: Slot): unknown;
}
/** A message of Jupyter's protocol that passes between the page and the kernel. */
interface Passing {
  direction: "send" | "recv";
  msg: {
    header: { msg_id: string; msg_type: string; subshell_id?: string | null };
    parent_header: { msg_id?: string };
    content: { status?: string; execution_state?: string; data?: { content?: { id?: unknown } } };
  };
}
interface Connection {
  statusChanged?: Signal;
  connectionStatusChanged?: Signal;
  disposed?: Signal;
  anyMessage?: Signal;
  /** JupyterLab's way of sending messages of widgets: "disabled", or to a subshell, which answers while a cell runs. */
  commsOverSubshells?: string;
  requestListSubshell?(content: object): { done: Promise<{ content: { subshell_id?: string[] } }> };
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
  /** The kernel has dealt with a message of an id. Its answer may be on its way still. */
  dealt(id: string): void;
  /** The kernel has refused a message. */
  refused(): void;
}

const pause = () => new Promise((go) => setTimeout(go));
/** The kernels whose pages ask for other subshells now. */
const renewing = new Map<Connection, Promise<void>>();

/** Have the page ask a kernel for other subshells: each comm forgets its own first, and learns of the new one after it is made. */
async function renewSubshells(kernel: Connection): Promise<void> {
  const way = kernel.commsOverSubshells;
  kernel.commsOverSubshells = "disabled";
  await pause();
  kernel.commsOverSubshells = way;
  await pause();
  await kernel.requestListSubshell?.({}).done;
}

export class Kernel {
  private readonly manager: Manager | undefined;
  /** The messages that the kernel has not dealt with: their ids in Jupyter's protocol, and the board's. */
  private readonly passing = new Map<string, string>();
  /** The subshell that the last message went to. */
  private subshell: string | null = null;

  constructor(
    private readonly model: AnyModel<BoardState>,
    /** The beginning of the ids of the board's messages. */
    private readonly name: string,
    private readonly told: Told,
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
    listen(kernel?.anyMessage, (_, passing) => this.pass(passing as Passing));
  }

  /** Follow a message of the board, and what the kernel says of it. */
  private pass({ direction, msg }: Passing): void {
    const { header, parent_header, content } = msg;
    if (direction === "send") {
      const id = content.data?.content?.id;
      if (header.msg_type !== "comm_msg" || typeof id !== "string" || !id.startsWith(this.name)) return;
      this.passing.set(header.msg_id, id);
      this.subshell = header.subshell_id ?? null;
      return;
    }
    const of = parent_header.msg_id;
    const id = of === undefined ? undefined : this.passing.get(of);
    if (of === undefined || id === undefined) return;
    if (header.msg_type === "comm_reply" && content.status === "error") this.told.refused();
    if (header.msg_type !== "status" || content.execution_state !== "idle") return;
    this.passing.delete(of);
    this.told.dealt(id);
  }

  /**
   * True if the subshell that messages went to was gone, and they have another way now. A kernel says so at any time, also while a
   * cell runs.
   */
  async hasNewWay(): Promise<boolean> {
    const kernel = this.manager?.kernel;
    const { subshell } = this;
    if (!kernel?.requestListSubshell || subshell === null) return false;
    try {
      const { content } = await kernel.requestListSubshell({}).done;
      if (!content.subshell_id || content.subshell_id.includes(subshell)) return false;
      if (!renewing.has(kernel)) {
        const renewed = renewSubshells(kernel).finally(() => renewing.delete(kernel));
        renewing.set(kernel, renewed);
      }
      await renewing.get(kernel);
      return true;
    } catch {
      return false; // the page could not ask
    }
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
