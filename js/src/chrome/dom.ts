// HTML elements. Texts are set as text, never as markup.

type Child = Node | string | null;

/** Make an HTML element. */
export function element<K extends keyof HTMLElementTagNameMap>(
  owner: Document,
  tag: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = owner.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  for (const child of children) if (child !== null) made.append(child);
  return made;
}
