// The games of the class on the wall: the players, whose turn it is, and the questions with which games begin and end.

import { button, element, select } from "../../chrome/elements/dom";
import { say } from "../table/spoken";
import type { ClassGame, ClassState, LearnerState, PairsWish, WallWish } from "../table/types.gen";
import { toTable } from "../table/way-back";
import { asked } from "./words";

const owned = document;
const ODD = [
  ["computer", say("plays the computer")],
  ["you", say("plays you")],
  ["out", say("sits out")],
] as const;

export class Games {
  readonly root = element(owned, "section", { id: "games", "aria-label": say("Games"), hidden: "" });
  private readonly more = element(owned, "span", { class: "pair" });
  private readonly list = element(owned, "div", { tabindex: "0", role: "region", "aria-label": say("All games") });
  private games: ClassGame[] = [];

  constructor(
    private readonly wish: (wish: WallWish) => void,
    private readonly learners: () => LearnerState[],
    private readonly all: () => ClassState,
  ) {
    const pairs = button(owned, {}, () => this.begin("pairs"), say("Pairs …"));
    const simul = button(owned, {}, () => this.begin("simul"), say("Simul …"));
    this.root.append(element(owned, "p", { class: "choices" }, pairs, simul, this.more), this.list);
    this.show([]);
  }

  /** A sentence about the boards on which it is the teacher's turn. */
  get call(): string {
    const number = this.games.filter(({ waits }) => waits).length;
    return number === 0 ? "" : number === 1 ? say("One board waits for you.") : say("{0} boards wait for you.", number);
  }

  /** Show the games. The keyboard stays where it is. */
  show(games: ClassGame[]): void {
    this.games = games;
    const focused = owned.activeElement?.id;
    const first = games.find(({ waits }) => waits);
    const going = games.some(({ over }) => !over);
    const more: HTMLElement[] = [];
    if (first) more.push(toTable(first.link, say("Play the next board"), { class: "button main", id: "play-on" }));
    if (going) more.push(button(owned, { id: "end-games" }, () => void this.end(), say("End the games …")));
    else if (games.length > 0)
      more.push(button(owned, { id: "end-games" }, () => void this.drop(), say("Delete the games …")));
    this.more.replaceChildren(...more);
    this.list.replaceChildren(games.length > 0 ? table(games) : element(owned, "p", {}, none()));
    if (focused && owned.activeElement?.id !== focused) owned.getElementById(focused)?.focus();
  }

  private async end(): Promise<void> {
    const question = say("End all games? Nobody can act in them any more. Everybody can still look back at their own.");
    if (await asked(question, say("End the games"), "grave")) this.wish({ wall: "end games" });
  }

  private async drop(): Promise<void> {
    if (await asked(say("Delete all games, with their results?"), say("Delete the games"), "grave"))
      this.wish({ wall: "delete games" });
  }

