/** The light of a font's letters, for pages displayed in that font. */
export type FontProfile = {
  /** Identifies the measurement, so that evidence can name it. */
  readonly id: string;
  /** The font's names in style sheets, the most usual first. */
  readonly families: readonly string[];
  /**
   * The light that light ink adds to black: a character for each part of each printable ASCII character's cell, row by row,
   * `#` for none to `~` for a part that is all ink.
   */
  readonly light: string;
  /** The same for the light that dark ink takes away from paper. */
  readonly paper: string;
};

/** What fonts have in common: the mean light of each letter, and how much it differs between them. */
export type CommonProfile = FontProfile & {
  /** Standard deviation of each letter's light between fonts, relative to its mean: a character each, as in `light`. */
  readonly spread: string;
};
