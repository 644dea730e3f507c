/** A fault of our own as the log shows it. */
type Fault = { readonly type: string; readonly message: string; readonly stack: string; readonly code?: string };

/**
 * What an unexpected error may say in the log: its kind, its code and where it was thrown. Its message stays out, because
 * libraries like to quote in it what they were given, which is what a caller sent.
 */
export const faultOf = (error: unknown): Fault => {
  if (!(error instanceof Error)) return { type: typeof error, message: LEFT_OUT, stack: "" };
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  return { type: error.name, message: LEFT_OUT, stack: framesOf(error), ...code };
};

const LEFT_OUT = "left out: it may quote a caller";

/** The frames of a stack, which begins with the message; none where the message was changed since, so that it cannot be cut. */
const framesOf = ({ message, stack = "" }: Error): string => {
  const at = stack.indexOf(message);
  const rest = at === -1 ? "" : stack.slice(at + message.length);
  const first = rest.indexOf("\n    at ");
  return first === -1 ? "" : rest.slice(first).trim();
};
