// The workshop of the editor: the words at drawings, the map and its players, the question, and what is taken away.

import { say } from "../../kernel/language";
import type { Brush } from "../../kernel/types.gen";
import type { Painter } from "../../paint/painter";
import type { Store } from "../../state/store";
import { button, dialog, element, select } from "../elements/dom";
import { FORMS } from "../head/share";

/** A form over the map that asks for the words at a drawing. */
export class Caption {
  readonly root: HTMLElement;
  private readonly label: HTMLElement;
  private readonly input: HTMLInputElement;
  private shown: object | null = null;

  constructor(
    owner: Document,
    private readonly store: Store,
    private readonly leave: () => void,
  ) {
    this.input = element(owner, "input", { type: "text", autocomplete: "off" });
    this.label = element(owner, "label", {}, element(owner, "span"), this.input);
    const ok = element(owner, "button", { type: "submit" }, "OK");
    this.root = element(owner, "form", { class: "hexwidget-caption" }, this.label, ok);
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.leave();
      this.store.editing.caption?.done(this.input.value.trim());
    });
    dialog(this.root, () => this.close(), "Escape");
  }

  private close(): void {
    this.leave();
    this.store.editing.cancel();
  }

  render(): void {
    const { caption } = this.store.editing;
    if (caption === this.shown) return;
    this.shown = caption;
    this.root.hidden = caption === null;
    if (caption === null) return;
    if (this.label.firstChild) this.label.firstChild.textContent = `${caption.label} `;
    this.input.maxLength = caption.most;
    this.input.value = caption.value;
    this.input.focus();
    this.input.select();
  }
}

const HUES: [string, string][] = [
  ["mark", "Ink"],
  ["reach", "Light"],
  ["attack", "Strike"],
  ["barred", "Danger"],
];

/** The hue of the next drawing. */
export function hues(owner: Document, store: Store, painter: Painter): HTMLElement {
  const { palette } = painter;
  const inks: Record<string, string> = {
    mark: palette.markInk,
    reach: palette.lit,
    attack: palette.act,
    barred: palette.tape,
  };
  const list = element(owner, "div", { class: "hexwidget-brushes", role: "group", "aria-label": say("Hue") });
  for (const [hue, label] of HUES) {
    const look = { "data-key": `hue ${hue}`, "aria-pressed": String(store.editing.hue === hue) };
    const ink = element(owner, "i", { class: "hexwidget-ink" });
    ink.style.background = inks[hue] ?? "";
    list.append(button(owner, { ...look, class: "hexwidget-brush" }, () => store.editing.drawIn(hue), ink, say(label)));
  }
  return element(owner, "div", {}, element(owner, "h4", {}, say("Hue")), list);
}

/** A field whose value is sent when it is left, or by Enter. */
function field(
  owner: Document,
  label: string,
  value: string,
  most: number,
  send: (value: string) => void,
  tag: "input" | "textarea" = "input",
): HTMLElement {
  const look = { "aria-label": label, "data-key": label, maxlength: String(most) };
  const input = element(owner, tag, tag === "input" ? { ...look, type: "text" } : { ...look, rows: "3" });
  input.defaultValue = value;
  input.addEventListener("change", () => send(input.value));
  return element(owner, "label", { class: "hexwidget-field" }, `${label} `, input);
}

const COLOURS = ["red", "blue", "green", "yellow", "purple", "black"];

/** Title, words, size and players. */
export function mapTools(owner: Document, store: Store): HTMLElement[] {
  const { requests, scene } = store;
  const write = (part: "title" | "prose") => (text: string) =>
    void requests.send({ intent: "write", args: { part, text } });
  const made = [
    field(owner, say("Title"), scene.title, 200, write("title")),
    field(owner, say("Words about it"), scene.prose, 100000, write("prose"), "textarea"),
  ];
  if (scene.columns > 0) made.push(element(owner, "h4", {}, say("Size")), sizes(owner, store), blankMap(owner, store));
  const names = scene.players.map(({ name, hue }) => {
    const rename = (called: string) => void requests.send({ intent: "rename", args: { player: name, called } });
    const away = button(
      owner,
      { "aria-label": say("Take {0} away", say(name)), "data-key": `away ${name}` },
      () => rename(""),
      "×",
    );
    const hues = [...new Set([...COLOURS, hue])].map((colour) => [colour, colour] as const);
    const wear = async (wanted: string) => {
      const args = { player: name, colour: wanted === name ? "" : wanted };
      if (!(await requests.send({ intent: "colour", args })).ok) colour.value = hue;
    };
    const colour = select(
      owner,
      { "aria-label": say("Colour of {0}", say(name)), "data-key": `colour ${name}` },
      hues,
      wear,
    );
    colour.value = hue;
    const called = field(owner, say("Player {0}", say(name)), name, 40, rename);
    called.firstChild?.remove(); // the field says the same
    return element(owner, "div", { class: "hexwidget-pair" }, called, colour, away);
  });
  const unused = COLOURS.find((n) => scene.players.every((p) => p.name !== n));
  const add = () => void requests.send({ intent: "rename", args: { player: null, called: unused ?? "" } });
  made.push(
    element(owner, "h4", {}, say("Players")),
    ...names,
    button(owner, { "data-key": "add" }, add, say("Add a player")),
  );
  return made;
}

