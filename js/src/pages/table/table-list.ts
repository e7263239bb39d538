// The list of tables, each with who is there, and its links on demand.

import { button, element } from "../../chrome/elements/dom";
import { camera, EntrancePanel } from "./entrance";
import type { Link, Owner, Place, Seat, TableListed } from "./owner";
import { Seating } from "./people";
import { language, say, speakAs } from "./spoken";

const owned = document;
const SAID_MS = 2_000;

/** Ask a question over the page; true if the answer is yes. */
function asked(question: string, yes: string, look = "main"): Promise<boolean> {
  return new Promise((resolve) => {
    const words = element(owned, "p", { id: "question" }, question);
    const dialog = element(owned, "dialog", { "aria-labelledby": "question", lang: language() }, words);
    const agree = button(owned, { class: look }, () => dialog.close("yes"), yes);
    const keep = button(owned, { autofocus: "" }, () => dialog.close(), say("Leave it as it is"));
    dialog.append(element(owned, "p", { class: "buttons" }, agree, keep));
    dialog.onclose = () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    };
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Copy a text. A page without TLS on another machine has no clipboard but that of a selected text. */
async function copied(input: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    input.focus();
    input.select();
    return document.execCommand("copy");
  }
}

class Card {
  readonly root = element(owned, "article", { class: "table" });
  private readonly title = element(owned, "h3", { tabindex: "-1" });
  private readonly stage = element(owned, "p");
  private readonly who = element(owned, "p", { class: "who" });
  private readonly error = element(owned, "p", { class: "error" });
  private readonly links = element(owned, "div", { class: "links" });
  private readonly toggle = button(
    owned,
    { "aria-expanded": "false" },
    () => void this.open(this.links.hidden === true),
    "",
  );
  private readonly door = button(owned, { "aria-expanded": "false" }, () => this.showDoor(), say("Show the door"));
  private readonly entrance = new EntrancePanel(
    (address) => void this.draw(address, this.entrance.image),
    (open) => void this.turn(open),
    [],
  );
  readonly language = language();
  private places: Seat[] = [];
  private seating: Seating | undefined;
  private game = 0;

  constructor(
    private readonly owner: Owner,
    private readonly name: string,
    private readonly onChange: () => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {
    const id = `table-${name}`;
    this.title.id = id;
    this.root.setAttribute("aria-labelledby", id);
    this.root.lang = this.language;
    this.links.hidden = true;
    this.toggle.textContent = say("Show links");
    const close = button(owned, {}, () => void this.close(), say("Close the table"));
    const buttons = element(owned, "p", { class: "buttons" }, this.door, this.toggle, close);
    this.entrance.root.hidden = true;
    this.root.append(this.title, this.stage, this.who, this.error, buttons, this.entrance.root, this.links);
  }

  /** Bring the words up to date. Only words that have changed are written, so that a reader or a selection stays. */
  update({ title, stage, who, error, places, game, people, code, came }: TableListed): void {
    speakAs(this.language);
    const words: [HTMLElement, string][] = [
      [this.title, title],
      [this.stage, stage],
      [this.who, who],
      [this.error, error && say("This table cannot be opened. {0}", error)],
    ];
    for (const [at, text] of words) {
      if (at.textContent !== text) at.textContent = text;
      at.hidden = !text;
    }
    this.places = places;
    this.toggle.hidden = !this.owner.hasLinks;
    this.door.hidden = !this.owner.hasCodes;
    const { base, remedy } = this.owner;
    this.entrance.show({ code, base, remedy }, came);
    if (people) {
      this.seating ??= new Seating(this.owner, this.name, this.onChange, this.onError);
      if (!this.seating.root.isConnected) this.root.append(this.seating.root);
      this.seating.update(places, people);
    }
    const turned = game !== this.game;
    this.game = game;
    if (turned && !this.links.hidden) void this.open(true);
  }

  private showDoor(): void {
    speakAs(this.language);
    const shown = this.entrance.root.hidden === true;
    this.entrance.root.hidden = !shown;
    this.door.textContent = shown ? say("Hide the door") : say("Show the door");
    this.door.setAttribute("aria-expanded", String(shown));
  }

  /** Draw the QR code of an address. */
  private async draw(address: string, image: HTMLImageElement): Promise<void> {
    try {
      image.src = await this.owner.codePicture(address);
    } catch (error) {
      this.onError(error);
    }
  }

  private async turn(open: boolean): Promise<void> {
    try {
      await this.owner.turn(this.name, open);
      await this.onChange();
    } catch (error) {
      this.onError(error);
    }
  }

  async open(shown: boolean): Promise<void> {
    try {
      if (!this.owner.hasLinks) return;
      if (shown) this.show(await this.owner.links(this.name));
      speakAs(this.language);
      this.links.hidden = !shown;
      this.toggle.textContent = shown ? say("Hide links") : say("Show links");
      this.toggle.setAttribute("aria-expanded", String(shown));
    } catch (error) {
      this.onError(error);
    }
  }

  focus(): void {
    this.title.focus();
    this.root.scrollIntoView({ block: "nearest" });
  }

  private show(links: Link[]): void {
    speakAs(this.language);
    const tokens = new Map(links.map(({ place, token }) => [place, token]));
    const rows = this.places
      .filter(({ opponent }) => !opponent)
      .map(({ place, called }) => this.row(place, called, tokens.get(place)));
    this.links.replaceChildren(...rows);
  }

  private row(place: Place, called: string, token: string | undefined): HTMLElement {
    const renew = button(
      owned,
      { "aria-label": say("New link for {0}", called) },
      () => void this.renew(place, called),
      say("New link"),
    );
    const name = element(owned, "span", {}, called);
    if (token === undefined) {
      const lost = element(owned, "em", {}, say("The link is not kept here; it opens the table all the same."));
      return element(owned, "div", {}, name, lost, renew);
    }
    const input = element(owned, "input", {
      readonly: "",
      value: this.owner.link(this.name, token),
      "aria-label": say("Link for {0}", called),
    });
    input.onfocus = () => input.select();
    const [copyIt, words] = [say("Copy the link for {0}", called), say("Copy")];
    const copy = button(
      owned,
      { "aria-label": copyIt },
      async () => {
        const done = await copied(input);
        speakAs(this.language);
        copy.textContent = done ? say("Copied") : say("Press Ctrl+C");
        setTimeout(() => {
          copy.textContent = words;
        }, SAID_MS);
      },
      words,
    );
    const pictured = say("QR code of the link for {0}", called);
    const image = element(owned, "img", { alt: pictured });
    const code = camera(image, say("Point a phone’s camera here. This link opens this place for anybody."));
    code.hidden = true;
    const coder = button(
      owned,
      { "aria-label": pictured, "aria-expanded": "false" },
      () => {
        code.hidden = !code.hidden;
        coder.setAttribute("aria-expanded", String(!code.hidden));
        if (!code.hidden) void this.draw(input.value, image);
      },
      say("QR code"),
    );
    return element(owned, "div", {}, name, input, copy, coder, renew, code);
  }

  private async renew(place: Place, called: string): Promise<void> {
    speakAs(this.language);
    const question = say(
      "A new link for {0}? The link before opens nothing any more, and cuts off those who use it.",
      called,
    );
    if (!(await asked(question, say("Give a new link")))) return;
    try {
      this.show(await this.owner.renew(this.name, place));
      this.links
        .querySelector<HTMLElement>(`[aria-label="${CSS.escape(say("Copy the link for {0}", called))}"]`)
        ?.focus();
    } catch (error) {
      this.onError(error);
    }
  }

  private async close(): Promise<void> {
    speakAs(this.language);
    const question = say(
      "Close “{0}”? Its links open nothing any more. The game is kept in the folder “closed”, as a replay.",
      this.title.textContent,
    );
    if (!(await asked(question, say("Close the table"), "grave"))) return;
    try {
      await this.owner.close(this.name);
      await this.onChange();
    } catch (error) {
      this.onError(error);
    }
  }
}

export class List {
  readonly root = element(owned, "section", { "aria-labelledby": "tables" });
  private readonly heading = element(owned, "h2", { id: "tables", tabindex: "-1" }, say("Open tables"));
  private readonly none = element(owned, "p", {}, say("There are none yet."));
  private readonly cards = new Map<string, Card>();

  constructor(
    private readonly owner: Owner,
    private readonly onError: (error: unknown) => void,
  ) {
    this.root.append(this.heading, this.none);
  }

  /** Ask how the tables stand, and show them. */
  readonly refresh = async (): Promise<void> => {
    const tables = await this.owner.tables();
    const names = new Set(tables.map(({ name }) => name));
    for (const [name, card] of this.cards) {
      if (names.has(name)) continue;
      if (card.root.contains(document.activeElement) || document.activeElement === document.body) this.heading.focus();
      card.root.remove();
      this.cards.delete(name);
    }
    for (const [index, table] of tables.entries()) {
      speakAs(table.language);
      const known = this.cards.get(table.name);
      const isKnown = known?.language === language();
      if (known && !isKnown) known.root.remove();
      const card = isKnown ? known : new Card(this.owner, table.name, this.refresh, this.onError);
      this.cards.set(table.name, card);
      card.update(table);
      const at = this.root.querySelectorAll("article")[index] ?? null;
      if (card.root !== at) this.root.insertBefore(card.root, at);
    }
    this.none.hidden = tables.length > 0;
  };

  /** Show a new table with its links. */
  async present(name: string): Promise<void> {
    await this.refresh();
    const card = this.cards.get(name);
    await card?.open(true);
    card?.focus();
  }
}
