// Answers about a space: whether it can be chosen, then why not, then the way there or what would help.

import { isFree } from "../../kernel/drafts";
import { capital, counted, language, say } from "../../kernel/language";
import type { Choice, CitedVerdict } from "../../kernel/types.gen";
import type { Store } from "../../state/store";
import { element } from "../elements/dom";
import { headline, where } from "../elements/headline";
import { distanceInWords, hexInWords, offerInWords, priced } from "../elements/words";
import { cite, findingsInWords, reason, remedyInWords, rulesInWords } from "./findings";

/** The most steps of a way that are listed. */
const MOST_STEPS = 12;

export class Answers {
  constructor(
    private readonly owner: Document,
    private readonly store: Store,
  ) {}

  /** The space: its name, its ground, what stands there. */
  place(index: number, pinned: boolean): HTMLElement[] {
    const { owner, store } = this;
    const { name, ground, things } = hexInWords(store, index);
    const line = where(owner, name, ground);
    if (pinned) line.append(element(owner, "span", { class: "hexwidget-pinned" }, say("pinned · esc")));
    const said = [...things, distanceInWords(store, index)].filter(Boolean);
    return [line, ...said.map((thing) => element(owner, "p", { class: "hexwidget-things" }, thing))];
  }

  /** The answer about a space: the part known at once, then all findings when the kernel has answered. */
  about(index: number): HTMLElement[] {
    const { owner, store } = this;
    const { field, options } = store.choosing;
    const label = store.map.label(index);
    if (field?.costs.has(index)) return this.reachable(index);
    // The space of the chosen piece needs no reasons.
    if (field?.origin === index) return headline(owner, "plain", offerInWords(store, index));
    const option = options.find((o) => o.space === store.map.name(index));
    const free = option?.findings.length === 0;
    if (option && free && field === null) return headline(owner, option.chosen ? "plain" : "yes", option.label);
    const not = field ? say("{0} cannot enter {1}", field.mover, label) : this.first(label);
    if (option && field === null) return this.barred(say("Not now: {0}", option.label), option.findings);
    // A piece there can be chosen instead; the reasons why the space is barred follow all the same.
    const instead = free && option ? [this.instead(option)] : [];
    const verdict = store.explanations.available ? store.explanations.of(index) : null;
    if (verdict) return [...this.verdict(verdict, not, index), ...instead];
    const known = field?.barred.get(index) ?? [];
    const cards = known.map(({ clause, title }) => reason(owner, store, clause, title));
    if (cards.length === 0) return instead;
    return [...headline(owner, "no", not, counted(known.length, "reason")), ...cards, ...instead];
  }

  /** The choice before a space without choices: the only piece that can be chosen, if there is only one. */
  private first(label: string): string {
    const { choosing, map } = this.store;
    const pieces = choosing.options.filter((o) => o.kind === "piece" && isFree(o));
    const [only] = pieces;
    if (!only || pieces.length > 1 || !choosing.blank || map.mat) return say("Nothing can be chosen on {0}", label);
    const [name = ""] = only.label.split(/: | \(/);
    if (language() !== "en") return say("First choose {0}", name);
    return `First choose ${/^\d/.test(name) ? "" : "the "}${name[0]?.toLowerCase()}${name.slice(1)}`;
  }

  /** True if the kernel must be asked about a space. */
  unexplained(index: number): boolean {
    const { choosing, explanations, map } = this.store;
    const { field, options } = choosing;
    if (!explanations.available || field?.costs.has(index) || field?.origin === index) return false;
    return field !== null || !options.some((o) => o.space === map.name(index));
  }

  private instead({ label, clause }: Choice): HTMLElement {
    return reason(this.owner, this.store, clause, label, [say("A click there chooses this instead.")]);
  }

  /** A verdict with all its reasons. `index` is the space that is asked about, if one is. */
  verdict({ findings, nearest, subject }: CitedVerdict, not: string, index = -1): HTMLElement[] {
    const { owner, store } = this;
    if (findings.length === 0) return [element(owner, "p", { class: "hexwidget-hint" }, subject)];
    const found = this.barred(not, findings, index);
    const foot = rulesInWords(owner, findings);
    return [...found, ...(nearest ? [remedyInWords(owner, store, nearest)] : []), ...foot];
  }

  private barred(not: string, findings: CitedVerdict["findings"], index = -1): HTMLElement[] {
    const { map } = this.store;
    const kinds = new Set(findings.map((f) => `${f.clause} ${f.code}`)).size;
    // A reason that names other spaces alone bars one of the ways to this one.
    const ofWays =
      index >= 0 &&
      findings.some(({ subjects, text }) => !subjects.includes(map.name(index)) && !text.includes(map.label(index)));
    const words = ofWays ? "{0} reasons, on different ways there" : "{0} reasons; each alone is enough";
    const dim = kinds === 1 ? say("One reason") : capital(say(words, numeral(kinds)));
    return [...headline(this.owner, "no", not, dim), ...findingsInWords(this.owner, this.store, findings)];
  }

  /** A space that can be reached, and the way there. */
  private reachable(index: number): HTMLElement[] {
    const { owner, store } = this;
    const { field } = store.choosing;
    if (!field) return [];
    const cost = field.costs.get(index) ?? 0;
    const stays = index === field.origin;
    // Behind a part of the way that is chosen already, costs are counted from its end.
    const from = field.fixed.length > 0 && !stays ? say(" from {0}", store.map.label(field.origin)) : "";
    const points = field.numbers ? say("{0}, {1} left", priced(field, cost) + from, field.left(index)) : "";
    const verb = stays ? "{0} can stay on {1}" : field.onward ? "{0} can go on to {1}" : "{0} can go to {1}";
    const can = say(verb, field.mover, store.map.label(index));
    const way = stays ? [] : this.way(field.route(index), field.stepCosts(index));
    return [...headline(owner, "yes", can, points), ...way];
  }

  /** The spaces of a way, with what each step costs. */
  private way(route: readonly number[], costs: readonly (number | null)[]): HTMLElement[] {
    const { owner, store } = this;
    const { map, scene } = store;
    const steps = route.slice(1);
    if (steps.length === 0) return [];
    const { field } = store.choosing;
    const list = element(owner, "ol", { class: "hexwidget-way" });
    steps.slice(0, MOST_STEPS).forEach((index, n) => {
      const cost = costs[n] ?? null;
      const { key = "", label: ground = "" } = scene.grounds[map.ground(index)] ?? {};
      const paid =
        cost === null || !field?.numbers ? "" : cost === 0 ? `${say("free")} ` : `${priced(field, cost, true)} `;
      const clause = cost === null ? "" : field?.clauseOf(cost, key);
      list.append(
        element(
          owner,
          "li",
          {},
          element(owner, "i", {}, String(n + 1)),
          element(owner, "b", {}, map.label(index)),
          element(owner, "span", {}, ground === map.label(index) ? "" : ground),
          element(owner, "span", {}, paid, clause ? cite(owner, store, clause) : null),
        ),
      );
    });
    const more = steps.length - MOST_STEPS;
    const rest =
      more > 0 ? [element(owner, "p", { class: "hexwidget-hint" }, say("and {0} more", counted(more, "step")))] : [];
    return [element(owner, "h3", {}, say("The way")), list, ...rest];
  }
}

/** A small number in words. */
function numeral(n: number): string {
  return (
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"].map((word) => say(word))[n] ??
    String(n)
  );
}
