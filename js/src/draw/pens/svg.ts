// The pen that writes a display list as the text of an SVG document.

import { type Item, isGroup, isStamp, isText, type Shape, type Stamps, type Text } from "../list";
import { inkOf, type Palette } from "../palette";
import { f, pt } from "../shapes";
import { LIFT } from "./font";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
/** Characters that XML forbids. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to leave out
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text as it stands in XML. */
export function escaped(text: string): string {
  return text.replace(FORBIDDEN, "").replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? "");
}

/** Where a list lies on the page, in pixels. */
export interface Placed {
  scale: number;
  left: number;
  top: number;
}

export class SvgPen {
  private readonly clips = new Map<string, string>();
  private readonly gradients = new Map<string, string>();
  private readonly used = new Set<string>();

  constructor(
    private readonly palette: Palette,
    private readonly stamps: Stamps,
  ) {}

  /** Write a list as an SVG group. */
  write(list: Iterable<Item>, { scale, left, top }: Placed): string {
    return `<g transform="translate(${pt(left, top)}) scale(${f(scale)})">${this.items(list)}</g>`;
  }

  /** The definitions of all that was written: clips, gradients and stamps. */
  defs(): string {
    // Stamps may need further definitions, so they are written first.
    const stamps = [...this.used].map((name) => `<g id="${name}">${this.items(this.stamps.items[name] ?? [])}</g>`);
    const clips = [...this.clips].map(([d, id]) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`);
    return `<defs>${clips.join("")}${[...this.gradients.values()].join("")}${stamps.join("")}</defs>`;
  }

  private items(list: Iterable<Item>): string {
    const found: string[] = [];
    for (const item of list) found.push(this.item(item));
    return found.join("");
  }

  private item(item: Item): string {
    if (isStamp(item)) {
      this.used.add(item.use);
      return `<use href="#${item.use}" x="${f(item.x)}" y="${f(item.y)}"/>`;
    }
    if (isGroup(item)) {
      const turn = item.turn ? ` rotate(${f((item.turn * 180) / Math.PI)})` : "";
      const move = item.x || item.y || turn ? ` transform="translate(${pt(item.x ?? 0, item.y ?? 0)})${turn}"` : "";
      return `<g${move}${opacity(item.a)}>${this.items(item.items)}</g>`;
    }
    const clip = item.clip ? ` clip-path="url(#${this.clip(item.clip)})"` : "";
    return isText(item) ? this.text(item, opacity(item.a) + clip) : this.shape(item, opacity(item.a) + clip);
  }

  private text(item: Text, more: string): string {
    const { palette } = this;
    const anchor = { left: "start", center: "middle", right: "end" }[item.align ?? "center"];
    const halo = item.halo
      ? ` stroke="${inkOf(palette, item.halo)}" stroke-width="${f(item.haloWidth ?? item.size * 0.3)}" stroke-linejoin="round" paint-order="stroke"`
      : "";
    const style = item.italic ? ' font-style="italic"' : "";
    const space = item.space ? ` letter-spacing="${f(item.space * item.size)}"` : "";
    return (
      `<text x="${f(item.x)}" y="${f(item.y + item.size * LIFT)}" font-size="${f(item.size)}" font-weight="${item.weight ?? 600}"${style} ` +
      `text-anchor="${anchor}"${space} fill="${inkOf(palette, item.fill)}"${halo}${more}>${escaped(item.text)}</text>`
    );
  }

  private shape(item: Shape, more: string): string {
    const fill = item.grad ? `url(#${this.gradient(item.grad)})` : item.fill ? inkOf(this.palette, item.fill) : "none";
    const rule = item.even ? ' fill-rule="evenodd"' : "";
    const stroke = item.stroke
      ? ` stroke="${inkOf(this.palette, item.stroke)}" stroke-width="${f(item.w ?? 0.05)}" stroke-linejoin="${item.join ?? "round"}" ` +
        `stroke-linecap="${item.cap ?? "round"}"${item.dash ? ` stroke-dasharray="${item.dash.map(f).join(" ")}"` : ""}`
      : "";
    const turn = item.turn ? ` rotate(${f((item.turn * 180) / Math.PI)})` : "";
    const at = item.at
      ? ` transform="translate(${pt(item.at[0], item.at[1])})${turn} scale(${Math.round(item.at[2] * 1e5) / 1e5})"`
      : "";
    // A clip of an element lies in the element's own, moved coordinates; about a group it does not move.
    const path = `<path d="${item.d}" fill="${fill}"${rule}${stroke}${at}`;
    return at && item.clip ? `<g${more}>${path}/></g>` : `${path}${more}/>`;
  }

  private clip(d: string): string {
    const id = this.clips.get(d) ?? `clip${this.clips.size}`;
    this.clips.set(d, id);
    return id;
  }

  private gradient([from, to, top, foot]: readonly [number, number, string, string]): string {
    const ends = [inkOf(this.palette, top), inkOf(this.palette, foot)];
    const key = [f(from), f(to), ...ends].join();
    const id = `shade${[...this.gradients.keys()].indexOf(key)}`;
    if (this.gradients.has(key)) return id;
    const made = `shade${this.gradients.size}`;
    this.gradients.set(
      key,
      `<linearGradient id="${made}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${f(from)}" y2="${f(to)}">` +
        `<stop stop-color="${ends[0]}"/><stop offset="1" stop-color="${ends[1]}"/></linearGradient>`,
    );
    return made;
  }
}

function opacity(a: number | undefined): string {
  return a === undefined || a === 1 ? "" : ` opacity="${f(a)}"`;
}
