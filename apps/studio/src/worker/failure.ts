import { Refusal } from "@lumiglyph/contract";
import type { Refused } from "./render-worker.ts";

/** What was thrown, as the page is told it: a refusal by its code and sentence; null for a fault of our own. */
export const failureOf = (error: unknown): Refused | null =>
  error instanceof Refusal ? { code: error.code, message: error.message } : null;

/** Something that keeps a film from being made, in a sentence for people. */
export class ExportFailure extends Error {}

/** What to say when a part of the page cannot be fetched. */
export const NOT_LOADED = "That part did not load. Check the connection, then try again.";
