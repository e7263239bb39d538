// The wheel beside the board: its wedges and the markers of the players. A click moves the acting player's marker. Below it
// stand the belongings of the players.

import { plate } from "../draw/pieces/plate";
import type { Ledger, Wheel } from "../kernel/types.gen";
import type { Palette } from "../paint/palette";
import { svgElement } from "../paint/svg";
import { sameAs } from "../state/choosing";
import type { Store } from "../state/store";
import { element } from "./dom";
import { complaint } from "./words";

const SIZE = 196;
const MIDDLE = SIZE / 2;
const RADIUS = 92;

/** A point of the wheel, by its distance from the hub and its angle (in turns, clockwise from the top). */
function at(far: number, turn: number): { x: number; y: number } {
  const angle = 2 * Math.PI * turn - Math.PI / 2;
  return { x: MIDDLE + far * Math.cos(angle), y: MIDDLE + far * Math.sin(angle) };
}

/** The plate of a player. */
function badge(owner: Document, d: string, fill: string, palette: Palette): SVGElement {
  return svgElement(owner, "path", { d, fill, stroke: palette.ink, "stroke-width": 1 });
}

export function drawWheel(owner: Document, wheel: Wheel, store: Store, palette: Palette): SVGElement {
  const size = { viewBox: `0 0 ${SIZE} ${SIZE}`, width: SIZE, height: SIZE };
  const svg = svgElement(owner, "svg", { class: "hexwidget-wheel", role: "img", ...size });
  const stands = wheel.markers.map(([seat, k]) => `${store.scene.players[seat]?.name} on ${wheel.wedges[k]}`);
  svg.setAttribute("aria-label", `${wheel.title}: ${stands.join(", ")}`);
  const n = wheel.wedges.length;
  const labels: SVGElement[] = [];
  wheel.wedges.forEach((name, k) => {
    const [a, b] = [at(RADIUS, k / n), at(RADIUS, (k + 1) / n)];
    const d = `M${MIDDLE} ${MIDDLE}L${a.x} ${a.y}A${RADIUS} ${RADIUS} 0 0 1 ${b.x} ${b.y}z`;
    const offered = store.choosing.options.find((o) => o.slot === wheel.slot && o.value === wheel.values[k]);
    const twice = wheel.wedges.filter((other) => other === name).length > 1;
    const fill = palette.ground[twice ? "sea" : "plains"]?.[0] ?? palette.board;
    const edge = offered?.chosen ? palette.ink : palette.grid;
    const look = { fill, stroke: edge, "stroke-width": offered?.chosen ? 3 : 1 };
    const wedge = svgElement(owner, "path", { d, ...look });
    if (offered) {
      if (offered.findings.length === 0) wedge.setAttribute("class", "hexwidget-wedge");
      wedge.append(svgElement(owner, "title", {}, offered.label));
      wedge.addEventListener("click", () => {
        if (offered.findings.length > 0) store.requests.complain(complaint(offered.findings));
        else store.choosing.take((found) => found.find(sameAs(offered)));
      });
    }
    svg.append(wedge);
    // Names lie above all wedges and let clicks through.
    const size = Math.min(10.5, ((4.3 * RADIUS) / n / (0.62 * name.length)) * 0.9);
    const centred = { "text-anchor": "middle", "dominant-baseline": "central", "pointer-events": "none" };
    const text = { ...at(0.76 * RADIUS, (k + 0.5) / n), ...centred, fill: palette.ink, "font-size": size };
    labels.push(svgElement(owner, "text", { ...text, "font-weight": twice ? 700 : 500 }, name));
  });
  svg.append(...labels);
  wheel.markers.forEach(([seat, k], i) => {
    const player = store.scene.players[seat];
    const place = wheel.markers.slice(0, i).filter(([, other]) => other === k).length;
    // Markers stand near the hub, two side by side, so that they hide no names.
    const far = (0.5 - 0.17 * Math.floor(place / 2)) * RADIUS;
    const off = (place % 2 ? 1 : -1) * 0.2;
    const point = at(far, (k + 0.5) / n + off / (2 * Math.PI));
    const fill = palette.owner[player?.hue ?? ""]?.[0] ?? palette.ink;
    svg.append(badge(owner, plate(player?.shape ?? "square", point.x, point.y, 6.5), fill, palette));
  });
  return svg;
}

/** The belongings of the players: a table with a row for each, and the notes below it. */
export function ledgerInWords(owner: Document, ledger: Ledger, store: Store, palette: Palette): HTMLElement[] {
  const [first = "", ...words] = ledger.header;
  const columns = words.map((word) => element(owner, "th", { scope: "col" }, word));
  const head = element(owner, "tr", {}, element(owner, "td", {}, first), ...columns);
  const rows = ledger.rows.map(([name = "", ...cells], seat) => {
    const player = store.scene.players[seat];
    const svg = svgElement(owner, "svg", { viewBox: "0 0 14 14", width: 14, height: 14, "aria-hidden": "true" });
    const fill = palette.owner[player?.hue ?? ""]?.[0] ?? palette.ink;
    svg.append(badge(owner, plate(player?.shape ?? "square", 7, 7, 4.5), fill, palette));
    const who = element(owner, "th", { scope: "row" }, svg, name);
    return element(owner, "tr", {}, who, ...cells.map((cell) => element(owner, "td", {}, cell)));
  });
  const table = element(owner, "table", { class: "hexwidget-ledger" }, head, ...rows);
  const notes = ledger.notes.map((note) => element(owner, "p", {}, note));
  return [table, element(owner, "div", { class: "hexwidget-hint" }, ...notes)];
}
