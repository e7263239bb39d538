// What every map can be asked, whatever its spaces are. Lengths: 1 is the radius of the room that pieces have on a space.

export type Point = { x: number; y: number };
/** Six directions: of them hexes with a point up have no north and south, others no east and west. */
export type Compass = "north" | "northeast" | "east" | "southeast" | "south" | "southwest" | "west" | "northwest";
export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export interface Border {
  kind: string;
  line: Point[];
}

export interface SpaceMap {
  /** Whether it is a mat with cards, and not a map. */
  readonly mat: boolean;
  /** Width and height of the whole map. */
  readonly size: Point;
  /** How far above its middle the name of a space stands, and how far below it a badge. */
  readonly nameUp: number;
  readonly badgeDown: number;
  readonly borders: readonly Border[];
  /** The numbers of all spaces. */
  all(): Iterable<number>;
  /** The numbers of the spaces that lie in a part of the map, and of some about it. */
  within(corner: Point, opposite: Point): Iterable<number>;
  /** How many numbers there are: all are below it. */
  readonly count: number;
  /** The number of a space's ground. */
  ground(index: number): number;
  /** The name by which the kernel knows a space. */
  name(index: number): string;
  /** What is printed on it. */
  label(index: number): string;
  /** The number of the space of this name; -1 if there is none. */
  find(name: string): number;
  /** How wide the label may be. */
  labelRoom(index: number): number;
  centre(index: number): Point;
  /** How far a corner of a space is from its middle, at most. */
  readonly reach: number;
  /** The space that holds a point; -1 off the map. */
  at(point: Point): number;
  /** The space that another lies on, as a card does on its zone; -1 if there is none. */
  under(index: number): number;
  /** The corners of a space, in order. */
  outline(index: number): Point[];
  /** For each side of the outline (from corner k to k + 1) the space beyond; -1 if there is none. */
  beyond(index: number): number[];
  /** The spaces of a route from a space, that one first. */
  follow(from: number, route: string): number[];
  /** A straight line between two spaces, both included: as many steps as they are apart. */
  line(from: number, to: number): number[];
  /** The space next to one in a direction of the compass, as far as this map has six of them; -1 if there is none. */
  compass(from: number, direction: Compass): number;
  /** The angle of a direction given by its number, clockwise from the right. */
  angle(direction: number): number;
  /** The space that an arrow key leads to; -1 if there is none. */
  arrow(from: number, key: Arrow): number;
}
