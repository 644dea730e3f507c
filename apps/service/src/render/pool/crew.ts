import type { Clock } from "../../clock.ts";
import type { Ready } from "./messages.ts";
import type { OnReady, Worker, WorkerEnd } from "./worker.ts";

/** Workers, as many as there should be and one to spare, each replaced when it ends or has had its time. */
export type Crew = {
  /** Resolves with the first worker that is ready; the others follow. Rejects, in a sentence, where none can be started. */
  readonly start: () => Promise<void>;
  /** Workers that are ready or at work, the spare one not counted. */
  readonly alive: () => number;
  /** Lets all of them end, and resolves when the last one has. None is started any more. */
  readonly stop: () => Promise<void>;
};

/** What is worth saying to the operator, by how much it matters. */
export type PoolLog = { readonly [Level in "debug" | "warn" | "error"]: (sentence: string) => void };

export type CrewParts = {
  /** Workers that the service renders with. */
  readonly strength: number;
  readonly startWorker: (onReady: OnReady) => Worker;
  /** When a worker has had its time. */
  readonly isSpent: (worker: Worker, report: Ready) => boolean;
  readonly clock: Clock;
  readonly log: PoolLog;
  readonly onIdle: (worker: Worker) => void;
  /** A worker ended by itself, at work or not. */
  readonly onLost: (worker: Worker) => void;
  /** Hears of every start and of every end. */
  readonly tally: (what: WorkerEvent) => void;
};

/** What becomes of workers: `retired` after their time, `crashed` by themselves, `killed` by us or from outside. */
export type WorkerEvent = "started" | "retired" | "crashed" | "killed";

/** A worker more than needed: who ends is replaced at once and gets its successor in peace, half a second later. */
const SPARE = 1;

/** Starts that may fail, before any has succeeded, until the whole is given up. */
const FIRST_STARTS = 3;

/** Milliseconds after which a start that failed has nothing to do with the next one; longer than any wait. */
const FORGOTTEN_MS = 60_000;

/** Milliseconds that a worker without work has to end in when it is told to. */
const ENDING_MS = 1000;

export const createCrew = (parts: CrewParts): Crew => {
  const { strength, clock, log } = parts;
  /** Those that count, and among them those that have been ready. */
  const members = new Set<Worker>();
  const ready = new Set<Worker>();
  const running = new Set<Worker>();
  const first = Promise.withResolvers<void>();
  // whoever never asked whether it started must not end the process when it did not
  first.promise.catch(() => {});
  let failures = 0;
  let lastFailure = Number.NEGATIVE_INFINITY;
  let stopped = false;
  let pause: NodeJS.Timeout | undefined;

  /** The first one has the machine to itself: everyone waits for it. */
  const wanted = () => (stopped || pause !== undefined ? 0 : ready.size === 0 ? 1 : strength + SPARE);
  const grow = () => {
    while (members.size < wanted()) {
      const worker = parts.startWorker(onReady);
      parts.tally("started");
      members.add(worker);
      running.add(worker);
      void worker.ended.then((end) => onEnd(worker, end));
    }
  };
  const onReady: OnReady = (worker, report) => {
    for (const warning of report.warnings) log.warn(warning);
    if (worker.answered() > 0) failures = 0;
    if (!members.has(worker)) return;
    ready.add(worker);
    first.resolve();
    if (parts.isSpent(worker, report) && ready.size > strength) dismiss(worker);
    else parts.onIdle(worker);
    grow();
  };
  const onEnd = (worker: Worker, end: WorkerEnd) => {
    running.delete(worker);
    const counted = members.delete(worker);
    parts.tally(counted ? (end.how === "SIGKILL" ? "killed" : "crashed") : "retired");
    if (!counted) return;
    ready.delete(worker);
    parts.onLost(worker);
    if (end.idle && worker.answered() === 0) fail(end);
    else log.warn(`A render worker ended (${end.how}) and is replaced.`);
    log.debug(`Its last words were: ${end.lastWords || "none"}`);
    grow();
  };
  const fail = ({ how, lastWords }: WorkerEnd) => {
    failures = clock() - lastFailure > FORGOTTEN_MS ? 1 : failures + 1;
    lastFailure = clock();
    const wait = backoff(failures);
    const reason = `A render worker did not start (${how}${lastWords === "" ? "" : `: ${lastWords}`}).`;
    log.error(`${reason} The next try is ${wait === 0 ? "now" : `in ${wait / 1000} s`}.`);
    clearTimeout(pause);
    pause = wait === 0 ? undefined : setTimeout(resume, wait);
    if (failures >= FIRST_STARTS) first.reject(new Error(`${reason} Without one there is nothing to serve.`));
  };
  const resume = () => {
    pause = undefined;
    grow();
  };
  /** Takes a worker out: one that has been ready ends by itself, or else is made to. */
  const dismiss = (worker: Worker): void => {
    members.delete(worker);
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
    alive: () => Math.min(strength, ready.size),
    stop: async () => {
      stopped = true;
      clearTimeout(pause);
      for (const worker of members) dismiss(worker);
      await Promise.all([...running].map(({ ended }) => ended));
    },
  };
};

/** How long to wait before the next start, in milliseconds, after so many in a row that led to nothing. */
export const backoff = (failures: number): number =>
  failures < FREE ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - FREE));

/** Starts in a row that may fail before there is a wait: a picture that kills two workers is no reason for one. */
const FREE = 3;
const FIRST_MS = 250;
const LONGEST_MS = 30_000;
