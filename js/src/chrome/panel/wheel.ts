// The wheel beside the board: its wedges and the markers of the players. A click moves the acting player's marker. Below it
// stand the belongings of the players.

import { type Palette, sideOf } from "../../draw/palette";
import { plate } from "../../draw/pieces/plate";
import { isFree } from "../../kernel/drafts";
import type { Ledger, Wheel } from "../../kernel/types.gen";
import { svgElement } from "../../paint/svg";
import { complaint } from "../../state/explanations";
import type { Store } from "../../state/store";
import { element } from "../elements/dom";
import { badge } from "../elements/thumbnails";

const SIZE = 236;
const MIDDLE = SIZE / 2;
const RADIUS = 110;
const HUB = 29;
const CENTRED = { "text-anchor": "middle", "dominant-baseline": "central", "pointer-events": "none" };

/** A point of the wheel, by its distance from the middle and its angle (in turns, clockwise from the top). */
function at(far: number, turn: number): { x: number; y: number } {
  const angle = 2 * Math.PI * turn - Math.PI / 2;
  return { x: MIDDLE + far * Math.cos(angle), y: MIDDLE + far * Math.sin(angle) };
}

/** The outline of a wedge, as a path. */
function outline(k: number, n: number): string {
  const [a, b, c, d] = [at(HUB, k / n), at(RADIUS, k / n), at(RADIUS, (k + 1) / n), at(HUB, (k + 1) / n)];
  const arcs = `A${RADIUS} ${RADIUS} 0 0 1 ${c.x} ${c.y}L${d.x} ${d.y}A${HUB} ${HUB} 0 0 0 ${a.x} ${a.y}`;
  return `M${a.x} ${a.y}L${b.x} ${b.y}${arcs}z`;
}

/** The wheel: what can be chosen is bright, the rest steps back, what is chosen is ringed. */
export function drawWheel(owner: Document, wheel: Wheel, store: Store, palette: Palette): SVGElement {
  const box = { viewBox: `0 0 ${SIZE} ${SIZE}`, width: SIZE, height: SIZE };
  const svg = svgElement(owner, "svg", { class: "hexwidget-wheel", role: "img", ...box });
  const stands = wheel.markers.map(([seat, k]) => `${store.scene.players[seat]?.name} on ${wheel.wedges[k]}`);
  svg.setAttribute("aria-label", `${wheel.title}: ${stands.join(", ")}`);
  svg.append(svgElement(owner, "circle", { cx: MIDDLE, cy: MIDDLE + 2, r: RADIUS + 2, fill: palette.line }));
  const choosing = store.choosing.options.some((o) => o.slot === wheel.slot);
  const names: SVGElement[] = [];
  const rings: SVGElement[] = [];
  wheel.wedges.forEach((_, k) => {
    const offered = store.choosing.options.find((o) => o.slot === wheel.slot && o.value === wheel.values[k]);
    const free = offered !== undefined && isFree(offered);
    const wedge = drawWedge(owner, wheel, k, palette, choosing && !free);
    if (offered) {
      if (free) wedge.setAttribute("class", "hexwidget-wedge");
      wedge.append(svgElement(owner, "title", {}, offered.label));
      wedge.addEventListener("click", ({ detail }) => {
        // The second click of a double click would meet what the first has brought there.
        if (detail > 1) return;
        if (free) store.choosing.takeSame(offered);
        else store.requests.complain(complaint(offered.findings));
      });
    }
    svg.append(wedge);
    if (offered?.chosen) rings.push(...ring(owner, outline(k, wheel.wedges.length), palette));
    names.push(nameOf(owner, wheel, k, palette));
  });
  const size = Math.min(10.5, (3 * HUB) / wheel.title.length);
  svg.append(
    svgElement(owner, "circle", { cx: MIDDLE, cy: MIDDLE, r: HUB - 2, fill: palette.page, stroke: palette.line }),
    svgElement(owner, "text", { x: MIDDLE, y: MIDDLE, ...CENTRED, fill: palette.dim, "font-size": size }, wheel.title),
  );
  // Names and rings lie above all wedges and let clicks through.
  svg.append(...rings, ...names, ...markers(owner, wheel, store, palette));
  return svg;
}

