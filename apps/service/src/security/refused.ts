import { type ActiveErrorCode, type Refusal, refusalFor } from "@lumiglyph/contract";

/**
 * A refusal that tells the caller the table's sentence and nothing more; `reason` is its `cause`, for our log alone. One
 * sentence for every reason keeps the guard from answering questions about the network behind it. As text a reason says
 * which check failed, in words of our own: nothing that a caller sent may stand in it.
 */
export const refused = (code: ActiveErrorCode, reason: unknown): Refusal => {
  const refusal = refusalFor(code);
  refusal.cause = reason;
  return refusal;
};
