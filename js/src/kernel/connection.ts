// What the page tells of its kernel: JupyterLab, Notebook 7 and JupyterLite do. Elsewhere nobody does, and a board learns
// that its kernel is gone from answers that do not come.

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
interface Manager {
  kernel?: Connection | null;
  _get_comm_info?(): Promise<Record<string, unknown>>;
}

export interface Told {
  /** Nothing gets through to the kernel for now, or it does again. */
  connected(yes: boolean): void;
  /** It may be another one now, which does not know the board. */
  doubtful(): void;
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

  /**
   * Whether the kernel has forgotten the board, having been started anew; false where that cannot be asked. A kernel that is
   * just ending never answers: whoever is in doubt again asks again.
   */
  async hasForgotten(): Promise<boolean> {
    // A widget's layout lives and dies with it, and tells its name.
    const name = (this.model.get("layout" as keyof BoardState) as { model_id?: string } | undefined)?.model_id;
    if (name === undefined || !this.manager?._get_comm_info) return false;
    try {
      return !(name in (await this.manager._get_comm_info()));
    } catch {
      return false; // it could not be asked
    }
  }
}
