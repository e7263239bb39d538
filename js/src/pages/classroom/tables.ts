// The class in two tables: learners by parts of the course, and clauses by what learners know of them.

import { element } from "../../chrome/elements/dom";
import { counted, say } from "../table/spoken";
import type { ClassState, LearnerState, PartProgress } from "../table/types.gen";

const owned = document;

function marks({ solved, begun, tries, hints, shown, seconds }: PartProgress): { short: string; whole: string } {
  const minutes = seconds >= 60 ? `${Math.round(seconds / 60)} min` : `${seconds} s`;
  const counts = [tries ? `${tries}` : "", hints ? say("{0}h", hints) : ""].filter(Boolean).join(" ");
  const words = [solved ? say("solved") : begun ? say("begun") : say("not begun"), begun ? minutes : ""];
  if (tries) words.push(counted(tries, "try"));
  if (hints) words.push(counted(hints, "hint"));
  if (shown) words.push(say("shown {0}", counted(shown, "time")));
  return { short: `${solved ? "✓" : begun ? "…" : "·"} ${counts}`.trim(), whole: words.filter(Boolean).join(", ") };
}

/** A learner's progress in each part, as words. */
export function parts(learner: LearnerState, { parts: all }: ClassState): HTMLElement {
  const rows = all.map(({ name }, n) => {
    const done = learner.done?.[n];
    const at = learner.part === n ? say("{0} (here now)", name) : name;
    return element(owned, "li", {}, `${at}: ${done ? marks(done).whole : say("not known yet")}`);
  });
  return element(owned, "ol", {}, ...rows);
}

export function matrix(learners: LearnerState[], all: ClassState): HTMLElement {
  const head = all.parts.map(({ name, asks }, n) =>
    element(owned, "th", { scope: "col" }, `${n + 1}${asks ? "?" : ""} ${name}`),
  );
  const rows = learners.map((learner) => {
    const cells = all.parts.map((_, n) => {
      const done = learner.done?.[n];
      if (!done) return element(owned, "td", {}, "·");
      const { short, whole } = marks(done);
      const look = `${done.solved ? "solved" : ""}${learner.part === n ? " here" : ""}`.trim();
      const seen = element(owned, "span", { "aria-hidden": "true" }, short);
      return element(owned, "td", { class: look, title: whole }, seen, hidden(whole));
    });
    return element(owned, "tr", {}, element(owned, "th", { scope: "row" }, learner.name), ...cells);
  });
  const caption = say(
    "✓ solved, … begun; then the tries and the hints (h). A frame marks where a learner is; ? is an exercise.",
  );
  return element(
    owned,
    "table",
    {},
    element(owned, "caption", {}, caption),
    element(
      owned,
      "thead",
      {},
      element(owned, "tr", {}, element(owned, "th", { scope: "col" }, say("Learner")), ...head),
    ),
    element(owned, "tbody", {}, ...rows),
  );
}

/** The clauses that some learner has met; those that most miss come first. */
export function clauses(learners: LearnerState[], all: ClassState): HTMLElement {
  const known = learners.filter((learner) => learner.clauses);
  const states = [...all.words].reverse();
  const rows = all.clauses.map(([id, title]) => {
    const by = new Map(states.map((word) => [word, [] as string[]]));
    for (const { name, clauses: own } of known) by.get(own?.[id] ?? "new")?.push(name);
    return { id, title, by };
  });
  const number = ({ by }: (typeof rows)[number], word: string) => by.get(word)?.length ?? 0;
  const met = rows.filter((row) => number(row, "new") < known.length);
  met.sort((a, b) => number(b, "missed") - number(a, "missed") || number(b, "met") - number(a, "met"));
  const body = met.map(({ id, title, by }) => {
    const cells = states.map((word) => {
      const names = by.get(word) ?? [];
      const few = word === "missed" ? named(names) : folded(names);
      return element(owned, "td", { class: names.length > 0 ? word : "" }, names.length > 0 ? few : "");
    });
    return element(owned, "tr", {}, element(owned, "th", { scope: "row" }, `${id} ${title}`), ...cells);
  });
  const head = [say("Clause"), ...states.map((word) => say(word))].map((word) =>
    element(owned, "th", { scope: "col" }, word),
  );
  const few = [rows.length - met.length, rows.length] as const;
  const caption = say("New to all: {0} of {1} clauses. A number opens the names.", ...few);
  return element(
    owned,
    "table",
    { class: "clauses" },
    element(owned, "caption", {}, caption),
    element(owned, "thead", {}, element(owned, "tr", {}, ...head)),
    element(owned, "tbody", {}, ...body),
  );
}

const hidden = (text: string) => element(owned, "span", { class: "unseen" }, text);
const named = (names: string[]) => element(owned, "span", {}, `${names.length}: ${names.join(", ")}`);
const folded = (names: string[]) =>
  element(owned, "details", {}, element(owned, "summary", {}, `${names.length}`), names.join(", "));
