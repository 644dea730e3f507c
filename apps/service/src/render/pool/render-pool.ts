import { createHash } from "node:crypto";
import { refusalFor } from "@lumiglyph/contract";
import type { Clock } from "../../clock.ts";
import type { Renderer, RenderJob, RenderResult } from "../renderer.ts";
import type { WorkerCommand } from "./command.ts";
import { createCrew, type PoolLog, type WorkerEvent } from "./crew.ts";
import { WorkerDeath } from "./job-under-way.ts";
import { startWorker, type Worker } from "./worker.ts";

/** Renders in other processes, so that no picture can bring the service down or hold it up. */
export type RenderPool = {
  /** Rejects as `render_deadline` where a render takes too long, as `image_unreadable` where it ends its workers. */
  readonly render: Renderer;
  /** Workers that are ready or at work. */
  readonly alive: () => number;
  /** What has become of workers since the start. */
  readonly events: () => WorkerEvents;
  /**
   * Resolves as soon as one worker can render; rejects with a sentence where none can be started. The first render does the
   * same, and then waits for it.
   */
  readonly start: () => Promise<void>;
  /** Finishes what is under way, then ends all workers. */
  readonly stop: () => Promise<void>;
};

/** How many workers were started, and how they ended. */
export type WorkerEvents = { readonly [What in WorkerEvent]: number };

export type PoolParts = {
  readonly command: WorkerCommand;
  readonly workers: number;
  /** Milliseconds that a render may take, from when a worker has it. */
  readonly deadlineMs: number;
  readonly clock: Clock;
  readonly log: PoolLog;
  readonly limits?: WorkerLimits;
};

/** When a worker is replaced though nothing is wrong with it. */
type WorkerLimits = { readonly renders: number; readonly idleBytes: number };

/**
 * Idle, a warm worker holds about 150 MiB, 170 after pictures of 40 MP and 290 after the largest of outputs. Replacing one
 * costs what 20 renders do.
 */
const WORKER_LIMITS: WorkerLimits = { renders: 5000, idleBytes: 384 * 1024 ** 2 };

/** Milliseconds: a worker takes less than one second to start where the machine has nothing else to do. */
const BOOT_MS = 30_000;

/** Milliseconds: about what a new worker costs. To wait that long before killing is never worse than twice the best. */
const ABANDONED_MS = 500;

/** Milliseconds: who has its turn finds a worker, or one that is about to start. Where none comes something is wrong. */
const WAIT_MS = 5000;

/**
 * How far a worker's death speaks against the image that it had: two crashes are enough. A kill from outside says little;
 * but where the system is short of memory, and kills who takes much, five in a row are no chance either.
 */
const BLAME = { crashed: 5, killed: 2 };
const TOO_MUCH_BLAME = 10;

export const createRenderPool = (parts: PoolParts): RenderPool => {
  const { deadlineMs, log, limits = WORKER_LIMITS } = parts;
  const times = { boot: BOOT_MS, deadline: deadlineMs, abandoned: ABANDONED_MS };
  const idle = new Set<Worker>();
  const waiting = createWaiting<Worker>();
  const quarantine = createQuarantine(parts.clock);
  const pending = new Set<Promise<RenderResult>>();
  const events = { started: 0, retired: 0, crashed: 0, killed: 0 };
  const crew = createCrew({
    strength: parts.workers,
    startWorker: (onReady) => startWorker(parts.command, times, onReady),
    isSpent: (worker, { rss }) => worker.answered() >= limits.renders || rss > limits.idleBytes,
    clock: parts.clock,
    log,
    onIdle: (worker) => void (waiting.serve(worker) || idle.add(worker)),
    onLost: (worker) => void idle.delete(worker),
    tally: (what) => void events[what]++,
  });
  const attempt = async (job: RenderJob, signal: AbortSignal, pick: Pick): Promise<RenderResult> => {
    signal.throwIfAborted();
    const worker = pick(idle) ?? (await waiting.wait(signal, WAIT_MS));
    idle.delete(worker);
    return worker.render(job, signal);
  };
  const persist = async (job: RenderJob, signal: AbortSignal): Promise<RenderResult> => {
    if (quarantine.holds(job.bytes)) throw refusalFor("image_unreadable");
    await crew.start();
    for (let blame = 0; blame < TOO_MUCH_BLAME; ) {
      try {
        return await attempt(job, signal, blame === 0 ? mostUsed : leastUsed);
      } catch (error) {
        if (!(error instanceof WorkerDeath)) throw error;
        blame += error.how === "SIGKILL" ? BLAME.killed : BLAME.crashed;
      }
    }
    quarantine.add(job.bytes);
    log.warn(`An image of ${job.bytes.length} bytes has ended one worker after another and is refused from now on.`);
    throw refusalFor("image_unreadable");
  };
  const render: Renderer = (job, signal) => {
    const drawn = persist(job, signal);
    pending.add(drawn);
    const forget = () => void pending.delete(drawn);
    drawn.then(forget, forget);
    return drawn;
  };
  const stop = async () => {
    await Promise.allSettled(pending);
    await crew.stop();
  };
  return { render, alive: crew.alive, events: () => events, start: crew.start, stop };
};

type Pick = (idle: Iterable<Worker>) => Worker | undefined;

/** Its code and its caches are the warmest. */
const mostUsed: Pick = (idle) => [...idle].toSorted((one, other) => other.answered() - one.answered())[0];

/** For a job that has ended one worker already: what an earlier picture may have left behind is not to blame then. */
const leastUsed: Pick = (idle) => [...idle].toSorted((one, other) => one.answered() - other.answered())[0];

/** Images that have brought down a worker twice; they are not tried again for a while. */
type Quarantine = {
  readonly holds: (image: Uint8Array) => boolean;
  readonly add: (image: Uint8Array) => void;
};

/** Milliseconds that an image is refused for, and how many are remembered: the oldest is forgotten first. */
type QuarantineSize = { readonly ms: number; readonly images: number };

const QUARANTINE: QuarantineSize = { ms: 600_000, images: 1000 };

export const createQuarantine = (clock: Clock, { ms, images }: QuarantineSize = QUARANTINE): Quarantine => {
  const entries = new Map<string, { readonly length: number; readonly until: number }>();
  const holds = (image: Uint8Array): boolean => {
    // digests take time: nearly always no image of this very length is here
    if (![...entries.values()].some(({ length }) => length === image.length)) return false;
    const digest = digestOf(image);
    const entry = entries.get(digest);
    if (entry === undefined || clock() < entry.until) return entry !== undefined;
    entries.delete(digest);
    return false;
  };
  const add = (image: Uint8Array): void => {
    const digest = digestOf(image);
    entries.delete(digest);
    entries.set(digest, { length: image.length, until: clock() + ms });
    const [oldest] = entries.keys();
    if (oldest !== undefined && entries.size > images) entries.delete(oldest);
  };
  return { holds, add };
};

const digestOf = (image: Uint8Array): string => createHash("sha256").update(image).digest("hex");

/** Those who wait for one of something, in the order they came. */
type Waiting<Thing> = {
  /** Rejects with the signal's reason when that comes first, and as `overloaded` after so many milliseconds. */
  readonly wait: (signal: AbortSignal, ms: number) => Promise<Thing>;
  /** Gives the first of them one; false where nobody waits. */
  readonly serve: (thing: Thing) => boolean;
};

export const createWaiting = <Thing>(): Waiting<Thing> => {
  const waiting = new Set<(thing: Thing) => void>();
  const wait: Waiting<Thing>["wait"] = (signal, ms) => {
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
