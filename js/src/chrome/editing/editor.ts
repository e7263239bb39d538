// The editor: findings on the position, brushes, the owner of new pieces, options and parameters, and the exported text.

import { capital, say } from "../../kernel/language";
import type { Brush, Editing } from "../../kernel/types.gen";
import { consume } from "../../paint/events";
import type { Painter } from "../../paint/painter";
import type { Tab } from "../../state/editing";
import type { Store } from "../../state/store";
import { arrowed, button, element, focused, type Kept, select } from "../elements/dom";
import { cite } from "../panel/findings";
import { hues, mapTools, questionTools, shareTools } from "./workshop";

export { Caption } from "./workshop";

const GROUPS: [Brush["group"][], string][] = [
  [["ground"], "Ground"],
  [["unit"], "Units"],
  [["building", "token"], "Buildings and markers"],
  [["card"], "Cards"],
  [["belonging"], "Belongings: click any space"],
  [["owner", "eraser"], "Change"],
];
const DRAWN: typeof GROUPS = [
  [["drawing"], "Drawings"],
  [["place"], "Places"],
  [["side"], "Hexsides"],
];
const TABS: [Tab, string][] = [
  ["pieces", "Pieces"],
  ["draw", "Draw"],
  ["map", "Map"],
  ["ask", "Ask"],
  ["share", "Share"],
];

/** The most bytes of a picture: as in hexwidget/geometry/images.py. */
const MOST_BYTES = 6e6;

/** The errors of the position, for the action bar: there they move no brush that the pointer is on. */
export function brokenInWords(owner: Document, store: Store, kept: Kept): HTMLElement[] {
  const findings = store.editing.offered?.findings ?? [];
  const good = () => element(owner, "p", { class: "hexwidget-yes" }, say("The position breaks no clause."));
  if (findings.length === 0) return [kept.get("no finding", good)];
  return findings.map(({ clause, text }) =>
    kept.get(`finding ${clause} ${text}`, () => {
      const words = element(owner, "span", { title: text }, `${capital(text)}.`);
      return element(owner, "div", { class: "hexwidget-broken" }, cite(owner, store, clause), words);
    }),
  );
}

