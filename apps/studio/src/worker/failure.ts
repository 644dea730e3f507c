import { Refusal } from "@lumiglyph/contract";
import type { Refused } from "./preview.ts";

/** An error as reported to the page: a refusal's code and message; null for an internal error. */
export const failureOf = (error: unknown): Refused | null =>
  error instanceof Refusal || error instanceof FontFailure ? { code: error.code, message: error.message } : null;

/** Why a font of the user's own cannot be used, as a sentence for users. */
export class FontFailure extends Error {
  readonly code = "font";
}

/** A video export's failure, with a message for users. */
export class ExportFailure extends Error {}

/** Message for a chunk that could not be loaded. */
export const NOT_LOADED = "That part did not load. Check the connection, then try again.";
