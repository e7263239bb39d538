/** The fonts of the board, the same on a canvas and in a picture. */
export const FONT = '"Segoe UI", "Helvetica Neue", Arial, ui-sans-serif, system-ui, sans-serif';
/** The baseline lies this part of the letters' size below the middle of a text. */
export const LIFT = 0.36;
