// The menu of the board: settings of this view, and tools.

import { say } from "../../kernel/language";
import type { Choice, StaticScene } from "../../kernel/types.gen";
import type { Painter } from "../../paint/painter";
import type { Form } from "../../state/editing";
import type { Store } from "../../state/store";
import { element, select } from "../elements/dom";
import { icon } from "../elements/icons";
import { Popup } from "../elements/popup";
import { sizeButtons } from "../map/zoom";

/** The commands of the menu that do not concern the store. */
export interface Actions {
  suggest(): void;
  fullscreen(): void;
  save(kind: "png" | "svg"): void;
  copy(what: "link" | "game" | "picture" | "position"): void;
  take(form: Form): void;
  help(): void;
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
/** The parts that a view shows or hides, in the order of the menu. */
const VIEWS = [
  ["bare", "Hide the pieces"],
  ["letters", "Letters on the pieces"],
  ["numbered", "Numbers on the hexes"],
  ["asText", "The board as text"],
] as const;

const isOfMenu = ({ kind }: Choice): boolean => kind === "menu";

export class Menu {
  readonly root: HTMLElement;
  private readonly suggest: HTMLElement;
  private readonly dice: HTMLElement;
  private readonly edit: HTMLElement;
  private readonly theme: HTMLSelectElement;
  private readonly views: (readonly [(typeof VIEWS)[number][0], HTMLElement])[];
  /** A choice that is offered in the menu. */
  private readonly offered: HTMLElement;

  constructor(
    owner: Document,
    private readonly store: Store,
    painter: Painter,
    actions: Actions,
    signal: AbortSignal,
  ) {
    const { requests, settings } = store;
    const body = element(owner, "div");
    const popup = new Popup(owner, "hexwidget-menu", "More", [icon(owner, "more")], body, signal);
    const once = (label: string, act: () => void) => popup.command(label, act);
    this.suggest = once("Suggest a move", actions.suggest);
    this.dice = once("Chance by hand", () => {
      requests.send({ intent: "set_rolls", args: { by_hand: store.timeline.rolls === "auto" } });
    });
    this.edit = once("Edit the position", () => {
      requests.send({ intent: "edit", args: { on: !store.editing.on } });
    });
    this.views = VIEWS.map(([name, label]) => [name, once(label, () => settings.set(name, !settings[name]))]);
    this.offered = once("", () => store.choosing.take((offered) => offered.find(isOfMenu)));
    const speed = select(owner, { "aria-label": say("Motion") }, SPEEDS, (value) =>
      settings.set("speed", Number(value)),
    );
    speed.value = "1";
    const wear = (value: string) => settings.set("theme", value as StaticScene["theme"]);
    this.theme = select(owner, { "aria-label": say("Theme") }, THEMES, wear);
    const lists = [
      element(owner, "label", {}, `${say("Motion")} `, speed),
      element(owner, "label", {}, `${say("Theme")} `, this.theme),
    ];
    const toggles = [
      this.offered,
      this.suggest,
      this.edit,
      this.dice,
      ...this.views.map(([, view]) => view),
      ...lists,
      sizeButtons(owner, painter, "hexwidget-tools"),
    ];
    body.append(...toggles, once("Full screen", actions.fullscreen), once("Keys", actions.help));
    this.root = popup.root;
  }

  render(): void {
    const { choosing, editing, requests, scene, settings, status, timeline } = this.store;
    const offered = choosing.options.find(isOfMenu);
    this.offered.hidden = !offered;
    this.offered.textContent = offered?.label ?? "";
    const lost = requests.line === "lost";
    this.suggest.hidden = !this.store.advice.offered || editing.on || lost;
    // Only a referee's board sets dice.
    this.dice.hidden = timeline.rolls === null;
    this.dice.setAttribute("aria-pressed", String(timeline.rolls === "ask"));
    // Only boards that may show everything are edited: no player's board, no recording, no exercise.
    this.edit.hidden = !status.anyView || lost;
    this.theme.value = this.store.theme;
    this.edit.setAttribute("aria-pressed", String(editing.on));
    for (const [name, view] of this.views) {
      view.setAttribute("aria-pressed", String(settings[name]));
      view.hidden = name === "numbered" && scene.columns === 0;
    }
  }
}
