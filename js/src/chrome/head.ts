// The head of the board: title, status and viewpoint; undo and redo; and a menu of settings and tools.

import type { StaticScene } from "../kernel/types.gen";
import type { Store } from "../state/store";
import { element } from "./dom";
import { type Icon, icon } from "./icons";

/** The commands of the menu that do not concern the store. */
export interface Actions {
  fullscreen(): void;
  save(kind: "png" | "svg"): void;
  copy(what: "link" | "picture" | "position"): void;
  help(): void;
  /** Enlarge by a factor; null shows the whole map. */
  zoom(factor: number | null): void;
}

const SPEEDS: [string, string][] = [
  ["0", "off"],
  ["0.5", "slow"],
  ["1", "normal"],
  ["2", "fast"],
];
const THEMES: [StaticScene["theme"], string][] = [
  ["auto", "as the page"],
  ["light", "light"],
  ["dark", "dark"],
  ["light-contrast", "light, more contrast"],
  ["dark-contrast", "dark, more contrast"],
];
const EVERYTHING = "";

export class Head {
  readonly root: HTMLElement;
  private readonly title: HTMLElement;
  private readonly status: HTMLElement;
  private readonly step: HTMLElement;
  private readonly kept: HTMLElement;
  private readonly unsaved: HTMLElement;
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private readonly dice: HTMLButtonElement;
  private readonly seen: HTMLSelectElement;
  private readonly whose: HTMLElement;
  private readonly menu: HTMLDetailsElement;
  private readonly edit: HTMLButtonElement;
  private readonly saves: HTMLButtonElement[];
  private readonly copies: HTMLButtonElement[];
  private readonly letters: HTMLButtonElement;
  private readonly bare: HTMLButtonElement;
  private readonly text: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private readonly theme: HTMLSelectElement;

