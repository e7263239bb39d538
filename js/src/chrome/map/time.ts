// The course of the game as a line with a slider and buttons to step and play.

import { say } from "../../kernel/language";
import type { Store } from "../../state/store";
import { element } from "../elements/dom";
import { icon, sign } from "../elements/icons";

/** Milliseconds between two steps that are played at normal speed. */
const PAUSE_MS = 900;

export class TimeLine {
  readonly root: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly step: HTMLElement;
  private readonly buttons: Record<"first" | "back" | "play" | "on" | "last", HTMLButtonElement>;
  private playing: ReturnType<typeof setTimeout> | null = null;
  /** The depth to go to when the request before is answered. */
  private wanted: number | null = null;
  private going = false;

  constructor(
    owner: Document,
    private readonly store: Store,
    /** Wait until nothing moves on the board. */
    private readonly atRest: () => Promise<void>,
    signal: AbortSignal,
  ) {
    const { store: s } = this;
    this.buttons = {
      first: sign(owner, "first", "To the start", () => this.go(this.range[0])),
      back: sign(owner, "back", "One step back", () => this.go(s.timeline.depth - 1)),
      play: sign(owner, "play", "Play", () => this.toggle()),
      on: sign(owner, "on", "One step on", () => this.go(s.timeline.depth + 1)),
      last: sign(owner, "last", "To the end", () => this.go(this.range[1])),
    };
    this.slider = element(owner, "input", {
      type: "range",
      min: "0",
      step: "1",
      "aria-label": say("Step of the game"),
    });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.root = element(owner, "div", {
      class: "hexwidget-time",
      role: "group",
      "aria-label": say("Course of the game"),
    });
    this.step = element(owner, "span", { class: "hexwidget-step" });
    this.root.append(...Object.values(this.buttons), this.slider, this.step);
    // Arrows on the slider move the slider, not the focus on the board.
    this.root.addEventListener("keydown", (e) => {
      if (e.key.startsWith("Arrow") || e.key === "Home" || e.key === "End") e.stopPropagation();
    });
    signal.addEventListener("abort", () => this.stop());
  }

  /** The first and the last step. */
  private get range(): [number, number] {
    return [0, this.store.timeline.length];
  }

  render(): void {
    const { timeline, requests, status } = this.store;
    // The row is there from the first step on, and while this board may be the referee's again: nothing moves when it fills.
    this.root.hidden = !timeline.canGoto && !status.anyView;
    const off = !timeline.canGoto || timeline.length === 0 || requests.line === "lost";
    this.root.inert = off;
    this.root.classList.toggle("hexwidget-idle", off);
    const step = say("step {0} of {1}", timeline.depth, timeline.length);
    this.step.textContent = step;
    const [least, most] = this.range;
    this.slider.min = String(least);
    this.slider.max = String(most);
    if (!this.going) this.slider.value = String(timeline.depth);
    this.slider.style.setProperty("--hw-done", `${(100 * timeline.depth) / (most || 1)}%`);
    const now = timeline.steps.find((step) => step.number === timeline.current);
    this.slider.setAttribute("aria-valuetext", `${step}: ${now?.text ?? ""}`);
    const at = { start: timeline.depth <= least, end: timeline.depth >= most };
    for (const [name, off] of [
      ["first", at.start],
      ["back", at.start],
      ["on", at.end],
      ["last", at.end],
      ["play", at.end && this.playing === null],
    ] as const)
      this.buttons[name].setAttribute("aria-disabled", String(off));
    const { play } = this.buttons;
    const [sign, label] = this.playing === null ? (["play", "Play"] as const) : (["pause", "Pause"] as const);
    if (play.dataset.sign !== sign) play.replaceChildren(icon(play.ownerDocument, sign));
    play.dataset.sign = sign;
    play.title = say(label);
    play.setAttribute("aria-label", say(label));
    if (off) this.stop();
  }

  /**
   * Go to a depth. Of the depths asked for while a request is under way only the last is gone to. Of a long game the kernel
   * sends only the steps about the present one, so it takes several requests.
   *
   * @returns true if the depth was reached
   */
  private async go(depth: number): Promise<boolean> {
    const [least, most] = this.range;
    this.wanted = Math.min(Math.max(depth, least), most);
    if (this.going) return true;
    this.going = true;
    let arrived = true;
    while (this.wanted !== null && arrived) {
      const goal: number = this.wanted;
      const { timeline } = this.store;
      const far = (d: number) => Math.abs(d - goal);
      const [step] = [...timeline.steps].sort((a, b) => far(a.depth) - far(b.depth));
      if (step && far(step.depth) < far(timeline.depth)) {
        const reply = await this.store.requests.send({ intent: "goto", args: { step: step.number } });
        arrived = reply.ok;
        if (step.depth !== goal) continue;
      }
      if (this.wanted === goal) this.wanted = null;
    }
    this.wanted = null;
    this.going = false;
    this.render();
    return arrived;
  }

  private toggle(): void {
    if (this.playing !== null) this.stop();
    else if (this.store.timeline.depth < this.range[1]) {
      this.playing = setTimeout(() => void this.playOn(), 0);
      this.render();
    }
  }

  private async playOn(): Promise<void> {
    const arrived = await this.go(this.store.timeline.depth + 1);
    await this.atRest();
    if (!arrived) this.stop();
    if (this.playing === null) return;
    if (this.store.timeline.depth >= this.range[1]) {
      this.stop();
      return;
    }
    const speed = this.store.settings.speed || 1;
    this.playing = setTimeout(() => void this.playOn(), PAUSE_MS / speed);
  }

  /** Stop playing. */
  stop(): void {
    if (this.playing === null) return;
    clearTimeout(this.playing);
    this.playing = null;
    this.render();
  }
}
