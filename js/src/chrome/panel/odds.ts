// Future and past decisions of chance: odds as a stacked bar with both sides and their dice, and the dice themselves.

import { hash } from "../../draw/shapes";
import { capital, say } from "../../kernel/language";
import type { Drawn, Forecast } from "../../kernel/types.gen";
import type { Store } from "../../state/store";
import { element } from "../elements/dom";
import { cubePicture, diePicture, sideColours, thumbnail } from "../elements/thumbnails";

/** The sizes of counters, dice and cubes, in pixels. */
const COUNTER = 52;
const DIE = 44;
const CUBE = 24;
/** A smaller share has no figure on the bar, which has no room for it. */
const LEAST_WRITTEN = 0.12;
/** The time that a die rolls, and the time that it shows one face. */
const ROLL_MS = 600;
const FACE_MS = 60;

/** The odds of the chance in a draft. */
export function forecastInWords(
  owner: Document,
  store: Store,
  { title, shares, figures, fighters }: Forecast,
): HTMLElement {
  const mine = store.choosing.current.player;
  const bar = element(owner, "div", { class: "hexwidget-whole", "aria-hidden": "true" });
  // Not a list of terms (dl): JupyterLab gives those in outputs a look of its own.
  const list = element(owner, "ul", { class: "hexwidget-shares" });
  for (const [n, { label, part, favours }] of shares.entries()) {
    const stripe = element(owner, "span", {}, part >= LEAST_WRITTEN ? `${Math.round(100 * part)} %` : "");
    const swatch = element(owner, "i");
    stripe.style.flexGrow = String(part);
    if (favours !== null) {
      const [face, figure] = sideColours(store, favours);
      stripe.style.backgroundColor = swatch.style.backgroundColor = face;
      stripe.style.color = figure;
      // A result against the player who chooses is hatched as well, for eyes that do not see the hue.
      if (favours !== mine) stripe.className = "hexwidget-against";
    }
    bar.append(stripe);
    list.append(element(owner, "li", {}, swatch, capital(label), element(owner, "b", {}, figures[n] ?? "")));
  }
  const made = element(owner, "section", { class: "hexwidget-forecast", "aria-label": say("The odds: {0}", title) });
  made.append(element(owner, "h3", {}, capital(title)));
  if (fighters.length > 0) made.append(versus(owner, store, fighters));
  made.append(bar, list);
  return made;
}

/** Both sides of a fight, each with its counter, its die and what is added to it. */
function versus(owner: Document, store: Store, fighters: Forecast["fighters"]): HTMLElement {
  const { players } = store.scene;
  const made = element(owner, "div", { class: "hexwidget-versus" });
  fighters.forEach(({ player, symbol, name, counts }, n) => {
    const seat = players.findIndex((p) => p.name === player);
    const before = fighters[n - 1];
    if (before) made.append(element(owner, "em", {}, say(before.player === player ? "and" : "against")));
    const faces = Number(/^[a-z](\d+)/i.exec(counts)?.[1] ?? 0);
    const piece = { owner: Math.max(0, seat), symbol, layer: "unit" as const };
    const pictures = [thumbnail(owner, store, piece, COUNTER)];
    if (faces > 0) pictures.push(diePicture(owner, store, say(`d${faces}`), faces, DIE));
    const words = [element(owner, "b", {}, capital(name)), element(owner, "small", {}, counts)];
    made.append(element(owner, "div", {}, element(owner, "div", {}, ...pictures), ...words));
  });
  return made;
}

/** The results of chance since the last decision: dice with their numbers, cubes from a bag, words. */
export function drawnInWords(owner: Document, store: Store): HTMLElement[] {
  const { drawn } = store.timeline;
  if (drawn.length === 0) return [];
  const made = element(owner, "div", {
    class: "hexwidget-drawn",
    role: "group",
    "aria-label": say("What chance has decided"),
  });
  made.append(...drawn.map((each) => oneDrawn(owner, store, each)));
  return [made];
}

function oneDrawn(owner: Document, store: Store, { label, value, faces, cubes, spaces }: Drawn): HTMLElement {
  const { players } = store.scene;
  const pictures: HTMLElement[] = [];
  if (faces > 0) {
    const die = element(owner, "span", { class: "hexwidget-die", "data-faces": String(faces) });
    die.append(diePicture(owner, store, "", faces, DIE), element(owner, "b", {}, value));
    pictures.push(die);
  }
  for (const [player, count] of cubes) {
    const seat = players.findIndex((p) => p.name === player);
    for (let k = 0; k < count; k++) pictures.push(cubePicture(owner, store, seat, CUBE));
  }
  const where = spaces.map((space) => store.map.label(store.map.find(space)) || space).join(", ");
  const words = pictures.length > 0 ? where : `${label}: ${value}`;
  const made = element(owner, "figure", { title: `${label}: ${value}` }, ...pictures);
  made.append(element(owner, "figcaption", {}, words));
  return made;
}

/** Let the dice below an element roll before they show their numbers. Any input ends it. */
export function roll(root: HTMLElement, store: Store): void {
  const owner = root.ownerDocument;
  const page = owner.defaultView;
  const still = page?.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
  const dice = [...root.querySelectorAll<HTMLElement>(".hexwidget-die")];
  if (!page || still || store.settings.speed === 0 || dice.length === 0) return;
  const values = dice.map((die) => die.lastElementChild?.textContent ?? "");
  const stop = new AbortController();
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    if (turn * FACE_MS >= ROLL_MS) stop.abort();
    else
      for (const [n, die] of dice.entries())
        show(die, String(1 + Math.floor(hash(turn, n) * Number(die.dataset.faces))));
  }, FACE_MS);
  for (const die of dice) die.classList.add("hexwidget-rolling");
  stop.signal.addEventListener("abort", () => {
    clearInterval(timer);
    dice.forEach((die, n) => {
      die.classList.remove("hexwidget-rolling");
      show(die, values[n] ?? "");
    });
  });
  for (const kind of ["pointerdown", "keydown"])
    owner.addEventListener(kind, () => stop.abort(), { signal: stop.signal, capture: true });
}

function show(die: HTMLElement, text: string): void {
  if (die.lastElementChild) die.lastElementChild.textContent = text;
}
