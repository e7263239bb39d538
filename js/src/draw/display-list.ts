// The display list: the drawing, from below to above, as plain data. Two pens draw it: one on a canvas, one as SVG.
// Lengths are those of the map: the radius of a hex is 1. A pen has the scale.

/** A colour: a name of the palette, or "#rrggbb". */
export type Ink = string;

interface Drawn {
  /** The opacity; 1 if it is left out. */
  a?: number;
  /** The path of the area within which the item is seen. */
  clip?: string;
}

/** A path (the `d` of SVG), filled, stroked, or both. */
export interface Shape extends Drawn {
  d: string;
  fill?: Ink | null;
  /** Fill by the even-odd rule. */
  even?: boolean;
  /** Fill from one height to another, with the colour at each. */
  grad?: readonly [from: number, to: number, top: Ink, foot: Ink];
  stroke?: Ink | null;
  /** The width of the stroke. */
  w?: number;
  dash?: readonly number[] | null;
  cap?: "butt" | "round";
  join?: "miter" | "round";
  /** Move the path by (x, y), then scale it; `turn` it by an angle between the two. */
  at?: readonly [x: number, y: number, scale: number];
  turn?: number;
}

/** A line of text about a point. */
export interface Text extends Drawn {
  text: string;
  x: number;
  y: number;
  /** The height of the letters. */
  size: number;
  fill: Ink;
  weight?: number;
  italic?: boolean;
  align?: "left" | "center" | "right";
  /** A line about the letters, and its width. */
  halo?: Ink;
  haloWidth?: number;
  /** More room between letters, as a part of the size. */
  space?: number;
}

/** A drawing of the stamps, set down at a point. */
export interface Stamp {
  use: string;
  x: number;
  y: number;
}

/** A picture in a rectangle, as large as goes into it. */
export interface Picture {
  /** Its name, or itself as an address. */
  image: string;
  x: number;
  y: number;
  w: number;
  h: number;
  /** The place of the rectangle, as SVG writes a matrix; it is filled then. */
  matrix?: readonly number[];
  a?: number;
  clip?: string;
}

/** Items that belong together: the pieces of a space, a card. They are moved to a point and turned about it. */
export interface Group {
  items: Item[];
  x?: number;
  y?: number;
  turn?: number;
  a?: number;
  /** Their id: "stack 0203", "card red-hand-2". */
  id?: string;
  /** Their name, in words for people. */
  title?: string;
}

export type Item = Shape | Text | Stamp | Group | Picture;
/** Items, from below to above. */
export type List = Item[];

/** Drawings that are set down many times, by name, each about (0, 0). A pen draws each once for a scale. */
export interface Stamps {
  readonly items: Readonly<Record<string, readonly Item[]>>;
  /** The half side of a square about (0, 0) that holds the drawing of a name. */
  half(name: string): number;
}

export const isText = (item: Item): item is Text => "text" in item;
export const isStamp = (item: Item): item is Stamp => "use" in item;
export const isShape = (item: Item): item is Shape => "d" in item;
export const isPicture = (item: Item): item is Picture => "image" in item;
export const isGroup = (item: Item): item is Group => "items" in item;

/** An item with less opacity. */
export const paled =
  (a: number) =>
  (item: Item): Item =>
    isStamp(item) ? item : { ...item, a: (item.a ?? 1) * a };
