/** What to say of work that has failed; null where the person has stopped it, which needs no word. */
export const failureWords = (reason: unknown): string | null => {
  if (!(reason instanceof Error)) return "That did not work.";
  return reason.name === "AbortError" ? null : reason.message;
};
