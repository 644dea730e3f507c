import type { TextFormat } from "@lumiglyph/contract";
import type { RenderResult } from "../picture.ts";
import { ansi } from "./ansi.ts";
import type { Encoder } from "./encoder.ts";
import { html } from "./html.ts";
import { json } from "./json.ts";
import { jsonCompact } from "./json-compact.ts";
import { svg } from "./svg.ts";
import { text } from "./text.ts";

/** Writes a result as text in a format. */
export const encode = (
  result: RenderResult,
  format: TextFormat,
  colors: Uint8Array | null = result.colors(format),
): string => ENCODERS[format](result, colors);

/** The encoder of each text format; one that is missing does not compile. */
const ENCODERS: Record<TextFormat, Encoder> = { text, ansi, html, json, "json-compact": jsonCompact, svg };
