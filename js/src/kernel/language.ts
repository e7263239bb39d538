// The words of the page in another language. English is in the code; the kernel sends the words of a board that speaks another.

import type { Words } from "./types.gen";

/** The words of the board that is drawn now; undefined for English. */
let spoken: Words | undefined;
/** The order in which a language's forms for numbers of things are kept. */
const NUMBERS: readonly Intl.LDMLPluralRule[] = ["zero", "one", "two", "few", "many", "other"];

/** Speak the language of a board from now on, and return it. Boards of one page may speak several: each says so before it draws. */
export function speak(words: Words | undefined): string {
  spoken = words;
  return language();
}

/** The language that is spoken now. */
export function language(): string {
  return spoken?.language ?? "en";
}

/** A text of the page in the language that is spoken now, with values for `{0}`, `{1}` and so on. */
export function say(text: string, ...values: (string | number)[]): string {
  const found = spoken?.said[text]?.[0] ?? text;
  return values.length > 0 ? found.replace(/\{(\d)\}/g, (field, n) => String(values[n] ?? field)) : found;
}

/** The form of a noun that goes with a number of things; undefined in English, and for a noun without forms. */
function formOf(noun: string, number: number): string | undefined {
  const forms = spoken?.said[noun];
  if (!spoken || !forms) return undefined;
  const rules = new Intl.PluralRules(spoken.language);
  const kinds = NUMBERS.filter((kind) => rules.resolvedOptions().pluralCategories.includes(kind));
  return forms[kinds.indexOf(rules.select(number))] ?? forms[0];
}

/** A text with a capital letter first. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A number with its noun: "1 step", "2 steps", "3 armies", "4 hexes". The patterns read no sentence of the kernel: the nouns
 * are the page's own, and names of slots.
 */
export function counted(number: number, noun: string): string {
  const other = formOf(noun, number);
  if (other !== undefined) return `${number} ${other}`;
  const many = /[^aeou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}${/(s|x|ch|sh)$/.test(noun) ? "es" : "s"}`;
  return `${number} ${number === 1 ? noun : many}`;
}
