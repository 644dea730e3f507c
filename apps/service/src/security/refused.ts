import { type ErrorCode, Refusal } from "@lumiglyph/contract";

/**
 * A refusal that tells the caller the table's sentence and nothing more; `reason` is its `cause`, for our log alone. One
 * sentence for every reason keeps the guard from answering questions about the network behind it.
 */
export const refused = (code: ErrorCode, reason: unknown): Refusal => {
  const refusal = new Refusal(code);
  refusal.cause = reason;
  return refusal;
};
