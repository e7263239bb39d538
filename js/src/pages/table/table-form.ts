// The form that makes a table: a gallery of scenarios, then the seats and readings of the chosen one.

import { button, element, select } from "../../chrome/elements/dom";
import { capital } from "../../kernel/language";
import type { Chosen, Entry, Owner, Playable, Setting } from "./owner";
import { say, speakAs } from "./spoken";

const policies = (): { [name: string]: string } => ({
  random: say("The computer, at random"),
  greedy: say("The computer, its best next step"),
  search: say("The computer, thinking ahead"),
});
const LONGEST_TITLE = 80;
const DARK = matchMedia("(prefers-color-scheme: dark)");

const owned = document;
/** A name of the game in words: a player's, a setting's, or a value's. */
const called = (name: string) => say(name.replaceAll("_", " "));

/** The picture of a scenario, which is asked for when it comes into view. */
function picture(owner: Owner, name: string): HTMLElement {
  const image = element(owned, "img", { alt: "", class: "picture" });
  const frame = element(owned, "span", { class: "frame" }, image);
  const seen = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    const address = await owner.picture(name, DARK.matches).catch(() => undefined);
    if (address) image.src = address;
  });
  seen.observe(frame);
  return frame;
}

export class Making {
  readonly root = element(owned, "section", { "aria-labelledby": "making" });
  private readonly heading = element(owned, "h2", { id: "making", tabindex: "-1" });
  private readonly body = element(owned, "div");
  private gallery: HTMLElement | undefined;

  constructor(
    private readonly owner: Owner,
    private readonly onMade: (name: string) => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {
    this.root.append(this.heading, this.body);
  }

  /** Show the gallery. */
  async begin(): Promise<void> {
    this.gallery ??= this.galleryOf((await this.owner.systems()).systems);
    this.root.lang = speakAs();
    this.heading.textContent = say("Make a table");
    this.body.replaceChildren(this.gallery);
  }

  private galleryOf(systems: Playable[]): HTMLElement {
    speakAs();
    const choose = element(owned, "p", {}, say("Choose what is played."));
    const parts = systems.flatMap(({ title, language, scenarios }) => {
      const lang = speakAs(language);
      const cards = scenarios.map((entry) => element(owned, "li", {}, this.card(entry)));
      return [element(owned, "h3", { lang }, title), element(owned, "ul", { class: "gallery", lang }, ...cards)];
    });
    return element(owned, "div", {}, choose, ...parts);
  }

  private card({ name, title, players, error }: Entry): HTMLElement {
    const few = element(owned, "small", {}, error ?? say("{0} players", players));
    const words = element(owned, "span", {}, element(owned, "strong", {}, title), few);
    if (error) return element(owned, "div", { class: "card" }, words);
    return button(owned, { class: "card" }, () => this.choose(name), picture(this.owner, name), words);
  }

  private async choose(name: string): Promise<void> {
    try {
      this.show(await this.owner.scenario(name));
    } catch (error) {
      this.onError(error);
    }
  }

  /** Show the settings of the chosen scenario. */
  private show(chosen: Chosen): void {
    const { owner, heading } = this;
    this.root.lang = speakAs(chosen.language);
    heading.textContent = say("Make a table: {0}", chosen.title);
    const title = element(owned, "input", { maxlength: String(LONGEST_TITLE), value: chosen.title });
    const seats = new Map(chosen.players.map((player) => [player, seat(chosen.opponents)]));
    const settings = new Map(chosen.settings.map((setting) => [setting, control(setting)]));
    const wrong = element(owned, "p", { class: "error", role: "alert" });
    const make = async () => {
      wrong.textContent = "";
      const others = [...seats].filter(([, { value }]) => value).map(([player, { value }]) => [player, value]);
      const set = [...settings].map(([setting, input]) => [setting.name, chosenOf(setting, input)]);
      const changed = set.filter(([name, value]) => chosen.settings.find((s) => s.name === name)?.now !== value);
      const wanted = { scenario: chosen.name, title: title.value.trim() };
      try {
        const { made } = await owner.make({
          ...wanted,
          opponents: Object.fromEntries(others),
          settings: Object.fromEntries(changed),
        });
        await this.onMade(made);
      } catch (error) {
        wrong.textContent = (error as Error).message;
      }
    };
    const rows = [...seats].map(([player, input]) => element(owned, "label", {}, capital(called(player)), input));
    const form = element(
      owned,
      "form",
      { class: "making" },
      element(owned, "div", { class: "about" }, picture(owner, chosen.name), prose(chosen)),
      element(owned, "label", {}, say("Name of the table"), title),
      element(owned, "fieldset", {}, element(owned, "legend", {}, say("Who plays")), ...rows),
      readings(settings),
      wrong,
      element(
        owned,
        "p",
        { class: "buttons" },
        element(owned, "button", { class: "main", type: "submit" }, say("Make the table")),
        button(owned, {}, () => this.back(), say("Another scenario")),
      ),
    );
    form.onsubmit = (event) => {
      event.preventDefault();
      void make();
    };
    this.body.replaceChildren(form);
    heading.focus();
    heading.scrollIntoView({ block: "start" });
  }

  private async back(): Promise<void> {
    await this.begin();
    this.heading.focus();
  }
}

function prose({ prose: parts }: Chosen): HTMLElement {
  return element(owned, "div", {}, ...parts.map((part) => element(owned, "p", {}, part)));
}

function seat(opponents: string[]): HTMLSelectElement {
  const others = opponents.map((name) => [name, policies()[name] ?? name] as const);
  return select(owned, {}, [["", say("A person")], ...others], () => {});
}

type Control = HTMLSelectElement | HTMLInputElement;

function control({ values, now, least, most }: Setting): Control {
  if (values.length > 0) {
    const made = select(
      owned,
      {},
      values.map((value) => [value, called(value)] as const),
      () => {},
    );
    made.value = String(now);
    return made;
  }
  const made = element(owned, "input", { type: "number", required: "", value: String(now) });
  if (least !== null) made.min = String(least);
  if (most !== null) made.max = String(most);
  return made;
}

const chosenOf = ({ values }: Setting, { value }: Control) => (values.length > 0 ? value : Number(value));

function readings(settings: Map<Setting, Control>): HTMLElement | null {
  if (settings.size === 0) return null;
  const rows = [...settings].map(([{ name, title, clause }, input]) => {
    const why = element(owned, "small", {}, `${title} (${clause})`);
    return element(owned, "label", {}, element(owned, "span", {}, capital(called(name)), why), input);
  });
  return element(
    owned,
    "details",
    {},
    element(owned, "summary", {}, say("Readings of the rules, and numbers")),
    ...rows,
  );
}
