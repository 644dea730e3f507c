import type { Steps } from "@lumiglyph/engine";

/** Priorities: the visible view first, then what the user waits for, then extras. */
export const URGENCY = { view: 0, request: 1, thumbnail: 2 } as const;

/**
 * Runs work step by step, one step per turn, and only if nothing more urgent is waiting. Rejects with the signal's
 * reason once aborted, abandoning the rest.
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
    // yield before the first step: a newer request that is already waiting may make it needless
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

/** Among equally urgent tasks the oldest. */
const mostUrgent = (tasks: Iterable<Task>): Task =>
  [...tasks].reduce((first, task) => (task.urgency < first.urgency ? task : first));

/** Yields to everything that waits for this thread, such as messages. */
export type Turn = () => Promise<void>;

/** Yields by posting messages to itself, which queue behind those waiting; a timer would add milliseconds. */
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
