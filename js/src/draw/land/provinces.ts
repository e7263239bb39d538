// The ground of a map of provinces: land in tones, water with shallows along its coast, borders by kind.

import type { Point, SpaceMap } from "../../geometry/spaces";
import type { BorderLook, StaticScene } from "../../kernel/types.gen";
import type { Item, List, Shape } from "../display-list";
import { entryOf, type Palette } from "../palette";
import { blob, hash, line, near, polygon, type XY, xy } from "../shapes";
import { isCountry, type Kind, kindsOf, OCEAN, PLAINS } from "./kinds";
import { loops } from "./loops";
import { sideItems } from "./sides";
import { stampOf } from "./stamps";
import { wave } from "./stamps/low";

/** Bands along a coast on the side of the land, then on that of the water, from the widest to the narrowest. */
const SLOPES = [
  { stroke: "sand~", w: 0.42, a: 0.2 },
  { stroke: "sand~", w: 0.22, a: 0.25 },
] as const;
const SHALLOWS = [
  { stroke: "sea+", w: 1, a: 0.9 },
  { stroke: "sea++", w: 0.52 },
  { stroke: "surf", w: 0.34, a: 0.5 },
  { stroke: "sea++", w: 0.27 },
] as const;
/** The distance of blobs of a lighter or darker tone, and of stamps. */
const APART = 1.6;
/** The room that a stamp needs about it. */
const ROOM = 0.8;
/** The map casts a shadow on the stage. */
const SHADOW = [0.12, 0.16, 1] as const;
const DASHES: Record<string, readonly number[]> = { dashed: [0.2, 0.13], dotted: [0, 0.15] };

interface Province {
  readonly index: number;
  readonly kind: Kind;
  readonly outline: readonly XY[];
  readonly beyond: readonly number[];
}

/** Provinces by what lies on them. */
interface Atlas {
  readonly map: SpaceMap;
  readonly all: readonly Province[];
  /** The paths of all land and of all water. */
  readonly land: string;
  readonly sea: string;
  /** The sides between land and water. */
  readonly shore: readonly (readonly XY[])[];
}

/** The ground of a map of provinces, with its borders and without names. */
export function provinceGround(map: SpaceMap, scene: StaticScene, palette: Palette, px: number): List {
  const atlas = atlasOf(map, kindsOf(scene.grounds, palette.ground));
  const whole = loops(map, () => true)
    .map(polygon)
    .join("");
  const rim: Shape = { d: whole, stroke: "rim", w: Math.max(0.05, 1 / px), a: 0.8, join: "miter" };
  const lines = [...sides(atlas, px), ...borders(atlas, scene.borders, palette), rim];
  if (!isCountry(scene.grounds)) return [...table(atlas), ...lines];
  return [
    ...(palette.plain ? [] : [{ d: whole, at: SHADOW, fill: "shadow", a: 0.16 }]),
    { d: whole, fill: "atlas" },
    ...land(atlas, palette),
    ...water(atlas, palette),
    ...stamps(atlas),
    ...lines,
  ];
}

/** The provinces from afar, or while their ground is still being drawn: a tone for each. */
export function provincesAfar(map: SpaceMap, scene: StaticScene, palette: Palette): List {
  const country = isCountry(scene.grounds);
  const { all } = atlasOf(map, kindsOf(scene.grounds, palette.ground));
  return all.map((province) => {
    const { d, fill } = filled(province);
    const tone = country && province.kind === PLAINS ? "atlas" : fill;
    return { d, fill: tone, stroke: tone, w: 0.02 };
  });
}

function atlasOf(map: SpaceMap, kinds: readonly Kind[]): Atlas {
  const all = [...map.all()].map((index): Province => {
    const kind = kinds[map.ground(index)] ?? PLAINS;
    return { index, kind, outline: map.outline(index).map(xy), beyond: map.beyond(index) };
  });
  const path = (water: boolean) =>
    all.filter(({ kind }) => !!kind.water === water).map(({ outline }) => polygon(outline));
  const wet = new Set(all.filter(({ kind }) => kind.water).map(({ index }) => index));
  const shore = all
    .filter(({ kind }) => kind.water)
    .flatMap((province) => sidesOf(province, (there) => there >= 0 && !wet.has(there)));
  return { map, all, land: path(false).join(""), sea: path(true).join(""), shore };
}

/** The sides of a province beyond which lies what is asked for. */
function sidesOf({ outline, beyond }: Province, wanted: (there: number) => boolean): XY[][] {
  return outline.flatMap((a, k) => (wanted(beyond[k] ?? -1) ? [[a, outline[(k + 1) % outline.length] ?? a]] : []));
}

const pathOf = (lines: readonly (readonly XY[])[]): string => lines.map(line).join("");

/** A tone for each province. The stroke closes the gaps that pixels leave between neighbours. */
const filled = ({ outline, kind }: Province): Shape => ({
  d: polygon(outline),
  fill: kind.tone,
  stroke: kind.tone,
  w: 0.02,
});

function table({ all }: Atlas): List {
  return all.map(filled);
}

function land({ map, all, land, shore }: Atlas, palette: Palette): List {
  const patches = all.filter(({ kind }) => kind !== PLAINS && !kind.water).map(filled);
  if (palette.plain || !land) return patches;
  const tones = all
    .filter(({ kind }) => kind === PLAINS)
    .map(({ index, outline }): Item => {
      const fill = hash(index, map.name(index).length, 300) < 0.5 ? "atlas+" : "atlas-";
      return { d: polygon(outline), fill, a: 0.25 + 0.5 * hash(index, 7, 301) };
    });
  const coast = pathOf(shore);
  const slopes = coast ? SLOPES.map((slope) => ({ d: coast, ...slope, clip: land })) : [];
  return [...tones, ...relief(map.size, land), ...patches, ...slopes];
}

