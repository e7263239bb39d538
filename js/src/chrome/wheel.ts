// The wheel beside the board: its wedges, the markers of the players, and a click that moves the one whose turn it is.

import type { Palette } from "../paint/palette";
import { plate, svgElement } from "../paint/pieces";
import type { WireWheel } from "../scene/types";
import type { Store } from "../store";

const SIZE = 196;
const MIDDLE = SIZE / 2;
const RADIUS = 92;

/** A point of the wheel: how far out, at which angle (0: the top, clockwise, in whole turns). */
function at(far: number, turn: number): { x: number; y: number } {
  const angle = 2 * Math.PI * turn - Math.PI / 2;
  return { x: MIDDLE + far * Math.cos(angle), y: MIDDLE + far * Math.sin(angle) };
}

export function drawWheel(owner: Document, wheel: WireWheel, store: Store, palette: Palette): SVGElement {
  const size = { viewBox: `0 0 ${SIZE} ${SIZE}`, width: SIZE, height: SIZE };
  const svg = svgElement(owner, "svg", { class: "hexwidget-wheel", role: "img", ...size });
  const stands = wheel.markers.map(([seat, k]) => `${store.scene.players[seat]?.name} on ${wheel.wedges[k]}`);
  svg.setAttribute("aria-label", `${wheel.title}: ${stands.join(", ")}`);
  const n = wheel.wedges.length;
  wheel.wedges.forEach((name, k) => {
    const [a, b, middle] = [at(RADIUS, k / n), at(RADIUS, (k + 1) / n), at(0.68 * RADIUS, (k + 0.5) / n)];
    const d = `M${MIDDLE} ${MIDDLE}L${a.x} ${a.y}A${RADIUS} ${RADIUS} 0 0 1 ${b.x} ${b.y}z`;
    const offered = store.options.find((o) => o.slot === wheel.slot && o.value === wheel.values[k]);
    const twice = wheel.wedges.filter((other) => other === name).length > 1;
    const fill = palette.ground[twice ? "sea" : "plains"]?.[0] ?? palette.board;
    const look = {
      fill,
      stroke: offered?.chosen ? palette.ink : palette.grid,
      "stroke-width": offered?.chosen ? 3 : 1,
    };
    const group = svgElement(owner, "g", { class: offered && offered.findings.length === 0 ? "hexwidget-wedge" : "" });
    const centred = { "text-anchor": "middle", "dominant-baseline": "central", "font-size": 10.5 };
    group.append(svgElement(owner, "path", { d, ...look }));
    const text = { ...middle, ...centred, fill: palette.ink, "font-weight": twice ? 700 : 500 };
    group.append(svgElement(owner, "text", text, name));
    if (offered) {
      group.addEventListener("click", () => {
        if (offered.findings.length > 0)
          store.complain(offered.findings.map((f) => `${f.clause}: ${f.text}.`).join("\n"));
        else store.take((found) => found.find((o) => o.slot === offered.slot && o.value === offered.value));
      });
    }
    svg.append(group);
  });
  wheel.markers.forEach(([seat, k], i) => {
    const player = store.scene.players[seat];
    const place = wheel.markers.slice(0, i).filter(([, other]) => other === k).length;
    const far = (0.9 - 0.16 * Math.floor(place / 3)) * RADIUS;
    const off = ([0, -1, 1][place % 3] ?? 0) * 0.17;
    const point = at(far, (k + 0.5) / n + off / (2 * Math.PI));
    const fill = palette.owner[player?.hue ?? ""]?.[0] ?? palette.ink;
    svg.append(plate(owner, player?.shape ?? "square", point, 6.5, fill, palette.ink));
  });
  return svg;
}
