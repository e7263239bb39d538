// The pen that writes a display list as the text of an SVG document.

import { addressOf } from "../../kernel/images";
import {
  type Group,
  type Item,
  isGroup,
  isPicture,
  isStamp,
  isText,
  type Picture,
  paled,
  type Shape,
  type Stamps,
  type Text,
} from "../display-list";
import { inkOf, type Palette } from "../palette";
import { f, pt } from "../shapes";
import { LIFT } from "./font";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
/** Characters that XML forbids, and halves of characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to replace
const FORBIDDEN = /[\u{0}-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{d800}-\u{dfff}\u{fffe}\u{ffff}]/gu;

/** A text as it stands in XML. */
export function escaped(text: string): string {
  return text.replace(FORBIDDEN, "\ufffd").replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? "");
}

/** The place of a list on the page, in pixels. */
interface Placed {
  scale: number;
  left: number;
  top: number;
}

const ANCHORS = { left: "start", center: "middle", right: "end" };

export class SvgPen {
  private readonly clips = new Map<string, string>();
  /** Gradients by what they are, and the name of each. */
  private readonly shades = new Map<string, string>();
  private readonly used = new Set<string>();

  constructor(
    private readonly palette: Palette,
    private readonly stamps: Stamps,
    /** The beginning of the names of definitions: pictures on one page need different ones. */
    private readonly prefix = "",
  ) {}

  /** Write a list as an SVG group. */
  write(list: Iterable<Item>, { scale, left, top }: Placed): string {
    const move = `translate(${pt(left, top)}) scale(${Math.round(scale * 1e5) / 1e5})`;
    return `<g transform="${move}" stroke-linejoin="round" stroke-linecap="round">${this.items(list)}</g>`;
  }

  /** The definitions of all that was written: clips, gradients and stamps. */
  defs(): string {
    // Stamps may need further definitions, so they are written first.
    const drawings = [...this.used].map((name) => [this.named(name), this.stamps.items[name] ?? []] as const);
    const stamps = drawings.map(([id, items]) => `<g id="${id}">${this.items(items)}</g>`);
    const clips = [...this.clips].map(([d, id]) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`);
    const shades = [...this.shades].map(([shade, id]) => `<linearGradient id="${id}" ${shade}</linearGradient>`);
    return `<defs>${[...clips, ...shades, ...stamps].join("")}</defs>`;
  }

  private named(name: string): string {
    return this.prefix + escaped(name);
  }

  private items(list: Iterable<Item>): string {
    const found: string[] = [];
    // Items within one clip, one after another, are clipped at once. A group is not moved, so its clip is not, either.
    let clip: string | undefined;
    for (const item of list) {
      const next = isStamp(item) || isGroup(item) ? undefined : item.clip;
      if (next !== clip) {
        if (clip) found.push("</g>");
        if (next) found.push(`<g clip-path="url(#${this.idOf(this.clips, next, "clip")})">`);
        clip = next;
      }
      found.push(this.item(item));
    }
    if (clip) found.push("</g>");
    return found.join("");
  }

  private item(item: Item): string {
    if (isGroup(item)) return this.group(item);
    if (isText(item)) return this.text(item);
    if (isPicture(item)) return picture(item);
    if (!isStamp(item)) return this.shape(item);
    this.used.add(item.use);
    return `<use href="#${this.named(item.use)}" x="${f(item.x)}" y="${f(item.y)}"/>`;
  }

  private group({ items, x = 0, y = 0, turn = 0, a = 1, title }: Group): string {
    const turned = turn ? ` rotate(${f((turn * 180) / Math.PI)})` : "";
    const move = x || y || turn ? ` transform="translate(${pt(x, y)})${turned}"` : "";
    const said = title ? `<title>${escaped(title)}</title>` : "";
    return `<g${move}>${said}${this.items(a < 1 ? items.map(paled(a)) : items)}</g>`;
  }

  private text(item: Text): string {
    const { x, y, size, weight = 600, align = "center", halo, haloWidth = size * 0.3, space, a } = item;
    const edge = halo ? `${this.ink("stroke", halo, a)} stroke-width="${f(haloWidth)}" paint-order="stroke"` : "";
    const look =
      `${item.italic ? ' font-style="italic"' : ""} text-anchor="${ANCHORS[align]}"` +
      `${space ? ` letter-spacing="${f(space * size)}"` : ""}${this.ink("fill", item.fill, a)}${edge}`;
    const place = `x="${f(x)}" y="${f(y + size * LIFT)}" font-size="${f(size)}" font-weight="${weight}"`;
    return `<text ${place}${look}>${escaped(item.text)}</text>`;
  }

  private shape(item: Shape): string {
    const { a, w = 0.05, join = "round", cap = "round", dash, at, turn } = item;
    const look = [`<path d="${item.d}"`];
    if (item.grad) look.push(this.painted("fill", `url(#${this.shade(item.grad)})`, a));
    else look.push(item.fill ? this.ink("fill", item.fill, a) : ' fill="none"');
    if (item.even) look.push(' fill-rule="evenodd"');
    if (item.stroke) {
      look.push(`${this.ink("stroke", item.stroke, a)} stroke-width="${f(w)}"`);
      if (join !== "round") look.push(` stroke-linejoin="${join}"`);
      if (cap !== "round") look.push(` stroke-linecap="${cap}"`);
      if (dash) look.push(` stroke-dasharray="${dash.map(f).join(" ")}"`);
    }
    if (at) {
      const turned = turn ? ` rotate(${f((turn * 180) / Math.PI)})` : "";
      look.push(` transform="translate(${pt(at[0], at[1])})${turned} scale(${Math.round(at[2] * 1e5) / 1e5})"`);
    }
    look.push("/>");
    return look.join("");
  }

  private ink(what: "fill" | "stroke", name: string, a?: number): string {
    return this.painted(what, escaped(inkOf(this.palette, name)), a);
  }

  /** Opacity of fills and strokes: that of a whole element costs painters a layer of its own. */
  private painted(what: "fill" | "stroke", paint: string, a = 1): string {
    return ` ${what}="${paint}"${a < 1 ? ` ${what}-opacity="${f(a)}"` : ""}`;
  }

  private shade([from, to, top, foot]: readonly [number, number, string, string]): string {
    const [above, below] = [top, foot].map((name) => escaped(inkOf(this.palette, name)));
    const shade =
      `gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${f(from)}" y2="${f(to)}">` +
      `<stop stop-color="${above}"/><stop offset="1" stop-color="${below}"/>`;
    return this.idOf(this.shades, shade, "shade");
  }

  /** The name of a definition. */
  private idOf(names: Map<string, string>, definition: string, kind: string): string {
    const id = names.get(definition) ?? `${this.prefix}${kind}${names.size}`;
    names.set(definition, id);
    return id;
  }
}

function picture({ image, x, y, w, h, matrix, a = 1 }: Picture): string {
  const place = matrix ? ` preserveAspectRatio="none" transform="matrix(${matrix.join(" ")})"` : "";
  const pale = a < 1 ? ` opacity="${f(a)}"` : "";
  return `<image href="${addressOf(image)}" x="${f(x)}" y="${f(y)}" width="${f(w)}" height="${f(h)}"${place}${pale}/>`;
}
