import { Refusal } from "@lumiglyph/contract";
import type { Refused } from "./darkroom.ts";

/** What was thrown, as the page is told it: a refusal by its code and sentence; null for a fault of our own. */
export const failureOf = (error: unknown): Refused | null =>
  error instanceof Refusal ? { code: error.code, message: error.message } : null;
