// The width of texts. Lists are made where no font can be measured, so that letters count as one of a few widths.

const NARROW = new Set([..."ijl.,:;'|!()[] "]);
const SLENDER = new Set([...'frtI-/"']);
const BROAD = new Set([..."mwMW@%"]);

/** The width of a text in heights of its letters. */
export function widthOf(text: string): number {
  let sum = 0;
  for (const letter of text) sum += widthOfLetter(letter);
  return sum;
}

function widthOfLetter(letter: string): number {
  if (NARROW.has(letter)) return 0.29;
  if (SLENDER.has(letter)) return 0.38;
  if (BROAD.has(letter)) return 0.86;
  // Letters of East Asian scripts are as wide as they are high.
  if ((letter.codePointAt(0) ?? 0) > 0x2e7f) return 1;
  return letter !== letter.toLowerCase() ? 0.68 : 0.57;
}

/** A text in a size at which it fits a width; it is cut where it would be smaller than `least`. */
export function fitted(text: string, width: number, size: number, least: number): { text: string; size: number } {
  const fits = width / Math.max(0.1, widthOf(text));
  if (fits >= least) return { text, size: Math.min(size, fits) };
  const letters = [...text];
  while (letters.length > 1 && widthOf(letters.join("")) + 0.8 > width / least) letters.pop();
  return { text: `${letters.join("").trimEnd()}\u2026`, size: least };
}
