// The board as text: a table of its rows, to be read aloud or copied.

import { HexMap } from "../../geometry/hexmap";
import { say } from "../../kernel/language";
import type { Store } from "../../state/store";
import { element } from "../elements/dom";
import { hexInWords } from "../elements/words";

/** The most spaces of a map that are all listed. On larger maps only occupied spaces are. */
const MOST_SPACES = 1500;

export class TextBoard {
  readonly root: HTMLElement;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
  ) {
    this.root = element(owner, "div", {
      class: "hexwidget-text",
      role: "region",
      "aria-label": say("The board as text"),
      tabindex: "0",
    });
    this.root.hidden = true;
  }

  render(): void {
    this.root.hidden = !this.store.settings.asText;
    if (this.root.hidden) {
      this.root.replaceChildren();
      return;
    }
    const { owner, store } = this;
    const { map, scene } = store;
    const table = element(owner, "table", {}, element(owner, "caption", {}, `${scene.title}. ${store.status.text}`));
    const taken = new Set([...store.state.pieces, ...store.state.tokens].map((thing) => map.find(thing.space)));
    const all = map.count > MOST_SPACES ? [...taken].sort((a, b) => a - b) : [...map.all()];
    const rows = new Map<number, number[]>();
    for (const index of all.filter((n) => n >= 0)) {
      const row = map instanceof HexMap ? map.columnRow(index)[1] : index;
      rows.set(row, [...(rows.get(row) ?? []), index]);
    }
    for (const [row, spaces] of rows) {
      const name = map instanceof HexMap ? say("Row {0}", row + 1) : map.label(spaces[0] ?? 0);
      const cells = spaces.map((index) => element(owner, "td", {}, this.words(index)));
      table.append(element(owner, "tr", {}, element(owner, "th", { scope: "row" }, name), ...cells));
    }
    this.root.replaceChildren(table);
  }

  private words(index: number): string {
    const { name, ground, things } = hexInWords(this.store, index, false);
    return [`${name} ${ground}`, ...things].join(", ");
  }
}
