import type { Clock } from "../../clock.ts";
import type { PlatformStatus } from "../../tables/platform-status.ts";
import type { ReadyMessage } from "./messages.ts";
import type { OnReady, Worker, WorkerEnd } from "./worker.ts";

/** Keeps the configured number of workers plus a spare running, and replaces those that exit or should retire. */
export type WorkerSupervisor = {
  /** Resolves once the first worker is ready; the others follow. Rejects with a readable message if none can start. */
  readonly start: () => Promise<void>;
  /** Workers that are ready or busy, not counting the spare. */
  readonly alive: () => number;
  /** Process ids of all workers that have not exited, including the spare. */
  readonly pids: () => readonly number[];
  /** Whether the workers could seal themselves. */
  readonly seal: () => WorkerSeal;
  /** Stops all workers and resolves when the last one has exited. No new ones are started. */
  readonly stop: () => Promise<void>;
};

/**
 * Whether the kernel confines the workers: `starting` until the first has reported, `open` once one
 * is not confined.
 */
export type WorkerSeal = PlatformStatus["workers"]["seal"];

/** Log functions by level. */
export type PoolLog = { readonly [Level in "debug" | "warn" | "error"]: (sentence: string) => void };

export type SupervisorParts = {
  /** Number of workers the service renders with. */
  readonly size: number;
  readonly startWorker: (onReady: OnReady) => Worker;
  /** Whether a worker should be replaced. */
  readonly shouldRetire: (worker: Worker, message: ReadyMessage) => boolean;
  readonly clock: Clock;
  readonly log: PoolLog;
  readonly onIdle: (worker: Worker) => void;
  /** Called when a worker exited unexpectedly. */
  readonly onLost: (worker: Worker) => void;
  /** Called on every start and exit. */
  readonly onEvent: (what: WorkerEvent) => void;
};

/** Worker events: `retired` after planned replacement, `crashed` on its own, `killed` by us or from outside. */
export type WorkerEvent = "started" | "retired" | "crashed" | "killed";

/** One extra worker replaces a lost one immediately, while its successor takes half a second to start. */
const SPARE = 1;

/** Startup is given up after this many failed starts, if none has succeeded. */
const FIRST_STARTS = 3;

/** Milliseconds after which a failed start no longer counts; longer than any backoff. */
const FORGOTTEN_MS = 60_000;

/** Milliseconds that an idle worker has to exit when asked to. */
const ENDING_MS = 1000;

export const createWorkerSupervisor = (parts: SupervisorParts): WorkerSupervisor => {
  const { size, clock, log } = parts;
  /** Workers that have not been removed, and those of them that have been ready. */
  const workers = new Set<Worker>();
  const ready = new Set<Worker>();
  const running = new Set<Worker>();
  const first = Promise.withResolvers<void>();
  // if nobody awaits the start, its failure must not end the process
  first.promise.catch(() => {});
  let failures = 0;
  let lastFailure = Number.NEGATIVE_INFINITY;
  let stopped = false;
  let seal: WorkerSeal = "starting";
  let backoffTimer: NodeJS.Timeout | undefined;

  /** The first worker starts alone: everything waits for it, so it gets the whole machine. */
  const wanted = () => (stopped || backoffTimer !== undefined ? 0 : ready.size === 0 ? 1 : size + SPARE);
  const grow = () => {
    while (workers.size < wanted()) {
      const worker = parts.startWorker(onReady);
      parts.onEvent("started");
      workers.add(worker);
      running.add(worker);
      void worker.ended.then((end) => onEnd(worker, end));
    }
  };
  const onReady: OnReady = (worker, message) => {
    for (const warning of message.warnings) log.warn(warning);
    if (!ready.has(worker)) noteSeal(message);
    if (worker.completed() > 0) failures = 0;
    if (!workers.has(worker)) return;
    ready.add(worker);
    first.resolve();
    if (parts.shouldRetire(worker, message) && ready.size > size) remove(worker);
    else parts.onIdle(worker);
    grow();
  };
  const noteSeal = ({ open }: ReadyMessage) => {
    if (open !== null && seal !== "open") log.warn(openWorkers(open));
    if (seal !== "open") seal = open === null ? "sealed" : "open";
  };
  const onEnd = (worker: Worker, end: WorkerEnd) => {
    running.delete(worker);
    const counted = workers.delete(worker);
    parts.onEvent(counted ? (end.how === "SIGKILL" ? "killed" : "crashed") : "retired");
    if (!counted) return;
    ready.delete(worker);
    parts.onLost(worker);
    if (end.idle && worker.completed() === 0) fail(end);
    else log.warn(`A render worker ended (${end.how}) and is replaced.`);
    log.debug(`Its last stderr output: ${end.stderrLine || "none"}`);
    grow();
  };
  const fail = ({ how, stderrLine }: WorkerEnd) => {
    failures = clock() - lastFailure > FORGOTTEN_MS ? 1 : failures + 1;
    lastFailure = clock();
    const wait = backoff(failures);
    const reason = `A render worker did not start (${how}${stderrLine === "" ? "" : `: ${stderrLine}`}).`;
    log.error(`${reason} Next attempt: ${wait === 0 ? "now" : `in ${wait / 1000} s`}.`);
    clearTimeout(backoffTimer);
    backoffTimer = wait === 0 ? undefined : setTimeout(resume, wait);
    if (failures >= FIRST_STARTS) first.reject(new Error(`${reason} The service cannot run without one.`));
  };
  const resume = () => {
    backoffTimer = undefined;
    grow();
  };
  /** Removes a worker. One that has been ready exits on its own, or is killed after a timeout. */
  const remove = (worker: Worker): void => {
    workers.delete(worker);
    const wasReady = ready.delete(worker);
    if (wasReady) worker.retire();
    const overdue = setTimeout(worker.kill, wasReady ? ENDING_MS : 0);
    void worker.ended.then(() => clearTimeout(overdue));
  };
  return {
    start: () => {
      grow();
      return first.promise;
    },
    alive: () => Math.min(size, ready.size),
    seal: () => seal,
    pids: () => [...running].flatMap(({ pid }) => pid ?? []),
    stop: async () => {
      stopped = true;
      clearTimeout(backoffTimer);
      for (const worker of workers) remove(worker);
      await Promise.all([...running].map(({ ended }) => ended));
    },
  };
};

const openWorkers = (why: string): string =>
  `Render workers are not sealed, because ${why}: an exploit in an image decoder could use the network and the files of this user. SERVICE_WORKER_SEAL=required refuses to start then.`;

/** Milliseconds to wait before the next start after this many failures in a row. */
export const backoff = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - FREE_FAILURES));

/** Failed starts without a backoff: an image that kills two workers is no reason to wait. */
const FREE_FAILURES = 3;
const FIRST_MS = 250;
const LONGEST_MS = 30_000;
