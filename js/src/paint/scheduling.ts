// Work that may wait until the browser has shown what is painted on the map.

/** An act that runs once after the next frame, however often it is asked for before. */
export class Later {
  private due = false;

  constructor(
    private readonly page: Window | null,
    private readonly act: () => void,
  ) {}

  soon(): void {
    if (this.due) return;
    this.due = true;
    // A task that begins in a frame's callback runs when the frame is done.
    this.page?.requestAnimationFrame(() => setTimeout(() => this.settle()));
  }

  /** Act now if it is due. */
  settle(): void {
    if (this.due) this.now();
  }

  now(): void {
    this.due = false;
    this.act();
  }
}