/** Blobs of a lighter and a darker tone, across provinces. */
function relief(size: Point, clip: string): List {
  const [light, dark]: [string[], string[]] = [[], []];
  for (let j = 0; j < size.y / APART; j++) {
    for (let i = 0; i < size.x / APART; i++) {
      const which = hash(i, j, 307);
      if (which >= 0.4 && which <= 0.66) continue;
      const [x, y] = [i * APART + near(i, j, 302), j * APART + near(i, j, 303)];
      const d = blob(x, y, 0.8 + hash(i, j, 304), 0.5 + hash(i, j, 305) * 0.5, i * 13, j * 7, 306);
      (which < 0.4 ? light : dark).push(d);
    }
  }
  return [
    { d: light.join(""), fill: "atlas+", a: 0.55, clip },
    { d: dark.join(""), fill: "atlas-", a: 0.55, clip },
  ];
}

function water({ map, all, sea, shore }: Atlas, palette: Palette): List {
  if (!sea) return [];
  const coast = pathOf(shore);
  const deep = all.filter(({ kind }) => kind === OCEAN).map(filled);
  const found: List = [{ d: sea, fill: "sea", stroke: "sea", w: 0.02 }, ...deep];
  if (!palette.plain) found.push(...SHALLOWS.map((band) => ({ d: coast, ...band, clip: sea })));
  found.push({ d: coast, stroke: "seaLabel", w: 0.075, a: 0.75 });
  if (palette.plain) return found;
  for (const { index, kind } of all) {
    if (!kind.water) continue;
    const { x, y } = map.centre(index);
    const stroke = kind === OCEAN ? "deep" : "wave";
    for (const k of [0, 1, 2]) {
      const d = wave(x + near(index, k, 310) * 0.9 - 0.2, y + 0.5 + near(index, k, 311) * 0.6, 0.2, 0.1);
      found.push({ d, stroke, w: 0.04, a: 0.6, clip: sea });
    }
  }
  return found;
}

/** The drawings on the land, where there is room: at least one in the middle of each province that has a drawing. */
function stamps({ map, all }: Atlas): List {
  const found: { use: string; x: number; y: number }[] = [];
  for (const { index, kind, outline } of all) {
    const { drawing } = kind;
    if (!drawing || kind.water || kind === PLAINS) continue;
    const places = placesIn(map, index, outline);
    for (const { x, y } of places.length > 0 ? places : [map.centre(index)])
      found.push({ use: stampOf(drawing, Math.round(x * 8), Math.round(y * 8), 9), x, y });
  }
  return found.sort((a, b) => a.y - b.y || a.x - b.x);
}

/** Places in a province that are far enough from its sides, in rows that are shoved against each other. */
function placesIn(map: SpaceMap, index: number, outline: readonly XY[]): Point[] {
  const middle = map.centre(index);
  const reach = Math.ceil(Math.max(...outline.map(([x, y]) => Math.hypot(x - middle.x, y - middle.y))) / APART);
  const found: Point[] = [];
  for (let j = -reach; j <= reach; j++) {
    for (let i = -reach; i <= reach; i++) {
      const at = { x: middle.x + (i + (j % 2 ? 0.5 : 0)) * APART, y: middle.y + j * APART * 0.8 };
      const around = [0, 1, 2, 3, 4, 5].map((k) => ({
        x: at.x + ROOM * Math.cos((Math.PI / 3) * k),
        y: at.y + ROOM * Math.sin((Math.PI / 3) * k),
      }));
      if ([at, ...around].every((point) => map.at(point) === index)) found.push(at);
    }
  }
  return found;
}

/** The sides between provinces that are not a coast, faint. */
function sides({ all, shore }: Atlas, px: number): List {
  const coast = new Set(shore.map(keyOf));
  const inner = all.flatMap((province) => sidesOf(province, (there) => there > province.index));
  const d = pathOf(inner.filter((side) => !coast.has(keyOf(side))));
  return d ? [{ d, stroke: "grid", w: Math.max(0.03, 0.8 / px), a: 0.3 }] : [];
}

/** The borders of the map, by kind. A border that is a coast has its line already. */
function borders({ map, shore }: Atlas, styles: readonly BorderLook[], palette: Palette): List {
  const coast = new Set(shore.map(keyOf));
  return map.borders.flatMap(({ kind, line: points }): Item[] => {
    const style = styles.find(({ key }) => key === kind);
    if (!style) return [];
    const way = points.map(xy);
    const inner = way.slice(1).every((point, k) => !coast.has(keyOf([way[k] ?? point, point])));
    if (!inner && style.stroke === "dashed") return [];
    if (!["solid", "dashed", "dotted"].includes(style.stroke)) return sideItems([way], style, palette);
    const d = line(way);
    const [dotted, stroke] = [style.stroke === "dotted", entryOf(palette.border, style.hue) ?? "ink"];
    const cap = dotted ? "round" : "butt";
    return [
      ...(inner ? [{ d, stroke: "halo", w: 0.13, a: 0.5, cap: "butt" } as const] : []),
      { d, stroke, w: dotted ? 0.085 : 0.055, dash: DASHES[style.stroke] ?? null, a: 0.9, cap },
    ];
  });
}

/** A side without its direction. */
function keyOf(side: readonly XY[]): string {
  return side
    .map((point) => point.join())
    .sort()
    .join(";");
}
