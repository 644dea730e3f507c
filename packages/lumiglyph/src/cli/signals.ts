/**
 * Cleans up on a signal between two pieces of work, then raises it again, so that the caller sees that the command was
 * interrupted. Returns a function that removes the handlers.
 */
export const whenInterrupted = (tidy: () => void): (() => void) => {
  const onSignal = (signal: NodeJS.Signals): void => {
    removeHandlers();
    tidy();
    process.kill(process.pid, signal);
  };
  const removeHandlers = () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return removeHandlers;
};

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
