// The people of a hub at a table: the owner names one for each seat.

import { element } from "../../chrome/elements/dom";
import type { Owner, People, Seat } from "./owner";
import { language, say, speakAs } from "./spoken";

export class Seating {
  readonly root = element(document, "form", { class: "people" });
  private readonly names = element(document, "div");
  private readonly free = element(document, "input", { type: "checkbox" });
  private readonly watched = element(document, "input", { type: "checkbox" });
  private readonly said = element(document, "p", { class: "who", role: "status" });
  private readonly language = language();
  private fields = new Map<string, HTMLInputElement>();
  /** The last content of the fields, so that an answer of the server overwrites nobody who types. */
  private filled = "";

  constructor(
    private readonly owner: Owner,
    private readonly name: string,
    private readonly onChange: () => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {
    const referee = element(
      document,
      "a",
      { href: `table?${encodeURIComponent(name)}`, class: "button" },
      say("Open the table"),
    );
    this.root.append(
      this.names,
      element(document, "label", {}, this.free, say("Each user may take a seat that nobody has")),
      element(document, "label", {}, this.watched, say("Each user may look on")),
      element(
        document,
        "p",
        { class: "buttons" },
        element(document, "button", { type: "submit", class: "main" }, say("Seat them")),
        referee,
      ),
      this.said,
    );
    this.root.onsubmit = (event) => {
      event.preventDefault();
      void this.send();
    };
    this.root.oninput = () => this.announce("");
  }

  /** Show the people in their seats. */
  update(places: Seat[], people: People): void {
    const seats = places.filter(({ link, opponent }) => link && !opponent);
    const filled = JSON.stringify([seats, people]);
    if (filled === this.filled) return;
    this.filled = filled;
    this.fields = new Map();
    this.names.replaceChildren(
      ...seats.map(({ link, called }) => {
        const value = people.users[link as string] ?? "";
        const field = element(document, "input", { value, autocapitalize: "off", spellcheck: "false" });
        this.fields.set(link as string, field);
        return element(document, "label", {}, element(document, "span", {}, called), field);
      }),
    );
    [this.free.checked, this.watched.checked] = [people.free, people.watched];
  }

  private async send(): Promise<void> {
    const users = Object.fromEntries([...this.fields].map(([link, { value }]) => [link, value]));
    try {
      await this.owner.seat(this.name, { users, free: this.free.checked, watched: this.watched.checked });
      await this.onChange();
      speakAs(this.language);
      this.announce(say("They are seated."));
    } catch (error) {
      this.onError(error);
    }
  }

  private announce(text: string): void {
    this.said.textContent = text;
  }
}
