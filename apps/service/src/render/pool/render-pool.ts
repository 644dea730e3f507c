import { createHash } from "node:crypto";
import { refusalFor } from "@lumiglyph/contract";
import { setLatest } from "@lumiglyph/engine";
import type { Clock } from "../../clock.ts";
import type { RenderedJob, Renderer, RenderJob } from "../renderer.ts";
import type { WorkerCommand } from "./command.ts";
import { startRenderWorker, type Worker, WorkerExit } from "./worker.ts";
import { createWorkerSupervisor, type PoolLog, type WorkerEvent, type WorkerSeal } from "./worker-supervisor.ts";

/** Renders in worker processes, so that no image can crash or block the service. */
export type RenderPool = {
  /**
   * Rejects with `render_deadline` if a render takes too long, and with `image_unreadable` if it crashes its workers.
   */
  readonly render: Renderer;
  /** Workers that are ready or busy. */
  readonly alive: () => number;
  /** Worker starts and exits since startup. */
  readonly events: () => WorkerEvents;
  /** Process ids of all workers, including the spare. */
  readonly pids: () => readonly number[];
  /** Whether the workers could seal themselves. */
  readonly seal: () => WorkerSeal;
  /**
   * Resolves once one worker can render; rejects with a readable message if none can start. The first render starts
   * them too, and waits for this.
   */
  readonly start: () => Promise<void>;
  /** Finishes running renders, then stops all workers. */
  readonly stop: () => Promise<void>;
};

/** How many workers were started, and how they exited. */
export type WorkerEvents = { readonly [What in WorkerEvent]: number };

export type PoolParts = {
  readonly command: WorkerCommand;
  readonly workers: number;
  /** Maximum milliseconds of a render, from when a worker gets it. */
  readonly deadlineMs: number;
  readonly clock: Clock;
  readonly log: PoolLog;
  readonly limits?: WorkerLimits;
};

/** When a healthy worker is replaced. */
type WorkerLimits = { readonly renders: number; readonly idleBytes: number };

/**
 * An idle warm worker holds about 150 MiB, 170 after images of 40 MP and 290 after the largest outputs. Replacing one
 * costs as much as 20 renders.
 */
const WORKER_LIMITS: WorkerLimits = { renders: 5000, idleBytes: 384 * 1024 ** 2 };

/** Milliseconds for a worker to start; on an otherwise idle machine it takes less than a second. */
const BOOT_MS = 30_000;

/**
 * Milliseconds to let an abandoned render finish before its worker is killed. A new worker costs about as much, so
 * waiting costs at most twice the optimum.
 */
const ABANDONED_MS = 500;

/**
 * Milliseconds to wait for a worker. A job at the head of the queue finds one that is free or about
 * to start; a longer wait is a fault.
 */
const WAIT_MS = 5000;

/**
 * Weight of a worker's exit against its image: two crashes are enough. A kill from outside is weak
 * evidence, but five in a row mean that the image takes too much memory.
 */
const BLAME = { crashed: 5, killed: 2 };
const TOO_MUCH_BLAME = 10;

export const createRenderPool = (parts: PoolParts): RenderPool => {
  const { deadlineMs, log, limits = WORKER_LIMITS } = parts;
  const times = { boot: BOOT_MS, deadline: deadlineMs, abandoned: ABANDONED_MS };
  const idle = new Set<Worker>();
  const waiting = createWaitList<Worker>();
  const quarantine = createQuarantine(parts.clock);
  const pending = new Set<Promise<RenderedJob>>();
  const events = { started: 0, retired: 0, crashed: 0, killed: 0 };
  const supervisor = createWorkerSupervisor({
    size: parts.workers,
    startWorker: (onReady) => startRenderWorker(parts.command, times, onReady),
    shouldRetire: (worker, { rss }) => worker.completed() >= limits.renders || rss > limits.idleBytes,
    clock: parts.clock,
    log,
    onIdle: (worker) => void (waiting.serve(worker) || idle.add(worker)),
    onLost: (worker) => void idle.delete(worker),
    onEvent: (event) => void events[event]++,
  });
  const attempt = async (job: RenderJob, signal: AbortSignal, pick: Pick): Promise<RenderedJob> => {
    signal.throwIfAborted();
    const worker = pick(idle) ?? (await waiting.wait(signal, WAIT_MS));
    idle.delete(worker);
    return worker.render(job, signal);
  };
  const renderWithRetries = async (job: RenderJob, signal: AbortSignal): Promise<RenderedJob> => {
    if (quarantine.holds(job.bytes)) throw refusalFor("image_unreadable");
    await supervisor.start();
    for (let blame = 0; blame < TOO_MUCH_BLAME; ) {
      try {
        return await attempt(job, signal, blame === 0 ? mostUsed : leastUsed);
      } catch (error) {
        if (!(error instanceof WorkerExit)) throw error;
        blame += error.how === "SIGKILL" ? BLAME.killed : BLAME.crashed;
      }
    }
    quarantine.add(job.bytes);
    log.warn(`An image of ${job.bytes.length} bytes has crashed several workers and is refused for ten minutes.`);
    throw refusalFor("image_unreadable");
  };
  const render: Renderer = (job, signal) => {
    const result = renderWithRetries(job, signal);
    pending.add(result);
    const forget = () => void pending.delete(result);
    result.then(forget, forget);
    return result;
  };
  const stop = async () => {
    await Promise.allSettled(pending);
    await supervisor.stop();
  };
  const { alive, pids, seal, start } = supervisor;
  return { render, alive, events: () => events, pids, seal, start, stop };
};

