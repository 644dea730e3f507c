/** Lets everything that waits for this thread go first, such as messages that have come, and then goes on. */
export type Turn = () => Promise<void>;

/** Turns by messages to oneself: they take their place behind those that wait, where a timer would wait for milliseconds. */
export const createTurn = (): Turn => {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
};
