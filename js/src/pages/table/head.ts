// The head of a table's page: who sits where and whose turn it is, what was asked and said, and a menu.

import { button, element } from "../../chrome/elements/dom";
import type { Alerts } from "./alerts";
import { say } from "./spoken";
import type { Occupancy, TablePresent, TableWish } from "./types.gen";

const SAID_MS = 15_000;
const items = (): readonly (readonly [wish: TableWish, words: string])[] => [
  ["back", say("Ask to take back my last action")],
  ["replay", say("Look back at the game")],
  ["rematch", say("Ask for a rematch, seats turned")],
  ["open", say("Ask to show the whole game to all")],
  ["file", say("Download the game")],
  ["resign", say("Resign …")],
];

export class Head {
  private readonly places = element(document, "ul", { id: "places", "aria-label": say("At the table") });
  private readonly switches = element(document, "div", { id: "switches" });
  private readonly items = element(document, "div");
  private readonly menu = element(document, "div", { id: "menu" }, this.items, this.switches);
  private readonly opener = button(
    document,
    { id: "opener", "aria-expanded": "false", "aria-controls": "menu" },
    () => this.open(this.menu.hidden !== false),
    say("Menu"),
  );
  private readonly resigning = element(document, "dialog", { "aria-labelledby": "resigning" });
  private readonly rows: Record<"over" | "request" | "said" | "note", { text: HTMLElement; buttons: HTMLElement }>;
  private told: TablePresent | undefined;
  private toAct: readonly string[] = [];
  private hasSaid = false;
  private step: number | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly holder: HTMLElement,
    news: HTMLElement,
    private readonly alerts: Alerts,
    private readonly wish: (wish: TableWish, to?: number) => void,
  ) {
    const row = (name: string) => {
      const text = element(document, "span", { role: "status" });
      const buttons = element(document, "span", { class: "buttons" });
      news.append(element(document, "p", { id: name, class: "row empty" }, text, buttons));
      return { text, buttons };
    };
    this.rows = { over: row("over"), request: row("request"), said: row("said"), note: row("note") };
    this.menu.hidden = true;
    this.fillSwitches();
    this.fillQuestion();
    holder.append(this.places, this.opener, this.menu, this.resigning);
    addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || this.menu.hidden) return;
      this.open(false);
      this.opener.focus();
    });
    addEventListener("pointerdown", ({ target }) => {
      if (!this.menu.contains(target as Node) && target !== this.opener) this.open(false);
    });
    this.show();
  }

  /** Show the server's words about the table; undefined: nothing is known any more. */
  tell(told: TablePresent | undefined): void {
    const [before, now] = [this.told, told];
    const isNew = now?.request?.number !== before?.request?.number || now?.over !== before?.over;
    if (!this.hasSaid && isNew)
      this.announce(before?.request && now && !now.request && !now.over ? say("The request is gone.") : "");
    if (told && screens(told) > screens(before)) this.announce(`${told.text.split(".", 1)[0]}.`);
    this.hasSaid = false;
    this.told = told;
    this.show();
  }

  /** Show whose turn it is. */
  turn(toAct: readonly string[]): void {
    if (this.toAct.join() === toAct.join()) return;
    this.toAct = toAct;
    this.showPlaces();
  }

  /** Note the step of the game. Words said before another step are stale. */
  at(step: number | undefined): void {
    if (this.step !== undefined && step !== this.step) this.announce("");
    this.step = step;
  }

  /** Show a sentence for a while. */
  announce(text: string): void {
    clearTimeout(this.silence);
    this.hasSaid = text !== "";
    this.write(
      "said",
      text,
      text ? button(document, { "aria-label": say("Close") }, () => this.announce(""), "×") : null,
    );
    if (text) this.silence = setTimeout(() => this.announce(""), SAID_MS);
  }

  /** Show a note of the teacher until it is closed; empty: none. */
  note(text: string): void {
    this.write("note", text, text ? button(document, { "aria-label": say("Close") }, () => this.note(""), "×") : null);
  }

  private show(): void {
    const { told } = this;
    this.showPlaces();
    this.holder.hidden = !told?.places.length; // a page for one person has nobody to ask, and no turn to wait for
    if (this.holder.hidden) this.open(false);
    const may = (wish: TableWish) => told?.may.includes(wish) ?? false;
    this.showRequest(told, may);
    const over = told?.over ?? "";
    const next = (["replay", "rematch", "open"] as const).filter(may).map((wish) => this.wishing(wish, SHORT[wish]()));
    this.write("over", over, ...(over ? next : []));
    const isPlayer = told?.places.some(({ you, seat }) => you && seat) ?? false;
    this.switches.hidden = !isPlayer;
    const act = (wish: TableWish) => () => {
      this.open(false);
      if (wish === "resign") this.resigning.showModal();
      else this.wish(wish);
    };
    this.items.replaceChildren(
      ...items()
        .filter(([wish]) => may(wish))
        .map(([wish, words]) => button(document, {}, act(wish), words)),
    );
  }

  private showRequest(told: TablePresent | undefined, may: (wish: TableWish) => boolean): void {
    const request = told?.request;
    const answer = (wish: TableWish, words: string) =>
      button(document, {}, () => this.wish(wish, request?.number), words);
    const answers = [
      may("agree") ? answer("agree", say("Agree")) : null,
      may("refuse") ? answer("refuse", may("agree") ? say("Refuse") : say("Withdraw")) : null,
    ];
    this.write("request", request?.text ?? "", ...(request ? answers : []));
  }

  private wishing(wish: TableWish, words: string): HTMLElement {
    return button(document, {}, () => this.wish(wish), words);
  }

  /** A text that is read aloud is written only if it is another one, and its buttons stay if they are the same. */
  private write(name: keyof Head["rows"], text: string, ...buttons: (HTMLElement | null)[]): void {
    const row = this.rows[name];
    const made = buttons.filter((each) => each !== null);
    const words = (all: Iterable<Element>) => [...all].map((each) => each.textContent).join("|");
    if (row.text.textContent === text && words(row.buttons.children) === words(made)) return;
    row.text.textContent = text;
    const isFocused = row.buttons.contains(document.activeElement);
    row.buttons.replaceChildren(...made);
    if (isFocused) this.opener.focus(); // else the keyboard begins at the top of the page
    (row.text.parentElement as HTMLElement).classList.toggle("empty", !text);
  }

  private showPlaces(): void {
    const acts = ({ seat }: Occupancy) => !!seat && !this.told?.over && this.toAct.includes(seat);
    this.places.replaceChildren(
      ...(this.told?.places ?? []).map((place) => {
        const isHere = place.here > 0;
        const item = element(document, "li", {}, element(document, "i", { "aria-hidden": "true" }), place.name);
        item.classList.toggle("here", isHere);
        item.classList.toggle("acts", acts(place));
        const hidden = (text: string) => item.append(element(document, "span", { class: "unseen" }, text));
        if (place.you) item.append(element(document, "b", {}, say("You")));
        if (place.seat !== "" && place.here > 1)
          item.append(element(document, "small", {}, say("{0} screens", place.here)));
        hidden(isHere ? `, ${say("here")}` : `, ${say("not here")}`);
        if (acts(place)) item.append(element(document, "em", {}, say("to act")));
        return item;
      }),
    );
  }

  private open(isOpen: boolean): void {
    this.menu.hidden = !isOpen;
    this.opener.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) this.menu.querySelector<HTMLElement>("button, input")?.focus();
  }

  private fillSwitches(): void {
    const all = [
      ["sound", say("Sound when it is my turn")],
      ["notification", say("Notification when it is my turn")],
    ] as const;
    for (const [kind, words] of all) {
      const box = element(document, "input", { type: "checkbox" });
      box.checked = this.alerts.isOn(kind);
      box.onchange = async () => {
        const failed = await this.alerts.switch(kind, box.checked);
        if (failed) this.announce(failed);
        box.checked = this.alerts.isOn(kind);
      };
      this.switches.append(element(document, "label", {}, box, words));
    }
    this.switches.append(element(document, "small", {}, say("While you look elsewhere. This browser keeps it.")));
  }

  private fillQuestion(): void {
    const close = () => this.resigning.close();
    const resign = () => {
      close();
      this.wish("resign");
    };
    this.resigning.onclose = () => this.opener.focus();
    this.resigning.append(
      element(document, "p", { id: "resigning" }, say("Resign? The game ends for all, and you have lost it.")),
      button(document, {}, close, say("Play on")),
      button(document, { class: "grave" }, resign, say("Resign")),
    );
  }
}

/** The screens at which somebody sits at the place of this page: more than one may be somebody else's. */
const screens = (told?: TablePresent) => told?.places.find(({ you, seat }) => you && seat !== "")?.here ?? 1;
const SHORT = { replay: () => say("Look back"), rematch: () => say("Rematch"), open: () => say("Show all") } as const;
