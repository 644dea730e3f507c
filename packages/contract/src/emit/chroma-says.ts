/** The layout of the compact chroma encoding (answers 2.6) in words. */
export const CHROMA_SAYS =
  "row by row from the top left, three bytes a cell (red, green, blue; sRGB), in base64 with padding";
