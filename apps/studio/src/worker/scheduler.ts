import type { Steps } from "@lumiglyph/engine";

/** What goes first: the stage, which someone looks at; then what someone waits for; last what is nice to have. */
export const URGENCY = { view: 0, request: 1, thumbnail: 2 } as const;

/**
 * Does a piece of work step by step, one step a turn, and only where nothing more urgent is there. Rejects with the signal's
 * reason once that is aborted: the rest is then left undone.
 */
export type Scheduler = <Result>(
  urgency: (typeof URGENCY)[keyof typeof URGENCY],
  steps: Steps<Result>,
  signal: AbortSignal,
) => Promise<Result>;

export const createScheduler = (turn: Turn): Scheduler => {
  const tasks = new Set<Task>();
  let busy = false;
  const work = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    // a turn before the first step: a newer wish that waits already may make it needless
    for (await turn(); tasks.size > 0; await turn()) mostUrgent(tasks).step();
    busy = false;
  };
  return (urgency, steps, signal) =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        tasks.delete(task);
        signal.removeEventListener("abort", stop);
      };
      const stop = (): void => {
        leave();
        reject(signal.reason);
      };
      const step = (): void => {
        try {
          const { done, value } = steps.next();
          if (!done) return;
          leave();
          resolve(value);
        } catch (error) {
          leave();
          reject(error);
        }
      };
      const task: Task = { urgency, step };
      if (signal.aborted) return stop();
      signal.addEventListener("abort", stop);
      tasks.add(task);
      work();
    });
};

type Task = { readonly urgency: number; readonly step: () => void };

/** Of equally urgent ones the first that came. */
const mostUrgent = (tasks: Iterable<Task>): Task =>
  [...tasks].reduce((first, task) => (task.urgency < first.urgency ? task : first));

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
