import type { Encoder } from "./encoder.ts";

/** Plain text (answers 2.7): every row ends in a line feed and keeps its trailing blanks, so the grid stays rectangular. */
export const text: Encoder = (result) => `${result.lines().join("\n")}\n`;
