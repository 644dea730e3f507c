import { handedOver, type Order, type Report } from "./messages.ts";

/** As much of a Worker as the darkroom needs. */
export type DarkroomWorker = {
  postMessage(order: Order, handedOver: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Report>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

export type WorkerListeners = {
  readonly onReport: (report: Report) => void;
  /** The Worker is gone, and with it all that it had. */
  readonly onLost: () => void;
};

/** Workers that are started at most: the first, and one in its place. */
const MOST_WORKERS = 2;

/** Gives orders to a Worker that is replaced once if it fails. Tells whether there is one to take the order. */
export const createLastingWorker = (
  startWorker: () => DarkroomWorker,
  { onReport, onLost }: WorkerListeners,
): ((order: Order) => boolean) => {
  let worker: DarkroomWorker | null = null;
  let started = 0;
  const start = (): void => {
    worker = started++ < MOST_WORKERS ? tryTo(startWorker) : null;
    if (worker === null) return;
    worker.onmessage = ({ data }) => onReport(data);
    worker.onerror = replace;
  };
  const replace = (): void => {
    worker?.terminate();
    start();
    onLost();
  };
  start();
  return (order) => {
    worker?.postMessage(order, handedOver(order));
    return worker !== null;
  };
};

/** Null where a page is not allowed to have the Worker; the browser itself says why. */
const tryTo = <Result>(make: () => Result): Result | null => {
  try {
    return make();
  } catch {
    return null;
  }
};
