/**
 * Tidies up when the process is told to end, then lets the signal do what it does: whoever started the command sees that it
 * was interrupted. Between two pieces of work, never within one. Gives what ends the listening.
 */
export const whenInterrupted = (tidy: () => void): (() => void) => {
  const heard = (signal: NodeJS.Signals): void => {
    forget();
    tidy();
    process.kill(process.pid, signal);
  };
  const forget = () => {
    for (const signal of SIGNALS) process.off(signal, heard);
  };
  for (const signal of SIGNALS) process.on(signal, heard);
  return forget;
};

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