/** Buttons that add a line of hexes at an edge of the map, or take one away. */
function sizes(owner: Document, { requests, scene }: Store): HTMLElement {
  const change = (edge: "top" | "bottom" | "left" | "right", by: number, sign: string) => {
    const line = edge === "top" || edge === "bottom" ? "row" : "column";
    const label = say(`${by > 0 ? "Add" : "Take away"} a ${line} at the ${edge}`);
    const act = () => void requests.send({ intent: "resize", args: { edge, by } });
    return button(owner, { "aria-label": label, title: label, "data-key": label }, act, sign);
  };
  const pair = (edge: "top" | "bottom" | "left" | "right") => {
    const made = element(owner, "div", {}, change(edge, -1, "−"), change(edge, 1, "+"));
    made.style.gridArea = edge;
    return made;
  };
  const size = element(owner, "span", {}, `${scene.columns} × ${scene.rows}`);
  return element(
    owner,
    "div",
    { class: "hexwidget-edges" },
    pair("top"),
    pair("left"),
    size,
    pair("right"),
    pair("bottom"),
  );
}

function blankMap(owner: Document, { requests, scene }: Store): HTMLElement {
  const number = (label: string, value: number) => {
    const look = { type: "number", min: "1", max: "9999", "aria-label": label, "data-key": label };
    const made = element(owner, "input", look);
    made.defaultValue = String(value);
    return made;
  };
  const columns = number(say("Columns"), scene.columns);
  const rows = number(say("Rows"), scene.rows);
  const begin = () =>
    void requests.send({ intent: "blank", args: { columns: Number(columns.value), rows: Number(rows.value) } });
  const go = button(owner, { "data-key": "blank" }, begin, say("Blank map"));
  return element(owner, "div", { class: "hexwidget-pair" }, columns, " × ", rows, go);
}

const KINDS: [string, string][] = [
  ["mark", "Mark"],
  ["legal", "Legal?"],
  ["which", "Which clause?"],
  ["find", "Find"],
  ["do", "Do"],
  ["predict", "Predict"],
  ["best", "Best"],
];
const NEEDS: Record<string, string[]> = {
  mark: ["piece"],
  legal: ["way"],
  which: ["way"],
  find: ["way"],
  do: ["piece", "place"],
  predict: ["way", "piece", "place"],
  best: ["piece", "place"],
};

/** The question: its kind, what is shown for it, its sentence and its clause. */
export function questionTools(
  owner: Document,
  store: Store,
  palette: (brushes: readonly Brush[]) => HTMLElement[],
): HTMLElement[] {
  const { editing, requests } = store;
  const posed = editing.offered?.posed;
  const kinds = KINDS.map(([kind, label]) => {
    const held = posed?.kind === kind;
    const look = { class: "hexwidget-brush", "data-key": `kind ${kind}`, "aria-pressed": String(held) };
    return button(owner, look, () => void editing.ask("kind", held ? "" : kind), say(label));
  });
  const list = element(
    owner,
    "div",
    { class: "hexwidget-brushes", role: "group", "aria-label": say("Kind") },
    ...kinds,
  );
  if (!posed)
    return [
      list,
      element(owner, "p", { class: "hexwidget-hint" }, say("Choose a kind. The engine computes the answer.")),
    ];
  const needs = NEEDS[posed.kind] ?? [];
  const brushes = needs.map((key): Brush => ({ key, label: say(key), group: "question", symbol: "", owned: false }));
  const show = (what: "action" | "question") => void requests.send({ intent: "show", args: { what } });
  const tools = palette(brushes);
  if (needs.includes("way"))
    tools.at(-1)?.append(button(owner, { "data-key": "by doing" }, () => show("action"), say("Do it on the board")));
  tools.at(-1)?.append(button(owner, { "data-key": "forget" }, () => void editing.ask("forget", ""), say("Forget")));
  const clauses = [["", say("the engine finds it")], ...posed.clauses.map(([id, title]) => [id, `${id} ${title}`])] as [
    string,
    string,
  ][];
  const clause = select(
    owner,
    { "aria-label": say("Clause"), "data-key": "clause" },
    clauses,
    (id) => void editing.ask("clause", id),
  );
  clause.value = posed.clause;
  const shown = [
    posed.piece && `${say("piece")}: ${posed.piece}`,
    posed.place && `${say("place")}: ${posed.place}`,
    ...posed.actions,
  ];
  const said = posed.missing || say("All is shown.");
  return [
    list,
    ...tools,
    element(owner, "p", { class: "hexwidget-missing", role: "status" }, said),
    element(owner, "p", { class: "hexwidget-hint hexwidget-missing" }, shown.filter(Boolean).join("; ")),
    field(owner, say("Sentence"), posed.sentence, 2000, (text) => void editing.ask("sentence", text), "textarea"),
    element(owner, "label", { class: "hexwidget-field" }, `${say("Clause")} `, clause),
    button(owner, { class: "hexwidget-confirm", "data-key": "ask it" }, () => show("question"), say("Ask it")),
  ];
}

/** The forms in which all this is taken away. */
export function shareTools(owner: Document, store: Store): HTMLElement[] {
  const { editing } = store;
  const buttons = FORMS.map(([form, label]) => {
    const act = () => (form === "python" ? void editing.export(form) : editing.take(form));
    return button(owner, { "data-key": form }, act, say(label));
  });
  const list = element(owner, "div", { class: "hexwidget-brushes" }, ...buttons);
  if (editing.made === null) return [list];
  const text = element(owner, "textarea", {
    readonly: "",
    rows: "10",
    wrap: "off",
    "aria-label": say("What you have made"),
  });
  text.defaultValue = editing.made;
  text.addEventListener("focus", () => text.select());
  return [list, text, button(owner, { "data-key": "copy" }, () => editing.take("python"), say("Copy"))];
}
