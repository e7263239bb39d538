// The parts beside the map in a picture: the wheel, the belongings of the players, a row of cards, notes. Lengths are pixels.

import type { SpaceMap } from "../geometry/spaces";
import type { Ledger, Note, Player, Row, StaticScene, Wheel } from "../kernel/types.gen";
import type { Item, List } from "./display-list";
import { hueOf } from "./marks/hues";
import { flag } from "./marks/rings";
import { type Palette, sideOf } from "./palette";
import { plate } from "./pieces/plate";
import { circle, line, pt, rounded } from "./shapes";

/** The approximate width of a letter, in sizes. */
export const LETTER = 0.58;
const RADIUS = 92;
const HUB = 25;
const GAP = 10;
const LINE = 17;
const CARD = { width: 136, height: 30, gap: 8 };
const HEAD = 44;

/** A list and the room that it takes, in pixels. */
export interface Part {
  list: List;
  width: number;
  height: number;
}

/** The largest size up to `size` at which a text fits into a width. */
const fitting = (text: string, size: number, width: number): number =>
  Math.min(size, width / (LETTER * Math.max(1, text.length)));

function badge(player: Player | undefined, x: number, y: number, h: number, palette: Palette): Item[] {
  const [face, , wall] = sideOf(palette, player?.hue);
  const shape = player?.shape ?? "square";
  return [
    { d: plate(shape, x + 0.1 * h, y + 0.26 * h, h), fill: wall },
    { d: plate(shape, x, y, h), fill: face, stroke: "ivory", w: 0.18 * h },
  ];
}

// ---------------------------------------------------------------------- the wheel
/** A point of the wheel, by its distance from the hub and its angle in turns, clockwise from the top. */
function at(far: number, turn: number): [number, number] {
  const angle = 2 * Math.PI * turn - Math.PI / 2;
  return [GAP + RADIUS + far * Math.cos(angle), GAP + RADIUS + far * Math.sin(angle)];
}

function wedge(from: number, to: number): string {
  const large = to - from > 0.5 ? 1 : 0;
  return (
    `M${pt(...at(HUB, from))}L${pt(...at(RADIUS, from))}A${RADIUS} ${RADIUS} 0 ${large} 1 ${pt(...at(RADIUS, to))}` +
    `L${pt(...at(HUB, to))}A${HUB} ${HUB} 0 ${large} 0 ${pt(...at(HUB, from))}z`
  );
}

/** The wheel with the markers of the players. */
export function wheelPart({ title, wedges, markers }: Wheel, { players }: StaticScene, palette: Palette): Part {
  const n = wedges.length;
  const middle = at(0, 0);
  const list: List = [{ d: circle(middle[0], middle[1] + 2, RADIUS + 2), fill: "shadow", a: 0.15 }];
  const twice = (name: string) => wedges.filter((other) => other === name).length > 1;
  wedges.forEach((name, k) => {
    const fill = twice(name) ? "sea++" : k % 2 ? "atlas" : "atlas+";
    list.push({ d: wedge(k / n, (k + 1) / n), fill, stroke: "page", w: 2 });
  });
  wedges.forEach((name, k) => {
    // Names lie flat: there is more room for them above and below the hub than at its sides.
    const angle = (2 * Math.PI * (k + 0.5)) / n - Math.PI / 2;
    const [x, y] = [GAP + RADIUS * (1 + 0.7 * Math.cos(angle)), GAP + RADIUS * (1 + 0.8 * Math.sin(angle))];
    const size = fitting(name, 10.5, (2 * Math.PI * 0.7 * RADIUS) / n);
    const look = twice(name) ? { weight: 700, fill: "seaLabel" } : { weight: 600, fill: "label" };
    list.push({ text: name, x, y, size, ...look });
  });
  markers.forEach(([seat, k], i) => {
    const place = markers.slice(0, i).filter(([, other]) => other === k).length;
    // Two stand side by side, further ones nearer to the hub.
    const off = (place % 2 ? 1 : -1) * (markers.filter(([, other]) => other === k).length > 1 ? 0.032 : 0);
    list.push({
      items: badge(
        players[seat],
        ...at((0.47 - 0.15 * Math.floor(place / 2)) * RADIUS, (k + 0.5) / n + off),
        6.5,
        palette,
      ),
      title: `${players[seat]?.name} on ${wedges[k]}`,
    });
  });
  list.push({ d: circle(...middle, HUB - 1), fill: "page", stroke: "line", w: 1 });
  list.push({ text: title, x: middle[0], y: middle[1], size: fitting(title, 10, 1.7 * HUB), fill: "dim" });
  const side = 2 * (RADIUS + GAP);
  return { list, width: side, height: side };
}

