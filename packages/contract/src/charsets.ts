/** Charsets that divide a cell into rectangles; in color each cell has two colors. */
export const MOSAIC_CHARSETS = ["halves", "quadrants", "sextants", "octants"] as const;

export type MosaicCharset = (typeof MOSAIC_CHARSETS)[number];

/** The charset if it is a mosaic, else null. */
export const mosaicOf = (charset: string): MosaicCharset | null =>
  MOSAIC_CHARSETS.find((name) => name === charset) ?? null;