  constructor(
    owner: Document,
    private readonly store: Store,
    actions: Actions,
    signal: AbortSignal,
  ) {
    const button = (label: string | Node, act: () => void, kind = "") => {
      const made = element(owner, "button", { type: "button", class: kind }, label);
      made.addEventListener("click", act);
      return made;
    };
    const sign = (name: Icon, label: string, act: () => void) => {
      const made = button(icon(owner, name), act, "hexwidget-sign");
      made.title = label;
      made.setAttribute("aria-label", label);
      return made;
    };
    const select = (label: string, options: [string, string][], change: (value: string) => void) => {
      const made = element(owner, "select", { "aria-label": label });
      made.append(...options.map(([value, text]) => element(owner, "option", { value }, text)));
      made.addEventListener("change", () => change(made.value));
      return made;
    };
    this.title = element(owner, "span", { class: "hexwidget-title" });
    this.status = element(owner, "span", { class: "hexwidget-status", role: "status" });
    this.step = element(owner, "span", { class: "hexwidget-step" });
    this.kept = element(owner, "span", { class: "hexwidget-kept" });
    this.unsaved = element(owner, "div", { class: "hexwidget-unsaved", role: "alert" });
    this.undo = button(icon(owner, "undo"), () => store.undo(), "hexwidget-sign");
    this.redo = button(icon(owner, "redo"), () => store.redo(), "hexwidget-sign");
    for (const [made, name, key] of [
      [this.undo, "Undo", "u"],
      [this.redo, "Redo", "r"],
    ] as const) {
      made.title = `${name} (${key})`;
      made.setAttribute("aria-label", name);
    }
    this.seen = select("Whose view", [], (value) => store.viewpoint.see(value === EVERYTHING ? null : value));
    this.whose = element(owner, "span", { class: "hexwidget-whose" });
    const close = () => {
      this.menu.open = false;
    };
    const once = (label: string, act: () => void) =>
      button(label, () => {
        close();
        act();
      });
    this.dice = once("Chance by hand", () => {
      store.requests.send({ intent: "rolls", args: { by_hand: store.timeline.rolls === "auto" } });
    });
    this.edit = once("Edit the position", () => {
      store.requests.send({ intent: "editing", args: { on: !store.editing.on } });
    });
    this.saves = [once("Save as PNG", () => actions.save("png")), once("Save as SVG", () => actions.save("svg"))];
    this.copies = [
      once("Copy picture", () => actions.copy("picture")),
      once("Copy link", () => actions.copy("link")),
      once("Copy position", () => actions.copy("position")),
    ];
    this.letters = once("Letters on the pieces", () => store.settings.set("letters", !store.settings.letters));
    this.bare = once("Hide the pieces", () => store.settings.set("bare", !store.settings.bare));
    this.text = once("The board as text", () => store.settings.set("asText", !store.settings.asText));
    this.speed = select("Motion", SPEEDS, (value) => store.settings.set("speed", Number(value)));
    this.speed.value = "1";
    this.theme = select("Theme", THEMES, (value) => store.settings.set("theme", value as StaticScene["theme"]));
    this.menu = element(
      owner,
      "details",
      { class: "hexwidget-menu" },
      element(owner, "summary", { "aria-label": "More", title: "More" }, icon(owner, "more")),
      element(
        owner,
        "div",
        {},
        this.edit,
        this.dice,
        this.bare,
        this.letters,
        this.text,
        element(owner, "label", {}, "Motion ", this.speed),
        element(owner, "label", {}, "Theme ", this.theme),
        element(
          owner,
          "div",
          { class: "hexwidget-tools", role: "group", "aria-label": "Size of the map" },
          sign("larger", "Larger (+)", () => actions.zoom(1.35)),
          sign("smaller", "Smaller (−)", () => actions.zoom(1 / 1.35)),
          sign("whole", "The whole map (Home)", () => actions.zoom(null)),
        ),
        once("Full screen", actions.fullscreen),
        ...this.copies,
        ...this.saves,
        once("Keys", actions.help),
      ),
    );
    this.menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.menu.open) return;
      close();
      this.menu.querySelector("summary")?.focus();
      event.stopPropagation();
    });
    // A click anywhere else closes the menu.
    owner.addEventListener("pointerdown", (event) => !event.composedPath().includes(this.menu) && close(), { signal });
    const tools = element(owner, "div", { class: "hexwidget-tools" }, this.seen, this.undo, this.redo, this.menu);
    const parts = [this.title, this.status, this.step, this.kept, this.whose, tools, this.unsaved];
    this.root = element(owner, "div", { class: "hexwidget-head" }, ...parts);
  }

  render(): void {
    const { scene, status, timeline, settings } = this.store;
    const { line } = this.store.requests;
    const lost = line === "lost";
    this.title.textContent = scene.title;
    const thinking = status.thinking.length > 0 ? `${status.thinking.join(", ")} is thinking …` : "";
    const text = {
      open: thinking || status.text,
      waiting: thinking || "Waiting for the kernel …",
      cut: "No connection to the kernel; waiting for it …",
      lost: "The kernel is gone: run the cell again",
    }[line];
    if (this.status.textContent !== text) this.status.textContent = text;
    this.step.textContent = timeline.length > 0 ? `step ${timeline.depth} of ${timeline.length}` : "";
    this.kept.textContent = status.kept.file === "" || lost ? "" : `kept in ${status.kept.file}`;
    this.kept.hidden = this.kept.textContent === "" || status.kept.problem !== "";
    const unsaved = status.kept.problem === "" ? "" : `Not saved: ${status.kept.problem}.`;
    if (this.unsaved.textContent !== unsaved) this.unsaved.textContent = unsaved;
    this.unsaved.hidden = unsaved === "";
    this.status.classList.toggle("hexwidget-waiting", line !== "open");
    // `disabled` would take the focus away from the button that was just pressed.
    this.undo.setAttribute("aria-disabled", String(!timeline.canUndo || lost));
    this.redo.setAttribute("aria-disabled", String(!timeline.canRedo || lost));
    // Only a referee's board takes steps back and sets dice.
    this.undo.hidden = this.redo.hidden = !timeline.canGoto;
    this.dice.hidden = timeline.rolls === null;
    this.dice.setAttribute("aria-pressed", String(timeline.rolls === "ask"));
    // Only boards that may show everything are edited: no player's board, no recording, no exercise.
    this.edit.hidden = !status.anyView || lost;
    for (const button of this.saves) button.hidden = status.recorded;
    // A link and the position's text hold all of the position: only a referee who sees everything copies them.
    const [picture, ...whole] = this.copies;
    if (picture) picture.hidden = status.recorded || lost;
    for (const button of whole) button.hidden = !status.anyView || status.seenBy !== null || lost;
    this.edit.setAttribute("aria-pressed", String(this.store.editing.on));
    this.letters.setAttribute("aria-pressed", String(settings.letters));
    this.bare.setAttribute("aria-pressed", String(settings.bare));
    this.text.setAttribute("aria-pressed", String(settings.asText));
    this.theme.value = settings.theme ?? scene.theme;
    this.renderView();
  }

  /** Show the viewpoint, or on a board that may show any view a choice of viewpoints. */
  private renderView(): void {
    const { scene, status } = this.store;
    const whose = status.seenBy === null || status.anyView ? "" : `${status.seenBy}’s board`;
    this.whose.textContent = [whose, status.recorded ? "a recording" : ""].filter(Boolean).join(", ");
    this.whose.hidden = this.whose.textContent === "";
    this.seen.hidden = !status.anyView || scene.players.length < 2;
    const wanted = [[EVERYTHING, "Referee"], ...scene.players.map((p) => [p.name, p.name])];
    const options = [...this.seen.options];
    if (options.length !== wanted.length || wanted.some(([value], n) => options[n]?.value !== value)) {
      const owner = this.root.ownerDocument;
      this.seen.replaceChildren(...wanted.map(([value = "", text = ""]) => element(owner, "option", { value }, text)));
    }
    this.seen.value = status.seenBy ?? EVERYTHING;
  }
}
