/** Work that is done at once; more waits for its turn, so that a page with many pictures stays usable. */
const MOST_AT_ONCE = 4;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs work when it is its turn. */
export const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (running < MOST_AT_ONCE) running++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // whoever waits takes this place, before anybody who comes later
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
};

/** Lets the page react to what waits for it. */
export const breath = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
