// Bitmaps that are kept by key, up to a number of pixels. Bitmaps that were not used for longest go first.

export class Bitmaps {
  private readonly kept = new Map<string, HTMLCanvasElement>();
  private pixels = 0;
  /** The most pixels that are kept. */
  room = 0;

  get(key: string): HTMLCanvasElement | undefined {
    const found = this.kept.get(key);
    if (found) {
      this.kept.delete(key);
      this.kept.set(key, found);
    }
    return found;
  }

  has(key: string): boolean {
    return this.kept.has(key);
  }

  add(key: string, bitmap: HTMLCanvasElement): void {
    this.kept.set(key, bitmap);
    this.pixels += bitmap.width * bitmap.height;
    for (const [old, { width, height }] of this.kept) {
      if (this.pixels <= this.room || old === key) break;
      this.kept.delete(old);
      this.pixels -= width * height;
    }
  }

  clear(): void {
    this.kept.clear();
    this.pixels = 0;
  }
}
