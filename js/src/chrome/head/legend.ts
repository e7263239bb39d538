// The legend, a pop-up: the meaning of the marks on this map. Entries of overlays show and hide them.

import { drawnKinds } from "../../draw/marks/places";
import type { SpaceMap } from "../../geometry/spaces";
import { say } from "../../kernel/language";
import type { Overlay } from "../../kernel/types.gen";
import type { Painter } from "../../paint/painter";
import type { Store } from "../../state/store";
import { button, element, focused } from "../elements/dom";
import { icon } from "../elements/icons";
import { Popup } from "../elements/popup";

const GROUNDS = new WeakMap<SpaceMap, ReadonlySet<number>>();

/** The numbers of the grounds on a map. */
function groundsOf(map: SpaceMap): ReadonlySet<number> {
  let found = GROUNDS.get(map);
  if (!found) {
    found = new Set([...map.all()].map((index) => map.ground(index)));
    GROUNDS.set(map, found);
  }
  return found;
}

/** The range of an overlay whose values are shown as shades and not written; empty for others. */
function rangeOf({ numbers, levels }: Overlay): string {
  if (numbers || levels.length < 2) return "";
  const values = levels.map(([value]) => value);
  return `: ${say("{0} to {1}", Math.min(...values), Math.max(...values))}`;
}

export class Legend {
  readonly root: HTMLDetailsElement;
  private readonly body: HTMLElement;
  private shown = "";

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    private readonly painter: Painter,
    signal: AbortSignal,
  ) {
    this.body = element(owner, "div", { tabindex: "0" });
    const button = [icon(owner, "legend"), element(owner, "span", {}, say("Legend"))];
    this.root = new Popup(owner, "hexwidget-key", "Legend", button, this.body, signal).root;
    this.root.addEventListener("toggle", () => this.render());
  }

  /** Show the entries while the legend is open. Equal ones are not replaced, so that the focus stays. */
  render(): void {
    if (!this.root.open) return;
    const fresh = this.entries();
    if (fresh.outerHTML === this.shown) return;
    this.shown = fresh.outerHTML;
    const active = focused(this.root);
    const layer = this.body.contains(active) ? active?.getAttribute("data-layer") : null;
    this.body.replaceChildren(fresh);
    this.painter.paintLegend(fresh.querySelectorAll("canvas"));
    const buttons = [...fresh.querySelectorAll<HTMLElement>("[data-layer]")];
    if (layer) buttons.find((b) => b.dataset.layer === layer)?.focus();
  }

  /** Replace the entries next time even if they are equal. */
  forget(): void {
    this.shown = "";
  }

  /** The entries: players, kinds of pieces, tokens, grounds, places, borders, overlays. */
  private entries(): HTMLElement {
    const { scene, state, map } = this.store;
    const { field } = this.store.choosing;
    // The element names all that its drawing depends on, so a mark that looks otherwise is another element.
    const { letters } = this.store.settings;
    const item = (text: string, kind: string, key: string, look = "") => {
      const mark = { "data-kind": kind, "data-key": key, "data-look": `${look} ${kind === "symbol" && letters}` };
      return element(this.owner, "li", {}, element(this.owner, "canvas", mark), text);
    };
    // The zones of a mat have labels.
    const used = map.mat ? new Set<number>() : groundsOf(map);
    const drawn = new Set([...map.borders, ...(state.links ?? [])].map(({ kind }) => kind));
    const kinds = new Map(state.pieces.map((p) => [p.symbol, p.kind]));
    const tokens = new Map(state.tokens.map((t) => [t.kind, t.name]));
    return element(
      this.owner,
      "ul",
      { class: "hexwidget-legend", "aria-label": say("Legend") },
      ...scene.players.map((p, seat) => item(say(p.name), "player", String(seat))),
      ...[...kinds].map(([symbol, kind]) => item(kind, "symbol", symbol)),
      ...(scene.spent && state.pieces.some((p) => p.spent) ? [item(scene.spent, "spent", "")] : []),
      ...[...tokens].map(([kind, text]) => item(text, "token", kind)),
      ...scene.grounds.filter((_, n) => used.has(n)).map((g) => item(g.label, "ground", g.key)),
      ...drawnKinds(scene).map((kind) => item(say(kind), "place", kind)),
      ...scene.borders.filter(({ key }) => drawn.has(key)).map((b) => item(b.label, "border", b.key)),
      ...state.overlays.map((o) =>
        this.layer(
          o.name,
          item(o.label + rangeOf(o), "overlay", o.name, o.hue + o.stroke),
          this.store.settings.shows(o),
        ),
      ),
      ...(field ? [item(say("{0} left", field.unit[1]), "reach", ""), item(say("barred"), "barred", "")] : []),
    );
  }

  /** The entry of an overlay, which shows and hides it. */
  private layer(name: string, entry: HTMLElement, shown: boolean): HTMLElement {
    const title = say(shown ? "Hide this layer" : "Show this layer");
    const look = { "data-layer": name, "aria-pressed": String(shown), title };
    const toggle = () => this.store.settings.toggle(name);
    return element(this.owner, "li", {}, button(this.owner, look, toggle, ...entry.childNodes));
  }
}
