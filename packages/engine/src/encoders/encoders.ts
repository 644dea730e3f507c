import type { FormatId } from "@lumiglyph/contract";
import { ansi } from "./ansi.ts";
import type { Encoder } from "./encoder.ts";
import { html } from "./html.ts";
import { json } from "./json.ts";
import { jsonCompact } from "./json-compact.ts";
import { svg } from "./svg.ts";
import { text } from "./text.ts";

/** A drawing as the bytes to send, as text, in the format that its parameters name. */
export const encode: Encoder = (drawing) => ENCODERS[drawing.params.format](drawing);

/** The encoder of each format; a format without one does not compile. */
export const ENCODERS: Record<FormatId, Encoder> = { text, ansi, html, json, "json-compact": jsonCompact, svg };