// ---------------------------------------------------------------------- the belongings
/** The belongings of the players in columns, and the notes below them. */
export function ledgerPart({ header, rows, notes }: Ledger, { players }: StaticScene, palette: Palette): Part {
  const width = 2 * (RADIUS + GAP);
  const inner = width - 2 * GAP;
  const names = 0.34 * inner;
  const column = (inner - names) / Math.max(1, header.length - 1);
  const list: List = [];
  header.slice(1).forEach((word, k) => {
    const x = GAP + names + (k + 0.5) * column;
    list.push({ text: word, x, y: 0.5 * LINE, size: fitting(word, 9, column - 3), fill: "dim" });
  });
  rows.forEach(([name = "", ...cells], seat) => {
    const y = (1.5 + seat) * LINE;
    list.push(...badge(players[seat], GAP + 5, y - 0.5, 4.5, palette));
    const size = fitting(name, 10.5, names - 16);
    list.push({ text: name, x: GAP + 14, y, size, align: "left", fill: "ink" });
    cells.forEach((cell, k) => {
      const x = GAP + names + (k + 0.5) * column;
      list.push({ text: cell, x, y, size: fitting(cell, 10.5, column - 2), weight: 500, fill: "ink" });
    });
  });
  const below = (1.4 + rows.length) * LINE;
  const lines = notes.flatMap((note) => wrapped(note, Math.floor(inner / (9.5 * LETTER))));
  lines.forEach((text, k) => {
    list.push({ text, x: GAP, y: below + (k + 0.5) * 0.85 * LINE, size: 9.5, weight: 500, align: "left", fill: "dim" });
  });
  if (rows.length > 0)
    list.push({
      d: line([
        [GAP, LINE],
        [width - GAP, LINE],
      ]),
      stroke: "line",
      w: 1,
    });
  return { list, width, height: below + lines.length * 0.85 * LINE + GAP };
}

/** A text in lines of so many letters, broken between words. */
export function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

// ---------------------------------------------------------------------- the cards
/** Open cards in rows, with the markers of the players on them. */
export function rowPart({ title, cards, length, notes }: Row, { players }: StaticScene, palette: Palette): Part {
  const list: List = [
    { text: title, x: GAP, y: 12, size: 13, weight: 700, align: "left", fill: "ink" },
    { text: notes.join("; "), x: GAP, y: 30, size: 11, weight: 500, align: "left", fill: "dim" },
  ];
  const [across, down] = [CARD.width + CARD.gap, CARD.height + CARD.gap];
  cards.forEach(([text, seats], n) => {
    const [x, y] = [GAP + (n % length) * across, HEAD + Math.floor(n / length) * down];
    list.push({ d: rounded(x, y + 1.5, CARD.width, CARD.height, 5), fill: "shadow", a: 0.12 });
    list.push({ d: rounded(x, y, CARD.width, CARD.height, 5), fill: "soft", stroke: "line", w: 1 });
    const size = fitting(text, 11.5, CARD.width - 16 - 16 * seats.length);
    const middle = y + CARD.height / 2;
    list.push({ text, x: x + 8, y: middle, size, align: "left", fill: "ink" });
    seats.forEach((seat, k) => {
      list.push(...badge(players[seat], x + CARD.width - 13 - 16 * k, middle - 0.5, 5.5, palette));
    });
  });
  const lines = Math.ceil(cards.length / length);
  return { list, width: 2 * GAP + Math.min(length, cards.length) * across, height: HEAD + lines * down + GAP };
}

// ---------------------------------------------------------------------- the notes
/** The words of the flags on the map, as a picture has nothing that opens. */
export function notesPart(notes: readonly Note[], map: SpaceMap, palette: Palette, width: number): Part {
  const list: List = [];
  const left = GAP + 22;
  let y = 0.8 * LINE;
  for (const { space, text, hue } of notes) {
    const index = map.find(space);
    if (index < 0) continue;
    list.push(...flag(GAP + 4, y + 6, 13, hueOf(palette, hue).ink));
    const label = map.label(index);
    list.push({ text: label, x: left, y, size: 11.5, weight: 700, align: "left", fill: "ink" });
    const start = left + (label.length + 1) * 11.5 * LETTER;
    for (const part of wrapped(text, Math.max(12, Math.floor((width - start - GAP) / (11.5 * 0.92 * LETTER))))) {
      list.push({ text: part, x: start, y, size: 11.5, weight: 500, align: "left", fill: "ink" });
      y += 0.9 * LINE;
    }
    y += 0.2 * LINE;
  }
  return { list, width, height: y };
}
