// The ways to the tables at which a learner sits. A game that is new to this tab is said, once.

import { element } from "../../chrome/elements/dom";
import { say } from "../table/spoken";
import type { OwnGame } from "../table/types.gen";
import { toTable } from "../table/way-back";

const owned = document;
const KEY = "hexwidget.tables";

export class Seats {
  readonly root = element(owned, "nav", { id: "tables", "aria-label": say("Tables") });
  /** The games that are over. */
  readonly past = element(owned, "div", { "aria-label": say("Games that are over"), role: "group" });
  private known = told();

  constructor(private readonly note: (text: string, way?: HTMLElement) => void) {}

  /** Show the ways. The keyboard stays where it is. */
  show(games: OwnGame[]): void {
    const focused = owned.activeElement?.getAttribute("href");
    const [going, past] = [games.filter(({ over }) => !over), games.filter(({ over }) => over)];
    this.root.replaceChildren(
      ...going.map(({ link, acts, against }) =>
        toTable(link, acts ? say("Your turn: {0}", against) : say("Table: {0}", against), {
          class: acts ? "main" : "",
        }),
      ),
    );
    this.past.replaceChildren(
      ...past.map(({ link, title, against }) => toTable(link, say("Look back: {0}, against {1}", title, against))),
    );
    const fresh = going.find((game) => !this.known.has(nameOf(game)));
    if (fresh) {
      const { title, you, against, link } = fresh;
      const what = title.replace(/\.$/, "");
      const words = say("A table waits for you: {0}. You are {1} against {2}.", what, say(you), against);
      this.note(words, toTable(link, say("Open it")));
    } else if (going.length === 0 && this.known.size > 0) this.note("");
    this.known = new Set(going.map(nameOf));
    keep(this.known);
    const again = [...this.root.children].find((each) => each.getAttribute("href") === focused);
    if (focused) (again as HTMLElement | undefined)?.focus();
  }
}

/** A seat at a table, without the token of its link. */
const nameOf = ({ link, you }: OwnGame) => `${link.split("#", 1)[0]} ${you}`;

function told(): Set<string> {
  try {
    return new Set(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Set();
  }
}

function keep(known: Set<string>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...known]));
  } catch {
    // The browser keeps nothing for this page: the next load says it again.
  }
}
