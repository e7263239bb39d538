// The buttons for the choices under the draft: segments for the values of one slot, steppers for numbers, single buttons.

import { shownShortcut } from "../../input/keyboard";
import { isFree } from "../../kernel/drafts";
import { say } from "../../kernel/language";
import type { Intent } from "../../kernel/messages";
import type { Choice } from "../../kernel/types.gen";
import { sameAs } from "../../state/choosing";
import { complaint } from "../../state/explanations";
import type { Store } from "../../state/store";
import { cap, element, fill, type Kept, set } from "../elements/dom";
import { icon, iconOf } from "../elements/icons";
import { thumbnail } from "../elements/thumbnails";
import { isTutors } from "./lesson";

/** The most offered spaces that have buttons, too. */
const MOST_SPACES = 6;
/** The longest word on a segment, in letters. Choices with longer ones get buttons of their own. */
const LONGEST_WORD = 18;
/** Of longer words on a segment with an icon only the first part is written, unless they name a space. */
const LONG_WORD = 10;
/** The slot of a result of chance. */
const CHANCE = "chance";
/** More values that chance may come to are offered in one field. */
const MOST_VALUES = 6;
/** The size of the counter beside a number, in pixels. */
const COUNTER = 30;

/** The parts of a choice's label: "4: maneuver, costs 1" has all of them. */
interface Label {
  lead: string;
  word: string;
  detail: string;
}

/** Take a label apart: a number before it, its word, and what it costs or where it is. */
export function labelParts(label: string): Label {
  const [, lead = "", text = ""] = /^(?:(\d+): )?(.*)$/s.exec(label) ?? [];
  const [, costly, aside, cost] = /^(.*?)(?: \(([^()]*)\)|, (costs? .*))$/s.exec(text) ?? [];
  if (costly !== undefined) return { lead, word: costly, detail: aside ?? cost ?? "" };
  const [, word = text, detail = ""] = /^(.{10,}?) ((?:on|into|from) .+)$/s.exec(text) ?? [];
  return { lead, word, detail };
}

