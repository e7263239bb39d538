// HTML elements. Texts are set as text, never as markup.

import { say } from "../../kernel/language";

type Child = Node | string | null;

/** Make an HTML element. A button sends no form. */
export function element<K extends keyof HTMLElementTagNameMap>(
  owner: Document,
  tag: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = owner.createElement(tag);
  if (tag === "button") made.setAttribute("type", tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  for (const child of children) if (child !== null) made.append(child);
  return made;
}

/** Make a button that acts when it is pressed. */
export function button(
  owner: Document,
  attributes: Record<string, string>,
  act: (event: MouseEvent) => void,
  ...children: Child[]
): HTMLButtonElement {
  const made = element(owner, "button", attributes, ...children);
  made.onclick = act;
  return made;
}

/** A button that closes what it stands in. */
export function closing(owner: Document, act: () => void): HTMLButtonElement {
  return button(owner, { class: "hexwidget-close", "aria-label": say("Close") }, act, "×");
}

/** Make a list of values with their words, which tells of the chosen value. */
export function select(
  owner: Document,
  attributes: Record<string, string>,
  values: readonly (readonly [value: string, words: string])[],
  act: (value: string) => void,
): HTMLSelectElement {
  const made = element(owner, "select", attributes);
  made.append(...values.map(([value, words]) => element(owner, "option", { value }, say(words))));
  made.onchange = () => act(made.value);
  return made;
}

/** Hide something that opens over the board. Keys that are pressed in it stay there, and some of them close it. */
export function dialog(root: HTMLElement, close: (event: Event) => void, ...keys: string[]): void {
  root.hidden = true;
  root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (keys.includes(event.key)) close(event);
  });
}

/** The element that an arrow leads to, round and round, from the one that has the keyboard; undefined for any other key. */
export function arrowed<E extends HTMLElement>({ key, target }: KeyboardEvent, all: readonly E[]): E | undefined {
  const move = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
  return move ? all[(all.indexOf(target as E) + move + all.length) % all.length] : undefined;
}

/** The key of a button. It is no part of the button's words, by which somebody who speaks to the page calls it. */
export const cap = (owner: Document, key: string) => element(owner, "kbd", { "aria-hidden": "true", "data-cap": key });

/** An address as a link may lead to it: of a page or a place on this page. Empty for any other, above all for a script. */
export function pageAddress(address: string): string {
  return /^(https?:|file:\/\/\/|#|\.{0,2}\/)/i.test(address) ? address : "";
}

/** Set an attribute, or with null remove it. */
export function set(element: Element, attribute: string, value: string | null): void {
  if (value === null) element.removeAttribute(attribute);
  else if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
}

/** Make elements the children of another. Elements that stay in their order are left alone, so that they keep the keyboard. */
export function fill(parent: Element, children: readonly Node[]): void {
  for (const child of [...parent.childNodes]) if (!children.includes(child)) child.remove();
  children.forEach((child, n) => {
    if (child !== parent.childNodes[n]) parent.insertBefore(child, parent.childNodes[n] ?? null);
  });
}

/** The focused element of the page or the shadow root that an element is in. */
export function focused(within: Element): Element | null {
  return (within.getRootNode() as Document | ShadowRoot).activeElement;
}

/** Elements by keys. An element stays the same as long as each rendering asks for it. */
export class Kept {
  private made = new Map<string, HTMLElement>();
  private before = new Map<string, HTMLElement>();

  /** Begin a rendering: what it does not ask for is forgotten. */
  begin(): void {
    this.before = this.made;
    this.made = new Map();
  }

  /** The element of a key, made if it is missing. */
  get<E extends HTMLElement>(key: string, make: () => E): E {
    const found = (this.made.get(key) ?? this.before.get(key)) as E | undefined;
    const element = found ?? make();
    this.made.set(key, element);
    return element;
  }
}