type Pick = (idle: Iterable<Worker>) => Worker | undefined;

/** The most used worker has the warmest caches. */
const mostUsed: Pick = (idle) => [...idle].toSorted((one, other) => other.completed() - one.completed())[0];

/** For a job that already crashed a worker: rules out damage left by earlier images. */
const leastUsed: Pick = (idle) => [...idle].toSorted((one, other) => one.completed() - other.completed())[0];

/** Images that crashed workers; they are refused for a while. */
type Quarantine = {
  readonly holds: (image: Uint8Array) => boolean;
  readonly add: (image: Uint8Array) => void;
};

/** How long an image is refused, in milliseconds, and how many are remembered. The oldest is dropped first. */
type QuarantineSize = { readonly ms: number; readonly images: number };

const QUARANTINE: QuarantineSize = { ms: 600_000, images: 1000 };

export const createQuarantine = (clock: Clock, { ms, images }: QuarantineSize = QUARANTINE): Quarantine => {
  const entries = new Map<string, { readonly length: number; readonly until: number }>();
  const holds = (image: Uint8Array): boolean => {
    // hashing takes time, and nearly always no image of this length is quarantined
    if (![...entries.values()].some(({ length }) => length === image.length)) return false;
    const digest = digestOf(image);
    const entry = entries.get(digest);
    if (entry === undefined || clock() < entry.until) return entry !== undefined;
    entries.delete(digest);
    return false;
  };
  const add = (image: Uint8Array): void => {
    const entry = { length: image.length, until: clock() + ms };
    setLatest(entries, digestOf(image), entry, images);
  };
  return { holds, add };
};

const digestOf = (image: Uint8Array): string => createHash("sha256").update(image).digest("hex");

/** A queue of waiters for one kind of thing, first come, first served. */
type WaitList<Thing> = {
  /** Rejects with the signal's reason if it aborts, or with `overloaded` after the timeout. */
  readonly wait: (signal: AbortSignal, ms: number) => Promise<Thing>;
  /** Gives the thing to the first waiter; false if nobody waits. */
  readonly serve: (thing: Thing) => boolean;
};

export const createWaitList = <Thing>(): WaitList<Thing> => {
  const waiting = new Set<(thing: Thing) => void>();
  const wait: WaitList<Thing>["wait"] = (signal, ms) => {
    const { promise, resolve, reject } = Promise.withResolvers<Thing>();
    const leave = () => {
      waiting.delete(take);
      clearTimeout(timer);
      signal.removeEventListener("abort", abandon);
    };
    const take = (thing: Thing) => {
      leave();
      resolve(thing);
    };
    const giveUp = (reason: unknown) => {
      leave();
      reject(reason);
    };
    const abandon = () => giveUp(signal.reason);
    const timer = setTimeout(() => giveUp(refusalFor("overloaded")), ms);
    signal.addEventListener("abort", abandon, { once: true });
    waiting.add(take);
    return promise;
  };
  const serve = (thing: Thing): boolean => {
    const [first] = waiting;
    first?.(thing);
    return first !== undefined;
  };
  return { wait, serve };
};
