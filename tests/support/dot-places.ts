/** Column and row of each of the eight dots, by its bit in the code point (Unicode 4.0, Braille Patterns). */
export const DOT_PLACES = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [0, 3],
  [1, 3],
] as const;