function drawWedge(owner: Document, wheel: Wheel, k: number, palette: Palette, back: boolean): SVGElement {
  const special = twice(wheel, k);
  const fill = palette[special ? "sea++" : k % 2 ? "atlas" : "atlas+"];
  const look = { fill, stroke: palette.page, "stroke-width": 2.5, ...(back ? { "fill-opacity": 0.45 } : {}) };
  return svgElement(owner, "path", { d: outline(k, wheel.wedges.length), ...look });
}

/** True if the wheel has several wedges of a name. */
function twice({ wedges }: Wheel, k: number): boolean {
  return wedges.filter((other) => other === wedges[k]).length > 1;
}

/** The line about the chosen wedge: lit, and cased in ink. */
function ring(owner: Document, d: string, palette: Palette): SVGElement[] {
  const line = { d, fill: "none", "stroke-linejoin": "round", "pointer-events": "none" };
  return [
    svgElement(owner, "path", { ...line, stroke: palette.litEdge, "stroke-width": 7 }),
    svgElement(owner, "path", { ...line, stroke: palette.lit, "stroke-width": 3.5 }),
  ];
}

function nameOf(owner: Document, wheel: Wheel, k: number, palette: Palette): SVGElement {
  const n = wheel.wedges.length;
  const name = wheel.wedges[k] ?? "";
  const special = twice(wheel, k);
  const size = Math.min(11.5, ((4.3 * RADIUS) / n / (0.62 * name.length)) * 0.9);
  const look = {
    fill: special ? palette.seaLabel : palette.label,
    "font-size": size,
    "font-weight": special ? 700 : 600,
  };
  // Names lie flat: there is more room for them above and below the hub than at its sides.
  const x = at(0.7 * RADIUS, (k + 0.5) / n).x;
  const y = at(0.78 * RADIUS, (k + 0.5) / n).y;
  return svgElement(owner, "text", { x, y, ...CENTRED, ...look }, name);
}

/** The markers of the players, near the hub and two side by side, so that they hide no names. */
function markers(owner: Document, { wedges, markers }: Wheel, store: Store, palette: Palette): SVGElement[] {
  return markers.flatMap(([seat, k], i) => {
    const player = store.scene.players[seat];
    const place = markers.slice(0, i).filter(([, other]) => other === k).length;
    const off = (place % 2 ? 1 : -1) * (markers.some(([other, at]) => other !== seat && at === k) ? 0.2 : 0);
    const { x, y } = at(
      (0.44 - 0.17 * Math.floor(place / 2)) * RADIUS,
      (k + 0.5) / wedges.length + off / (2 * Math.PI),
    );
    const [face, figure, wall] = sideOf(palette, player?.hue);
    const shape = player?.shape ?? "square";
    const through = { "pointer-events": "none" };
    return [
      svgElement(owner, "path", { d: plate(shape, x + 1, y + 2.4, 8), fill: wall, ...through }),
      svgElement(owner, "path", {
        d: plate(shape, x, y, 8),
        fill: face,
        stroke: figure,
        "stroke-width": 1.6,
        ...through,
      }),
    ];
  });
}

/** The belongings of the players: a table with a row for each, and the notes below it. */
export function ledgerInWords(owner: Document, ledger: Ledger, store: Store): HTMLElement[] {
  const [first = "", ...words] = ledger.header;
  const columns = words.map((word) => element(owner, "th", { scope: "col" }, word));
  const head = element(owner, "tr", {}, element(owner, "td", {}, first), ...columns);
  const rows = ledger.rows.map(([name = "", ...cells], seat) => {
    const who = element(owner, "th", { scope: "row" }, badge(owner, store, seat, 14), name);
    return element(owner, "tr", {}, who, ...cells.map((cell) => element(owner, "td", {}, cell)));
  });
  const table = element(owner, "table", { class: "hexwidget-ledger" }, head, ...rows);
  const notes = ledger.notes.map((note) => element(owner, "p", {}, note));
  return [table, element(owner, "div", { class: "hexwidget-hint" }, ...notes)];
}
