/**
 * Limits concurrent work; more waits for its turn, so that a page with many pictures stays
 * responsive.
 */
const MOST_AT_ONCE = 4;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs work when its turn comes. */
export const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (running < MOST_AT_ONCE) running++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // the next waiting task takes this slot before any newcomer
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
};

/** Lets the page handle pending events. */
export const breath = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
