// SVG elements. Texts are set as text, never as markup.

const NS = "http://www.w3.org/2000/svg";

type Attributes = Record<string, string | number>;

/** Make an SVG element. */
export function svgElement(owner: Document, name: string, attributes: Attributes, text?: string): SVGElement {
  const element = owner.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}
