/**
 * What went wrong with Redis in one word, for logs and metrics: the code of the system or of TLS, or the word that begins an
 * answer of Redis, such as `WRONGPASS`. Messages are left out: they may hold addresses and keys.
 */
export const faultWord = (error: unknown): string => {
  if (!(error instanceof Error)) return "FAILED";
  if ("code" in error && /^[A-Z][A-Z_\d]{1,63}$/.test(String(error.code))) return String(error.code);
  return BY_NAME.get(error.name) ?? BY_NAME.get(error.constructor.name) ?? firstWord(error.message) ?? "FAILED";
};

/** Errors of the platform and of the client that have no code. */
const BY_NAME = new Map([
  ["TimeoutError", "TIMEOUT"],
  ["ConnectionTimeoutError", "TIMEOUT"],
  ["SocketClosedUnexpectedlyError", "CLOSED"],
]);

const firstWord = (message: string): string | undefined => /^[A-Z]{2,32}(?= |$)/.exec(message)?.[0];
