// The interface of all maps, whatever their spaces are. The unit length is the radius of the room for pieces on a space.

export type Point = { x: number; y: number };
/** The directions, clockwise. Hexes with a point up have no north and south, others no east and west. */
export const COMPASS = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"] as const;
export type Compass = (typeof COMPASS)[number];
export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export interface Border {
  kind: string;
  line: Point[];
}

export interface SpaceMap {
  /** True for a mat with cards. */
  readonly mat: boolean;
  /** Width and height of the whole map. */
  readonly size: Point;
  /** The room about the map that its coordinates need. */
  readonly rim: number;
  /** The distance of a space's name above its centre. */
  readonly nameUp: number;
  /** The distance of a space's badge below its centre. */
  readonly badgeDown: number;
  readonly borders: readonly Border[];
  /** The numbers of all spaces. */
  all(): Iterable<number>;
  /** The numbers of the spaces in a part of the map, and of some around it. */
  within(corner: Point, opposite: Point): Iterable<number>;
  /** A bound of the numbers: all are below it. */
  readonly count: number;
  /** The number of a space's ground. */
  ground(index: number): number;
  /** The name by which the kernel knows a space. */
  name(index: number): string;
  /** The text that is printed on a space. */
  label(index: number): string;
  /** The number of the space of this name, or -1. */
  find(name: string): number;
  /** The greatest width of the label; 0: the label is not printed. */
  labelRoom(index: number): number;
  centre(index: number): Point;
  /** The greatest distance of a corner from the centre of its space. */
  readonly reach: number;
  /** The space that holds a point; -1 off the map. */
  at(point: Point): number;
  /** The space under another, as a zone lies under its cards, or -1. */
  under(index: number): number;
  /** The corners of a space, in order. */
  outline(index: number): Point[];
  /** For each side of the outline (from corner k to k + 1) the space beyond, or -1. */
  beyond(index: number): number[];
  /** The spaces of a route, which begins with the given space. */
  follow(from: number, route: string): number[];
  /** A straight line between two spaces, both included: as many steps as they are apart. */
  line(from: number, to: number): number[];
  /** The space next to one in a direction of the compass, or -1. */
  compass(from: number, direction: Compass): number;
  /** The angle of a direction given by its number, clockwise from the right. */
  angle(direction: number): number;
  /** The space that an arrow key leads to, or -1. */
  arrow(from: number, key: Arrow): number;
}
