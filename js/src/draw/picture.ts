// The picture of a board, as the text of an SVG document. Python runs this file: what it is given and gives back are texts.

import { HexMap } from "../geometry/hexmap";
import { mapOf } from "../geometry/map";
import { MatMap, raisedOf } from "../geometry/mat/mat";
import { UNIT } from "../geometry/mat/measures";
import type { SpaceMap } from "../geometry/spaces";
import { adoptImages } from "../kernel/images";
import type { ChangingScene, Choices, StaticScene } from "../kernel/types.gen";
import { Field } from "../state/reach-field";
import { boardList, groundList } from "./board";
import { isStamp, type List } from "./display-list";
import type { Frame } from "./land/country";
import { STAMPS } from "./land/stamps";
import { groundAfar } from "./land/tone-rows";
import type { Decision } from "./observer-view";
import { PALETTES, paletteOf, type Theme } from "./palette";
import { FONT } from "./pens/font";
import { escaped, SvgPen } from "./pens/svg";
import { LETTER, ledgerPart, notesPart, type Part, rowPart, wheelPart, wrapped } from "./side-parts";

/** A picture to draw. Bytes are base 64. */
export interface PictureRequest {
  scene: StaticScene;
  state: ChangingScene;
  theme: Theme;
  /** Pixels in a radius. */
  radius: number;
  /** Pixels across which the map fits, or a mat is laid out: it takes the place of the radius. */
  width?: number | null;
  /** The most pixels of a map: a larger map has a smaller radius. */
  most?: number | null;
  /** The beginning of the names of definitions: pictures on one page need different ones. */
  prefix: string;
  /** The choices that are being made, where they are drawn. */
  choices?: Choices | null;
  /** True: a plainer landscape, which is drawn faster. */
  plain?: boolean;
  /** True: the ground has no drawings. */
  far?: boolean;
  /** True: the picture ends where the map ends, and has nothing beside it. */
  bare?: boolean;
  /** True: not the picture, but the corners of the spaces of its mat by their names, as JSON. */
  places?: boolean;
  /** A line below the picture. */
  caption?: string;
  /** True: notes have numbers in place of flags, and their words are left out. */
  numbered?: boolean;
}

/** Pixels about a map and its rim. */
const MARGIN = 10;
/** The height of a caption of one line, and of each further line. */
const CAPTION = 24;
const CAPTION_LINE = 15;
/** Maps of more spaces have no landscape: it would take many seconds. */
const MOST_LANDSCAPE = 6000;
/** Hexes with a smaller radius, in pixels, are rows of pixels, as on the board. */
const SMALLEST_LANDSCAPE = 6;
/** The most pixels along a side of a map that has a limit. */
const LONGEST_SIDE = 1200;

export function picture(request: PictureRequest): string {
  const { state, theme, plain = false, bare = false, caption = "", numbered = false } = request;
  const map = mapOf(request.scene);
  adoptImages(state.images);
  if (request.places) return JSON.stringify(placesOf(request, map));
  const { players } = request.scene;
  const own = paletteOf(theme, players);
  const palette = { ...own, plain: own.plain || plain };
  const decision = decisionOf(request, map);
  const radius = radiusOf(request, map);
  const dots = map instanceof HexMap && radius < SMALLEST_LANDSCAPE && !request.scene.picture;
  const scene = map.count > MOST_LANDSCAPE && !dots ? flat(request.scene) : request.scene;
  const overlays = state.overlays.filter((overlay) => !overlay.onDemand);
  // A mat has room about it already. Rows of pixels begin where a pixel does.
  const about = dots ? MARGIN : MARGIN + radius * map.rim;
  const margin = bare || map.mat ? 0 : about;
  const out = margin / radius;
  const frame = { left: -out, top: -out, right: map.size.x + out, bottom: map.size.y + out };
  const sight = { map, scene, state, palette, px: radius, overlays, numbered };
  const ground = dots ? groundAfar(map, scene.grounds, palette, radius, frame) : groundList(sight, decision, frame);
  const board = boardList(sight, decision, frame, request.far ? ground.filter((item) => !isStamp(item)) : ground);
  const pen = new SvgPen(palette, STAMPS, request.prefix);
  const [width, height] = [map.size.x * radius + 2 * margin, map.size.y * radius + 2 * margin];
  const parts = partsBeside(request, map, width, height);
  const seen = board.filter((item) => !isStamp(item) || isIn(frame, item, STAMPS.half(item.use)));
  const body = [pen.write(seen, { scale: radius, left: margin, top: margin })];
  // The document has whole pixels, so a caption must begin at one.
  const page = { width: Math.round(width), height: Math.round(height) };
  // The parts beside the map cover the land beyond its rim.
  for (const { part, left, top } of parts) {
    page.width = Math.max(page.width, left + part.width);
    page.height = Math.max(page.height, top + part.height);
  }
  if (page.width > width) body.push(cover(width, 0, page.width - width, page.height));
  if (page.height > height) body.push(cover(0, height, page.width, page.height - height));
  for (const { part, left, top } of parts) body.push(pen.write(part.list, { scale: 1, left, top }));
  if (caption) {
    const list = captionOf(caption, page);
    const high = CAPTION + (list.length - 1) * CAPTION_LINE;
    body.push(cover(0, page.height, page.width, high), pen.write(list, { scale: 1, left: 0, top: 0 }));
    page.height += high;
  }
  return documentOf(request, page, pen.defs() + body.join(""));

  function cover(x: number, y: number, w: number, h: number): string {
    return pen.write([{ d: `M${x} ${y}h${w}v${h}h${-w}z`, fill: "page" }], { scale: 1, left: 0, top: 0 });
  }
}