export class Editor {
  readonly root: HTMLElement;
  private shown = "";
  private shownTab: Tab | null = null;
  /** True while a button is held down on a tool: what lies under the pointer is not replaced. */
  private pressed = false;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    private readonly painter: Painter,
    signal: AbortSignal,
  ) {
    this.root = element(owner, "div", { class: "hexwidget-editor" });
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("pointerdown", () => {
      this.pressed = true;
    });
    const release = () => {
      if (!this.pressed) return;
      this.pressed = false;
      this.render();
    };
    this.root.addEventListener("focusout", () => setTimeout(() => this.render()));
    // The click comes after the pointer is up.
    for (const kind of ["pointerup", "pointercancel"])
      owner.addEventListener(kind, () => setTimeout(release), { signal, capture: true });
  }

  render(): void {
    const { offered, brush, player, made, tab, hue } = this.store.editing;
    this.root.hidden = offered === null;
    const { scene } = this.store;
    const words = [scene.title, scene.prose, scene.columns, scene.rows, scene.players];
    const now = JSON.stringify([offered, brush?.key, player, made, tab, hue, words, this.painter.palette.board]);
    const active = focused(this.root);
    // A field that is written in stays until the writer leaves it, with its cursor and selection.
    const written = this.shownTab === tab && this.fields().some((field) => field === active);
    if (now === this.shown || (offered !== null && (this.pressed || written))) return;
    this.shown = now;
    this.shownTab = tab;
    if (offered === null) {
      this.root.replaceChildren();
      return;
    }
    const key = this.root.contains(active) ? active?.getAttribute("data-key") : null;
    const before = this.fields();
    this.root.replaceChildren(this.tabs(), ...this.tools(offered, tab));
    this.painter.paintLegend(this.root.querySelectorAll("canvas"));
    // Text that is being written stays.
    for (const field of this.fields()) {
      const was = before.find(({ dataset }) => dataset.key === field.dataset.key);
      if (was && was.value !== was.defaultValue) field.value = was.value;
    }
    if (key) [...this.root.querySelectorAll<HTMLElement>("[data-key]")].find((e) => e.dataset.key === key)?.focus();
  }

  private fields(): HTMLInputElement[] {
    return [...this.root.querySelectorAll<HTMLInputElement>("input[type=text], input[type=number], textarea")];
  }

  /** The groups of tools: one is open. They stay where they are. */
  private tabs(): HTMLElement {
    const { owner, store } = this;
    const tabs = TABS.map(([tab, label]) => {
      const look = { "data-key": `tab ${tab}`, "aria-pressed": String(store.editing.tab === tab) };
      return button(owner, look, () => store.editing.open(tab), say(label));
    });
    return element(owner, "div", { class: "hexwidget-tabs", role: "group", "aria-label": say("Tools") }, ...tabs);
  }

  private tools(offered: Editing, tab: Tab): HTMLElement[] {
    const { owner, store } = this;
    switch (tab) {
      case "pieces":
        return this.brushes(offered.brushes);
      case "draw":
        return [...this.palette(offered.brushes, DRAWN), hues(owner, store, this.painter)];
      case "map":
        return [...mapTools(owner, store), this.picture(offered), ...this.settings(offered)];
      case "ask":
        return questionTools(owner, store, (brushes) => this.palette(brushes, [[["question"], "Show"]]));
      case "share":
        return shareTools(owner, store);
    }
  }

  private brushes(brushes: readonly Brush[]): HTMLElement[] {
    const { owner, store } = this;
    const { players } = store.scene;
    const look = { "aria-label": say("For whom"), "data-key": "for whom" };
    const names = players.map(({ name }) => [name, name] as const);
    const whose = select(owner, look, names, (player) => store.editing.paintFor(player));
    const { player } = store.editing;
    whose.value = players.some(({ name }) => name === player) ? player : (players[0]?.name ?? "");
    return [element(owner, "label", {}, `${say("For")} `, whose), ...this.palette(brushes, GROUPS)];
  }

  /** Groups of brushes. They share one tab stop; arrows move among them. */
  private palette(brushes: readonly Brush[], groups: typeof GROUPS): HTMLElement[] {
    const { owner, store } = this;
    const made = groups.flatMap(([kinds, title]) => {
      const here = brushes.filter((b) => kinds.includes(b.group) && b.key !== "grid");
      if (here.length === 0) return [];
      const list = element(owner, "div", { class: "hexwidget-brushes", role: "group", "aria-label": say(title) });
      list.append(...here.map((b) => this.brush(b)));
      return [element(owner, "h4", {}, say(title)), list];
    });
    const all = made.flatMap((part) => [...part.querySelectorAll<HTMLElement>("button")]);
    const held = all.find((b) => b.dataset.key === store.editing.brush?.key) ?? all[0];
    for (const button of all) button.tabIndex = button === held ? 0 : -1;
    return made;
  }

  /** The field for the picture below the map. */
  private picture({ brushes }: Editing): HTMLElement {
    const { owner, store } = this;
    const grid = brushes.find(({ key }) => key === "grid");
    if (!grid) return element(owner, "div");
    const input = element(owner, "input", { type: "file", accept: "image/png,image/jpeg,image/webp" });
    input.addEventListener("change", () => {
      const reader = new FileReader();
      reader.onload = () => store.editing.lay(String(reader.result));
      const file = input.files?.[0];
      // The connection to the kernel breaks at larger messages.
      if (file && file.size > MOST_BYTES)
        store.requests.complain(say("The picture has more than 6 MB: save it smaller."));
      else if (file) reader.readAsDataURL(file);
    });
    const label = element(owner, "label", {}, `${say("Picture below the map")} `, input);
    return element(owner, "div", { class: "hexwidget-settings" }, label, this.brush(grid));
  }

  private brush(brush: Brush): HTMLElement {
    const { owner, store } = this;
    const held = store.editing.brush?.key === brush.key;
    const look = { class: "hexwidget-brush", "data-key": brush.key, "aria-pressed": String(held) };
    const made = button(owner, look, () => store.editing.hold(held ? null : brush));
    const mark = brush.group === "ground" ? { "data-kind": "ground" } : brush.symbol ? { "data-kind": "symbol" } : null;
    if (mark) made.append(element(owner, "canvas", { ...mark, "data-key": brush.symbol || this.ground(brush) }));
    made.append(capital(brush.label));
    return made;
  }

  /** The scene's key of the ground that a brush paints. */
  private ground({ key, label }: Brush): string {
    return this.store.scene.grounds.find((g) => g.key === key || g.label === label)?.key ?? key;
  }

  private settings({ settings }: Editing): HTMLElement[] {
    const { owner, store } = this;
    if (settings.length === 0) return [];
    const list = element(owner, "div", { class: "hexwidget-settings" });
    for (const { name, values, now, clause, least, most } of settings) {
      const change = async (value: string | number) => {
        const reply = await store.requests.send({ intent: "change", args: { setting: name, value } });
        if (reply.ok) return;
        // The input shows the refused value: render it again.
        this.shown = "";
        store.changes.tell("settings");
      };
      const label = element(owner, "label", {}, `${capital(say(name.replaceAll("_", " ")))} `);
      if (values.length > 0) {
        const words = values.map((value) => [value, value.replaceAll("_", " ")] as const);
        const input = select(owner, { "data-key": `setting ${name}` }, words, change);
        input.value = String(now);
        label.append(input);
      } else {
        const input = element(owner, "input", { type: "number", value: String(now), "data-key": `setting ${name}` });
        if (least !== null) input.min = String(least);
        if (most !== null) input.max = String(most);
        input.addEventListener("change", () => {
          if (input.value.trim()) change(Math.round(Number(input.value)));
        });
        label.append(input);
      }
      const line = element(owner, "div", {}, label);
      if (clause) line.append(" ", cite(owner, store, clause));
      list.append(line);
    }
    return [element(owner, "h4", {}, say("Options and parameters")), list];
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const next = arrowed(event, [...this.root.querySelectorAll<HTMLElement>(".hexwidget-brush")]);
    if (!next || !target.classList.contains("hexwidget-brush")) return;
    target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    consume(event);
  }
}
