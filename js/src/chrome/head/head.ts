// The head of the board: title, round and whose turn it is; viewpoint, legend, undo and redo, the rulebook, Share, the menu.

import { whyCut } from "../../kernel/connection";
import { capital, say } from "../../kernel/language";
import type { Painter } from "../../paint/painter";
import type { Store } from "../../state/store";
import { element, pageAddress, select } from "../elements/dom";
import { icon, sign } from "../elements/icons";
import { Popup } from "../elements/popup";
import { badge } from "../elements/thumbnails";
import { paragraphs } from "../elements/words";
import { Legend } from "./legend";
import { type Actions, Menu } from "./menu";
import { Share } from "./share";

const EVERYTHING = "";
const NO_STAGE = { round: "", of: "", phase: "", more: "" };

export class Head {
  readonly root: HTMLElement;
  private readonly title: HTMLElement;
  /** The words about the scenario, which the title opens. */
  private readonly about: Popup;
  private readonly status: HTMLElement;
  private readonly kept: HTMLElement;
  private readonly unsaved: HTMLElement;
  private readonly undo: HTMLElement;
  private readonly redo: HTMLElement;
  private readonly book: HTMLAnchorElement;
  private readonly seen: HTMLSelectElement;
  private readonly view: HTMLElement;
  private readonly whose: HTMLElement;
  private readonly legend: Legend;
  private readonly menu: Menu;
  private readonly share: Share;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    painter: Painter,
    actions: Actions,
    signal: AbortSignal,
  ) {
    this.title = element(owner, "span", { class: "hexwidget-title" });
    const face = [this.title, icon(owner, "fold")];
    this.about = new Popup(
      owner,
      "hexwidget-about-scenario",
      "",
      face,
      element(owner, "div", { tabindex: "0" }),
      signal,
    );
    this.status = element(owner, "span", { class: "hexwidget-status", role: "status" });
    this.kept = element(owner, "span", { class: "hexwidget-kept" });
    this.unsaved = element(owner, "span", { class: "hexwidget-unsaved", role: "alert" });
    this.whose = element(owner, "span", { class: "hexwidget-whose" });
    this.undo = sign(owner, "undo", "Undo (u)", () => store.undo());
    this.redo = sign(owner, "redo", "Redo (r)", () => store.redo());
    const see = (player: string) => store.viewpoint.see(player === EVERYTHING ? null : player);
    this.seen = select(owner, { "aria-label": say("Whose view") }, [], see);
    const name = { class: "hexwidget-sign", title: say("Rulebook"), "aria-label": say("Rulebook") };
    this.book = element(owner, "a", { ...name, target: "_blank", rel: "noopener" }, icon(owner, "book"));
    this.legend = new Legend(owner, store, painter, signal);
    this.menu = new Menu(owner, store, painter, actions, signal);
    this.share = new Share(owner, store, actions, signal);
    // Its own arrow, as that of the browser differs from all other signs.
    this.view = element(owner, "label", { class: "hexwidget-view" }, this.seen, icon(owner, "fold"));
    const tools = [this.view, this.legend.root, this.undo, this.redo, this.book, this.share.root, this.menu.root];
    const said = [this.about.root, this.status, this.whose, this.kept, this.unsaved];
    this.root = element(
      owner,
      "div",
      { class: "hexwidget-head" },
      ...said,
      element(owner, "div", { class: "hexwidget-tools" }, ...tools),
    );
  }

  render(): void {
    const { scene, status, timeline } = this.store;
    const lost = this.store.requests.line === "lost";
    this.title.textContent = this.title.title = scene.title;
    this.about.root.inert = scene.prose === "";
    this.about.body.replaceChildren(...paragraphs(this.owner, scene.prose));
    this.renderStatus();
    this.kept.textContent = status.kept.file === "" || lost ? "" : say("kept in {0}", status.kept.file);
    this.kept.hidden = this.kept.textContent === "" || status.kept.problem !== "";
    const unsaved = status.kept.problem === "" ? "" : say("Not saved: {0}.", status.kept.problem);
    if (this.unsaved.textContent !== unsaved) this.unsaved.textContent = this.unsaved.title = unsaved;
    this.unsaved.hidden = unsaved === "";
    // `disabled` would take the focus away from the button that was just pressed.
    this.undo.setAttribute("aria-disabled", String(!timeline.canUndo || lost));
    this.redo.setAttribute("aria-disabled", String(!timeline.canRedo || lost));
    // Only a referee's board takes steps back.
    this.undo.hidden = this.redo.hidden = !timeline.canGoto;
    const book = pageAddress(scene.rulebook);
    this.book.hidden = book === "" || book.startsWith("#");
    if (!this.book.hidden) this.book.href = book;
    this.renderView();
    this.legend.render();
    this.menu.render();
    this.share.render();
  }

  /** The status as a sentence: the round, and with the player's shape whose turn it is. */
  private renderStatus(): void {
    const { requests, scene, status } = this.store;
    const thinking = status.thinking && `${status.thinking} …`;
    const { waits } = this.store;
    const { words } = requests;
    const clicks = waits > 1 ? say("{0} clicks wait", waits) : say(waits ? "1 click waits" : "waiting");
    const aside = {
      open: thinking,
      waiting: thinking || capital(say("{0} for {1} …", clicks, say(words.far))),
      cut: say("{0}; {1} for it …", say(whyCut(words)), clicks),
      lost: `${say(words.gone)}: ${say(words.remedy)}`,
    }[requests.line];
    const text = aside || status.text;
    this.status.classList.toggle("hexwidget-waiting", requests.line !== "open");
    const acting = scene.players.findIndex(({ name }) => status.toAct.includes(name));
    // Where several act at once, no shape is shown.
    const seat = status.toAct.length === 1 ? acting : -1;
    const hue = scene.players[seat]?.hue;
    const now = `${text} ${requests.line === "open" ? seat : ""} ${hue} ${this.root.closest("[data-theme]")?.getAttribute("data-theme")}`;
    if (this.status.dataset.shown === now) return;
    this.status.dataset.shown = now;
    const { round, of, phase, turn, more } = aside ? { ...NO_STAGE, turn: aside } : status.stage;
    const { owner } = this;
    const drawn = requests.line === "open" && seat >= 0 ? badge(owner, this.store, seat, 16) : null;
    const span = (kind: string, words: string) => element(owner, "span", { class: `hexwidget-${kind}` }, words);
    // Screen readers say the unseen parts: the round, the phase, whose turn it is, and other notes.
    const part = (words: string, after: string) => (words ? [span("round", words), span("unseen", after)] : []);
    this.status.replaceChildren(
      ...part(ofRound(round, of, status.toAct.length > 0), ": "),
      ...part(capital(phase), ", "),
      element(owner, "span", { class: "hexwidget-turn" }, drawn, capital(turn)),
      // A mat shows the lives itself.
      ...(more ? [span("unseen", "; "), span(this.store.map.mat ? "unseen" : "round", more)] : []),
    );
    this.status.title = text;
  }

  /** Show the viewpoint, or on a board that may show any view a choice of viewpoints. */
  private renderView(): void {
    const { scene, status } = this.store;
    this.whose.textContent = [status.whose, status.recorded ? say("a recording") : ""].filter(Boolean).join(", ");
    this.whose.hidden = this.whose.textContent === "";
    this.view.hidden = !status.anyView || scene.players.length < 2;
    const wanted = [[EVERYTHING, say("Referee")], ...scene.players.map((p) => [p.name, say(p.name)])];
    const options = [...this.seen.options];
    if (options.length !== wanted.length || wanted.some(([value], n) => options[n]?.value !== value)) {
      this.seen.replaceChildren(
        ...wanted.map(([value = "", text = ""]) => element(this.owner, "option", { value }, text)),
      );
    }
    this.seen.value = status.seenBy ?? EVERYTHING;
  }

  /** Draw the marks anew at the next rendering, in other colours. */
  forget(): void {
    this.legend.forget();
  }
}

/** The round in words; after the end of the game, who has won. */
function ofRound(round: string, of: string, goesOn: boolean): string {
  return [round, of].filter(Boolean).join(goesOn ? " " : ", ");
}