  /** Ask who plays, from which position, and on which side. */
  private begin(kind: "pairs" | "simul"): void {
    const before = owned.activeElement as HTMLElement | null;
    const dialog = element(owned, "dialog", { class: "wide", "aria-labelledby": "new-games" });
    const title = kind === "pairs" ? say("Pairs: learners play each other") : say("Simul: you play every learner");
    const busy = new Set(this.games.filter(({ over }) => !over).flatMap(({ seats }) => seats.map(({ who }) => who)));
    const boxes = this.learners().map(({ id, name, here }) => {
      const box = element(owned, "input", { type: "checkbox", value: id });
      box.checked = here > 0 && !busy.has(name);
      const words = here === 0 ? say("{0} (away)", name) : busy.has(name) ? say("{0} (plays)", name) : name;
      return { box, label: element(owned, "label", {}, box, words) };
    });
    const starts = this.starts();
    const start = select(
      owned,
      {},
      starts.map(([value, words]) => [value, words] as const),
      () => turn(),
    );
    const rest = select(owned, {}, [], () => turn());
    const note = element(owned, "p", { class: "who", role: "status" });
    const go = element(owned, "button", { type: "submit", class: "main" }, say("Begin"));
    const players = () => starts.find(([value]) => value === start.value)?.[2] ?? [];
    const fill = () => {
      const now = rest.value;
      const values = kind === "pairs" ? ODD : players().map((player) => [player, say(player)] as const);
      rest.replaceChildren(...values.map(([value, words]) => element(owned, "option", { value }, words)));
      if (values.some(([value]) => value === now)) rest.value = now;
    };
    const turn = () => {
      fill();
      const chosen = boxes.filter(({ box }) => box.checked).length;
      note.textContent = foretold(kind, chosen, players().length);
      go.disabled = chosen === 0;
    };
    const form = element(
      owned,
      "form",
      { class: "making" },
      element(owned, "h2", { id: "new-games" }, title),
      element(
        owned,
        "fieldset",
        { class: "who-plays" },
        element(owned, "legend", {}, say("Who plays")),
        ...boxes.map(({ label }) => label),
      ),
      element(owned, "label", {}, say("From"), start),
      element(owned, "label", {}, kind === "pairs" ? say("Who is left over") : say("Your side"), rest),
      note,
      element(
        owned,
        "p",
        { class: "choices" },
        go,
        button(owned, {}, () => dialog.close(), say("Leave it as it is")),
      ),
    );
    form.onchange = turn;
    form.onsubmit = (event) => {
      event.preventDefault();
      dialog.close();
      const learners = boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
      const all = { learners, start: start.value };
      if (kind === "pairs") this.wish({ wall: kind, ...all, odd: rest.value as PairsWish["odd"] });
      else this.wish({ wall: kind, ...all, side: rest.value });
    };
    dialog.onclose = () => {
      dialog.remove();
      before?.focus();
    };
    turn();
    dialog.append(form);
    owned.body.append(dialog);
    dialog.showModal();
  }

  /** The positions from which games can begin, with their players. */
  private starts(): ClassState["starts"] {
    const { starts } = this.all();
    const boards = this.learners().flatMap(({ id, name, part }) => {
      const same = starts.find(([value]) => value === `part ${part}`);
      return same ? [[`board ${id}`, say("The board of {0}", name), same[2]] as ClassState["starts"][number]] : [];
    });
    return [...starts, ...boards];
  }
}

const none = () =>
  say(
    "No games yet. In pairs learners play each other; in a simul you play every learner. Each game has a table of its own.",
  );

/** The number of learners left over, and the players of the empty seats. */
function foretold(kind: "pairs" | "simul", learners: number, players: number): string {
  if (learners === 0) return say("Choose who plays.");
  if (kind === "simul") return players > 2 ? say("The computer plays the other sides.") : "";
  const left = learners % players;
  if (left === 0) return say("{0} learners play each other. Nobody is left over.", players);
  if (left === 1) return say("{0} learners play each other. 1 is left over.", players);
  return say("{0} learners play each other. {1} are left over.", players, left);
}

function table(games: ClassGame[]): HTMLElement {
  const rows = games.map(({ name, title, seats, stage, over, plays, waits, link }) => {
    const who = seats.map(({ seat, who, acts }) =>
      element(
        owned,
        "span",
        { class: acts ? "seat acts" : "seat" },
        `${seat}: ${who}`,
        acts ? element(owned, "em", {}, ` ${say("to act")}`) : null,
      ),
    );
    const words = waits ? say("Play") : plays ? say("Open") : say("Open as referee");
    const open = toTable(link, words, {
      class: waits ? "button main" : "button",
      id: `game-${name}`,
      "aria-label": `${words}: ${seats.map(({ who }) => who).join(", ")}`,
    });
    return element(
      owned,
      "tr",
      { class: over ? "over" : waits ? "waits" : "" },
      element(owned, "th", { scope: "row" }, ...who),
      element(owned, "td", {}, stage),
      element(owned, "td", {}, title),
      element(owned, "td", {}, link ? open : ""),
    );
  });
  const head = [say("Who plays"), say("How it stands"), say("From"), say("Table")].map((words) =>
    element(owned, "th", { scope: "col" }, words),
  );
  const caption = say(
    "Boards that wait for you come first, games that are over last. You open a table as the referee, who sees all and can act for everybody.",
  );
  return element(
    owned,
    "table",
    {},
    element(owned, "caption", {}, caption),
    element(owned, "thead", {}, element(owned, "tr", {}, ...head)),
    element(owned, "tbody", {}, ...rows),
  );
}
