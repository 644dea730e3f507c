import { setImmediate as turn } from "node:timers/promises";

/** Node's `--expose-gc`. */
declare const gc: () => void;

/** Whether an order has left much memory behind; `before` it the process held so many bytes. */
export const isUntidy = (before: number): boolean => {
  const now = process.memoryUsage.rss();
  return now - before > MUCH_BYTES || now > TOO_MUCH_BYTES;
};

const MUCH_BYTES = 64 * 1024 ** 2;

/** What many small steps may come to before it is worth a look. */
const TOO_MUCH_BYTES = 384 * 1024 ** 2;

/**
 * Gives memory back between two orders. A picture of 40 MP leaves 400 MiB behind, which V8 would collect some day; until
 * then the next such picture comes on top.
 */
export const tidyUp = async (): Promise<void> => {
  // what the render has just returned from is let go of first
  await turn();
  gc();
  // buffers are given back in the background; the second waits for that
  gc();
};
