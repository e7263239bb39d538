// A sound and a notification when it becomes the turn of a player who does not look at the page. The browser keeps the switches.

import { say } from "./spoken";

type Kind = "sound" | "notification";

const NAME = (kind: Kind) => `hexwidget.table.${kind}`;
/** The two notes of the sound, in hertz, and the length of each in seconds. */
const NOTES = [587, 880];
const LENGTH = 0.16;
const LOUDNESS = 0.12;

export class Alerts {
  private context: AudioContext | undefined;

  constructor() {
    // A browser lets a page sound once somebody has touched it.
    for (const touched of ["pointerdown", "keydown"]) addEventListener(touched, () => this.wake());
  }

  isOn(kind: Kind): boolean {
    return stored(kind) && (kind === "sound" || permission() === "granted");
  }

  /** Switch one on or off. Returns why that cannot be done; empty if it is. */
  async switch(kind: Kind, on: boolean): Promise<string> {
    if (kind === "notification" && on) {
      if (!permission()) return say("This browser shows no notifications here.");
      if ((await Notification.requestPermission()) !== "granted")
        return say("The browser does not let this page notify you. Its settings for this site can change that.");
    }
    try {
      localStorage.setItem(NAME(kind), on ? "on" : "");
    } catch {
      return say("This browser keeps no settings.");
    }
    if (kind === "sound" && on) {
      this.wake();
      this.sound(); // as a sample
    }
    return "";
  }

  /** Tell a player who looks elsewhere that it is their turn. */
  turn(words: string, title: string): void {
    if (!document.hidden) return;
    if (this.isOn("sound")) this.sound();
    if (!this.isOn("notification")) return;
    try {
      const shown = new Notification(words, { body: title, tag: location.href });
      shown.onclick = () => {
        focus();
        shown.close();
      };
    } catch {
      // Some phones show notifications of installed pages only.
    }
  }

  private wake(): void {
    if (!this.isOn("sound")) return;
    this.context ??= new AudioContext();
    void this.context.resume();
  }

  private sound(): void {
    const { context } = this;
    if (!context) return;
    for (const [n, pitch] of NOTES.entries()) {
      const begin = context.currentTime + n * LENGTH;
      const voice = new OscillatorNode(context, { frequency: pitch });
      const gain = new GainNode(context, { gain: 0 });
      gain.gain.linearRampToValueAtTime(0, begin);
      gain.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.02);
      gain.gain.linearRampToValueAtTime(0, begin + LENGTH);
      voice.connect(gain).connect(context.destination);
      voice.start(begin);
      voice.stop(begin + LENGTH);
    }
  }
}

const permission = (): string => ("Notification" in globalThis ? Notification.permission : "");

function stored(kind: Kind): boolean {
  try {
    return localStorage.getItem(NAME(kind)) === "on";
  } catch {
    return false; // the browser keeps nothing for this page
  }
}