export class Offers {
  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    private readonly kept: Kept,
  ) {}

  /** The elements for the choices that are offered now. */
  render(): HTMLElement[] {
    const { choosing } = this.store;
    const options = choosing.options.filter((o) => !isTutors(o));
    const spaces = options.filter((o) => o.kind === "space").length;
    // Spaces are clicked on the board. A few of them have buttons as well, for players who do not click.
    const buttons = options.filter(
      ({ kind }) => ["button", "switch", "number"].includes(kind) || (kind === "space" && spaces <= MOST_SPACES),
    );
    const slots = new Map<string, Choice[]>();
    for (const option of buttons) slots.set(option.slot, [...(slots.get(option.slot) ?? []), option]);
    return [...[...slots].flatMap(([slot, values]) => this.slot(slot, values)), ...this.instead()];
  }

  /** True if the primary action already names this choice: a chosen space, or a button with the same words. */
  private confirmed({ chosen, kind, label }: Choice): boolean {
    const { complete, current } = this.store.choosing;
    return chosen && complete && (kind === "space" || label === current.deed);
  }

  /** The values of a slot: segments if there are several with short words. */
  private slot(slot: string, values: Choice[]): HTMLElement[] {
    const [one] = values;
    if (one?.kind === "number") return [this.number(one)];
    if (slot === CHANCE && values.length > MOST_VALUES) return [this.byHand(values)];
    const words = values.map(({ label }) => labelParts(label).word);
    if (values.length < 2 || words.some((word) => word.length > LONGEST_WORD))
      return values.filter((o) => !this.confirmed(o)).map((o) => this.option(o, "hexwidget-toggle"));
    const look = { class: "hexwidget-segments", role: "group", "aria-label": say(slot) };
    const group = this.kept.get(`segments ${slot}`, () => element(this.owner, "div", look));
    const cut = (word: string, n: number) => word.length > LONG_WORD && iconOf(word) && !values[n]?.space;
    const short = words.map((word, n) => (cut(word, n) && word.split(" ")[0]) || word);
    const told = new Set(short).size === short.length ? short : words;
    fill(
      group,
      values.map((o, n) => this.option(o, "hexwidget-segment", told[n])),
    );
    return [group];
  }

  /** A result of chance, chosen by hand: one small field instead of a button for each face. */
  private byHand(values: Choice[]): HTMLElement {
    const { owner, store } = this;
    const field = this.kept.get("by hand", () => {
      const select = element(owner, "select", { "data-key": "by hand" });
      return element(owner, "label", { class: "hexwidget-byhand" }, say("By hand"), select);
    });
    const select = field.querySelector("select") as HTMLSelectElement;
    const shown = values.map(({ label }) => label).join();
    if (select.dataset.shown !== shown) {
      select.dataset.shown = shown;
      const options = values.map(({ value, label }) => element(owner, "option", { value: String(value) }, label));
      select.replaceChildren(element(owner, "option", { value: "" }, say("rolled")), ...options);
    }
    const chosen = values.find((o) => o.chosen);
    select.value = chosen ? String(chosen.value) : "";
    select.onchange = () => {
      const wanted = select.value === "" ? chosen?.value : select.value;
      store.choosing.take((offered) => offered.find((o) => o.slot === CHANCE && String(o.value) === String(wanted)));
    };
    return field;
  }

  /** A button that lets another piece act, where a click on its space would send the chosen one there. */
  private instead(): HTMLElement[] {
    const { choosing, map } = this.store;
    const { destination, field, options } = choosing;
    const there = options.find((o) => o.kind === "piece" && !o.chosen && map.find(o.space ?? "") === destination);
    if (!there || !isFree(there) || destination === field?.origin) return [];
    const label = say("Choose instead: {0}", there.label);
    return [this.button("instead", "hexwidget-toggle", label, "", () => choosing.choose(there.leadsTo), true)];
  }

  private option(option: Choice, kind: string, word?: string): HTMLElement {
    const { choosing, requests, status } = this.store;
    const act = () => {
      const { findings, leadsTo: to } = option;
      if (isFree(option)) choosing.takeSame(option);
      else {
        requests.complain(complaint(findings));
        const tried: Intent = { intent: "try", args: { draft: choosing.draft, to } };
        if (status.taught) requests.send(tried);
        else requests.tell(tried); // a game keeps it for a review
      }
    };
    const made = this.button(
      `${option.slot}=${option.value}`,
      kind,
      option.label,
      shownShortcut(option),
      act,
      true,
      word,
    );
    const pressed = option.kind === "switch" || option.chosen;
    set(made, "aria-pressed", pressed ? String(option.chosen) : null);
    set(made, "aria-disabled", isFree(option) ? null : "true");
    // The panel explains a choice while its button has the pointer or the keyboard on it.
    made.onpointerenter = made.onfocus = () => choosing.point(choosing.options.find(sameAs(option)) ?? null);
    made.onpointerleave = made.onblur = () => choosing.point(null);
    return made;
  }

  /** A number with buttons for one less and one more. */
  private number(option: Choice): HTMLElement {
    const same = (o: Choice) => o.slot === option.slot;
    const step = (way: "fewer" | "more", sign: string) => {
      const name = say(
        sign === "+" ? "{0}: one more than {1}" : "{0}: one less than {1}",
        option.label,
        `${option.value}`,
      );
      const act = () => this.store.choosing.take((offered) => offered.find(same), way);
      const made = this.button(`${option.slot} ${way}`, "", sign, "", act, false);
      set(made, "aria-label", name);
      set(made, "aria-disabled", option[way] ? null : "true");
      return made;
    };
    const parts = [step("fewer", "−"), step("more", "+")] as const;
    const make = () => {
      const [label, value] = [element(this.owner, "span", {}), element(this.owner, "output", {})];
      return element(
        this.owner,
        "span",
        { class: "hexwidget-number", role: "group" },
        label,
        parts[0],
        value,
        parts[1],
      );
    };
    const group = this.kept.get(`${option.slot} number`, make);
    set(group, "aria-label", `${option.label}: ${option.value}`);
    const [label, value] = [group.querySelector("span"), group.querySelector("output")];
    if (label) this.counted(label, option);
    if (value) value.textContent = String(option.value);
    return group;
  }

  /** The label of a number: the counter of the pieces, or words without a counter. */
  private counted(label: HTMLElement, option: Choice): void {
    if (label.dataset.shown === option.label) return;
    label.dataset.shown = option.label;
    label.replaceChildren(option.label);
    const { pieces } = this.store.state;
    const piece = pieces.find(
      (p) => p.layer === "unit" && p.kind && new RegExp(`\\b${escaped(p.kind)}s?\\b`, "i").test(option.label),
    );
    label.className = piece ? "hexwidget-unseen" : "";
    if (!piece) return;
    label.parentElement?.querySelector("canvas")?.remove();
    label.before(thumbnail(this.owner, this.store, this.mine(piece.kind) ?? piece, COUNTER));
  }

  /** A piece of a kind that belongs to the player who chooses. */
  private mine(kind: string) {
    const { choosing, scene, state } = this.store;
    const seat = scene.players.findIndex((p) => p.name === choosing.current.player);
    return state.pieces.find((p) => p.kind === kind && p.owner === seat);
  }

  /**
   * A button.
   *
   * @param once a double click counts once, as its second click would meet what the first has brought there
   * @param word a text for the button; by default the label's own word
   */
  private button(
    key: string,
    kind: string,
    label: string,
    shortcut: string,
    act: () => void,
    once: boolean,
    word?: string,
  ) {
    const made = this.kept.get(key, () => element(this.owner, "button", { "data-key": key }));
    const shown = `${kind} ${label} ${shortcut}`;
    if (made.dataset.shown !== shown) {
      made.dataset.shown = shown;
      made.className = kind;
      made.replaceChildren(...(kind ? this.face(kind, label, word) : [label]));
      // The name holds the words that are seen, which have no brackets.
      if (kind) made.setAttribute("aria-label", label.replace(/[()]/g, ""));
      if (shortcut) made.append(cap(this.owner, shortcut));
    }
    made.onclick = (event) => {
      if (!once || event.detail < 2) act();
    };
    return made;
  }

  /** The icon, the word and the cost on a button. */
  private face(kind: string, label: string, written?: string): (Node | string)[] {
    const { owner } = this;
    const { lead, word, detail } = labelParts(label);
    const sign = iconOf(word);
    const drawn = sign ? icon(owner, sign) : lead ? element(owner, "b", { class: "hexwidget-lead" }, lead, " ") : null;
    // The spaces keep the words apart for programs that read them.
    const small = detail ? element(owner, "small", {}, " ", detail) : null;
    const parts =
      kind === "hexwidget-segment" ? [drawn, written ?? word, small] : [drawn, element(owner, "span", {}, word, small)];
    return parts.filter((part) => part !== null);
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
