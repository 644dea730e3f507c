import type { Drawing } from "../drawing.ts";

/** Writes a drawing down in one format. */
export type Encoder = (drawing: Drawing) => string;