/** A line below a page, in as many lines as it needs. */
function captionOf(caption: string, { width, height }: { width: number; height: number }): List {
  const size = 11.5;
  const lines = wrapped(caption, Math.floor((width - 2 * MARGIN) / (size * LETTER)));
  return lines.map((text, k) => {
    const y = height + CAPTION / 2 + k * CAPTION_LINE;
    return { text, x: MARGIN, y, size, weight: 500, fill: "dim", align: "left" };
  });
}

/** A scene whose grounds are tones without drawings. */
const flat = (scene: StaticScene): StaticScene => ({
  ...scene,
  grounds: scene.grounds.map((ground) => ({ ...ground, pattern: "none" })),
});

/** True if something of so much reach about a point may be seen. */
function isIn({ left, top, right, bottom }: Frame, { x, y }: { x: number; y: number }, reach: number): boolean {
  return x > left - reach && x < right + reach && y > top - reach && y < bottom + reach;
}

/** The corners of the spaces of a mat, by their names. */
function placesOf(request: PictureRequest, map: SpaceMap): Record<string, [number, number][]> {
  if (!(map instanceof MatMap)) return {};
  map.adopt(request.state, request.scene.players, request.choices?.player ?? null);
  radiusOf(request, map);
  const places = [...map.all()].map((index) => [map.name(index), map.outline(index).map(({ x, y }) => [x, y])]);
  return Object.fromEntries(places);
}

/** Pixels in a radius. A mat is laid out before. */
function radiusOf({ radius, width, most, bare }: PictureRequest, map: SpaceMap): number {
  if (map instanceof MatMap) {
    if (width) map.place({ width });
    map.place({ height: map.stageHeight });
    return width ? UNIT : radius;
  }
  const { x, y } = map.size;
  if (most) return Math.min(radius, Math.sqrt(most / (x * y)), LONGEST_SIDE / Math.max(x, y));
  if (!width) return radius;
  return bare ? width / map.size.x : (width - 2 * MARGIN) / (map.size.x + 2 * map.rim);
}

/** The wheel and the belongings stand at the right of the map, the row of cards and the notes below all. */
function partsBeside(request: PictureRequest, map: SpaceMap, width: number, height: number) {
  const { bare, numbered, scene, state, theme } = request;
  if (bare) return [];
  const palette = paletteOf(theme, scene.players);
  const parts: { part: Part; left: number; top: number }[] = [];
  let low = height;
  const belongings = state.wheel?.ledger ?? state.ledger;
  const right = [
    ...(state.wheel ? [wheelPart(state.wheel, scene, palette)] : []),
    ...(belongings ? [ledgerPart(belongings, scene, palette)] : []),
  ];
  let top = 0;
  for (const part of right) {
    parts.push({ part, left: width, top });
    top += part.height;
  }
  low = Math.max(low, top);
  if (state.row) {
    const row = rowPart(state.row, scene, palette);
    parts.push({ part: row, left: 0, top: low });
    low += row.height;
  }
  if (state.notes.length > 0 && !numbered) {
    const across = Math.max(...parts.map(({ part, left }) => left + part.width), width);
    parts.push({ part: notesPart(state.notes, map, palette, across), left: 0, top: low });
  }
  return parts;
}

/** The decision that is being made, if there is one. A mat is laid out for it. */
function decisionOf(request: PictureRequest, map: SpaceMap): Decision | null {
  const decision = request.choices ? decided(request.choices, map) : null;
  if (map instanceof MatMap) {
    map.adopt(request.state, request.scene.players, request.choices?.player ?? null);
    map.place({ raised: raisedOf(decision?.options ?? [], map) });
  }
  return decision;
}

function decided(choices: Choices, map: SpaceMap): Decision {
  const field = choices.field ? new Field(choices.field, map) : null;
  const goal = field ? choices.draft[field.slot] : undefined;
  const destination = typeof goal === "string" ? map.find(goal) : -1;
  return { choices, field, options: choices.options, destination };
}

function documentOf(
  { scene, state, theme }: PictureRequest,
  page: { width: number; height: number },
  body: string,
): string {
  const [width, height] = [Math.round(page.width), Math.round(page.height)];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xml:lang="${scene.words?.language ?? "en"}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `role="img" font-family='${FONT}'><title>${escaped(scene.title)}</title><desc>${escaped(state.description)}</desc>` +
    `<rect width="100%" height="100%" fill="${PALETTES[theme].stage}"/>${body}</svg>\n`
  );
}
