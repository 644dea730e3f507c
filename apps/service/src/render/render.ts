import { hash } from "node:crypto";
import {
  completeParams,
  contentType,
  type Field,
  FORMATS,
  givenNames,
  parseRequest,
  Refusal,
  type RenderParams,
  SERVICE,
  type Source,
  statusOf,
} from "@lumiglyph/contract";
import type { DecodeLimits } from "@lumiglyph/decode/node";
import type { CachedOutput } from "../cache/cached-output.ts";
import type { OutputCache } from "../cache/output-cache.ts";
import type { Clock } from "../clock.ts";
import { createCoalescer, type PendingWork } from "../concurrency/coalescing.ts";
import type { ClientLimits, WhenSent } from "../limits/client-limits.ts";
import { digestOf, SameImage } from "../source/fetch-image.ts";
import type { LoadSource } from "../source/load.ts";
import type { SourceCaching } from "../source/source-caching.ts";
import type { Settings } from "../tables/settings.ts";
import { type RenderObserver, timed } from "./observer.ts";
import { costOf, costOfFailure } from "./render-cost.ts";
import type { Place, RenderQueue } from "./render-queue.ts";
import type { RenderedJob, Renderer, RenderJob } from "./renderer.ts";
import type { RenderResponse } from "./response.ts";

/** One request for a render, over HTTP or as a tool call. */
type RenderCall = {
  readonly client: string;
  /**
   * Reads the request's fields. Called once there is room for its image; the body is not read
   * before.
   */
  readonly read: () => Promise<readonly Field[]>;
  readonly signal: AbortSignal;
  readonly observer: RenderObserver;
  /**
   * Set if the caller has already asked the queue for room, so that a refusal costs even less work.
   */
  readonly hasRoom?: true;
  /**
   * Calls back when the response was sent: until then it counts as one of its client's renders.
   * Defaults to the render's end.
   */
  readonly whenSent?: WhenSent;
  /**
   * Whether the caller already has the output of the job with this key; then nothing is rendered.
   * Defaults to no.
   */
  readonly holds?: (key: string) => boolean;
};

/** Thrown instead of returning an output that the caller already has. */
export class Unchanged extends Error {
  readonly key: string;
  readonly caching: SourceCaching;
  constructor(key: string, caching: SourceCaching) {
    super("The caller has this output.");
    this.key = key;
    this.caching = caching;
  }
}

/**
 * The render operation. HTTP and the tool differ only in how they read a request and send the
 * response.
 */
export type Render = (call: RenderCall) => Promise<RenderResponse>;

export type RenderParts = {
  readonly limits: ClientLimits;
  readonly queue: RenderQueue;
  readonly loadSource: LoadSource;
  readonly decodeLimits: DecodeLimits;
  /** Output cache; null if there is none. */
  readonly cache: OutputCache | null;
  readonly renderer: Renderer;
  readonly clock: Clock;
  /** The host of an image URL if the operator's settings name it. Defaults to reporting none. */
  readonly publicHost?: (url: string) => string | null;
};

export const createRender = (parts: RenderParts): Render => {
  const { limits, queue } = parts;
  const runJob = createJobRunner(parts);

  return async (call) => {
    // Limit: a full service and an exhausted client are refused before anything is read.
    if (call.hasRoom === undefined) queue.expectRoom();
    const admission = await limits.admit(call.client, call.observer.onLimits);
    try {
      const response = await serve(call);
      admission.charge(costOf(response));
      admission.leave(call.whenSent);
      return response;
    } catch (error) {
      admission.charge(costOfFailure(error));
      admission.leave();
      throw error;
    }
  };

  /** Receives a job, has it rendered, here or elsewhere, and makes the response. */
  async function serve(call: RenderCall): Promise<RenderResponse> {
    const place = queue.place();
    try {
      const { facts, outcome } = await receive(call, place);
      const response = responseOf(await outcome, facts);
      call.observer.onResponse(response);
      return response;
    } finally {
      place.leave();
    }
  }

  /**
   * Reads, parses and loads, then hands the job over. The image is in this frame alone: a caller
   * that waits for another's render does not keep its own.
   */
  async function receive(call: RenderCall, place: Place): Promise<Received> {
    const { options, source } = parseRequest(await call.read());
    const params = completeParams(options);
    call.observer.onParsed(params);
    const limits = parts.decodeLimits;
    const keyFor = (digest: string) => keyOf(digest, options, limits);
    const { bytes, caching, fetchMs } = await load(source, call, place, keyFor);
    const job = { bytes, options, limits };
    const key = jobKey(job);
    if (call.holds?.(key)) throw new Unchanged(key, caching);
    const hasPlace = fetchMs === null;
    const mayKeep = caching.mayStore && caching.mayShare;
    const outcome = runJob(key, job, { ...call, place, hasPlace, mayKeep });
    return { facts: { key, params, bytesIn: bytes.length, caching, fetchMs }, outcome };
  }

  /**
   * Fetches without holding a place, so that a slow host does not block uploads. Fetches have their
   * own limit.
   */
  async function load(
    source: Source,
    { observer, signal, holds }: RenderCall,
    place: Place,
    keyFor: (digest: string) => string,
  ) {
    const { loadSource, clock, publicHost = () => null } = parts;
    if (source.kind !== "url") {
      // only now that the body is complete, so a slow sender blocks nobody
      place.enter();
      return { ...(await loadSource(source, signal)), fetchMs: null };
    }
    const host = publicHost(source.url);
    const begun = clock();
    const fetchImage = () => loadSource(source, signal, (digest) => holds?.(keyFor(digest)) ?? false);
    const image = await timed(observer, clock, "fetch", fetchImage, () => ({ host })).catch((error) => {
      throw error instanceof SameImage ? new Unchanged(keyFor(error.digest), error.caching) : error;
    });
    return { ...image, fetchMs: clock() - begun };
  }
};

/** What a response says of its request, and the job's outcome to come. */
type Received = { readonly facts: RequestFacts; readonly outcome: Promise<JobOutcome> };

/**
 * A job's result, the milliseconds its caller waited, whether it was another caller's, and the
 * cache lookup.
 */
type JobOutcome = {
  readonly result: RenderedJob;
  readonly waitedMs: number;
  readonly shared: boolean;
  readonly cache: { readonly found: boolean; readonly ms: number } | null;
};

type JobCall = Pick<RenderCall, "signal" | "observer"> & {
  readonly place: Place;
  /** Whether the place is taken already; otherwise it is taken when this call renders. */
  readonly hasPlace: boolean;
  /** Whether the output may be cached: not if the image's host says `no-store` or `private`. */
  readonly mayKeep: boolean;
};

/**
 * Renders a job, or joins another caller's identical job. A joiner releases its place and its
 * image: jobs with the same key are identical to the last byte.
 */
const createJobRunner = ({ queue, cache: outputs, renderer, clock }: RenderParts) => {
  const pendingJobs = createCoalescer<RenderJob, JobOutcome>();

  // Not async: an async frame would keep the job of a caller that only waits.
  return (key: string, job: RenderJob, call: JobCall): Promise<JobOutcome> => {
    const pending = pendingJobs.get(key);
    return pending === undefined ? lead(key, job, call) : join(key, pending, call);
  };

  /**
   * Renders for this caller and all that join. If the caller disconnects, the place is kept until
   * the work is done.
   */
  async function lead(key: string, job: RenderJob, call: JobCall): Promise<JobOutcome> {
    const { signal, observer, place, hasPlace, mayKeep } = call;
    signal.throwIfAborted();
    const pending = pendingJobs.start(key, job, async (same, stop) => {
      if (!hasPlace) place.enter();
      return findOrRender(key, same, { observer, signal: stop, place, cache: mayKeep ? outputs : null });
    });
    try {
      return await pending.wait(signal);
    } finally {
      await pending.done;
    }
  }

  /**
   * Waits for another caller's render. A failure caused by the job applies to the joiner too. A
   * temporary failure, such as a deadline under load, does not: the joiner gets one retry.
   */
  async function join(key: string, pending: PendingWork<RenderJob, JobOutcome>, call: JobCall): Promise<JobOutcome> {
    const { signal, observer, place } = call;
    const begun = clock();
    place.leave();
    try {
      const outcome = await pending.wait(signal);
      observer.onStep("join", begun, clock());
      return { ...outcome, waitedMs: waitWithoutSteps(outcome.result, clock() - begun), shared: true };
    } catch (error) {
      if (signal.aborted || isCausedByJob(error)) throw error;
      const other = pendingJobs.get(key);
      if (other === undefined) return lead(key, pending.payload, { ...call, hasPlace: false });
      const outcome = await other.wait(signal);
      observer.onStep("join", begun, clock());
      return { ...outcome, shared: true };
    }
  }

  /** Looks in the cache, otherwise renders, unless another instance is rendering the same job. */
  async function findOrRender(key: string, job: RenderJob, call: Drawing): Promise<JobOutcome> {
    const { signal, observer, place, cache } = call;
    if (cache === null) return withWorker(signal, (wait) => draw(job, call, wait, null));
    const begun = clock();
    const found = await cache.find(key);
    const cacheMs = clock() - begun;
    observer.onStep("cache", begun, begun + cacheMs);
    if (found !== null) return fromCache(found, cacheMs);
    for (;;) {
      const outcome = await withWorker(signal, (wait) => drawInTurn(key, job, { ...call, cache }, wait, cacheMs));
      if (outcome !== null) return outcome;
      // the other instance's render needs neither a worker nor a place here
      place.leave();
      const asked = clock();
      const output = await cache.wait(key, signal);
      observer.onStep("join", asked, clock());
      if (typeof output !== "string") return fromCache(output, clock() - begun);
      place.enter();
      if (output === "late") return withWorker(signal, (wait) => draw(job, call, wait, cacheMs));
    }
  }

  /** Waits for a worker, and gives it back after use. */
  async function withWorker<Result>(signal: AbortSignal, use: (wait: Wait) => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    const begun = clock();
    const giveBack = await queue.takeWorker(signal);
    try {
      return await use({ begun, ms: clock() - begun });
    } finally {
      giveBack();
    }
  }

  /** Renders and stores the output. Null if another instance is rendering the same job. */
  async function drawInTurn(
    key: string,
    job: RenderJob,
    call: Drawing & { readonly cache: OutputCache },
    wait: Wait,
    cacheMs: number,
  ): Promise<JobOutcome | null> {
    const turn = await call.cache.turn(key);
    if (turn.is === "held") return null;
    if (turn.is === "there") return fromCache(turn.output, clock() - wait.begun);
    let outcome: JobOutcome | null = null;
    try {
      outcome = await draw(job, call, wait, cacheMs);
      return outcome;
    } finally {
      turn.end(outcome?.result ?? null);
    }
  }

  async function draw(job: RenderJob, call: Drawing, wait: Wait, cacheMs: number | null): Promise<JobOutcome> {
    const { signal, observer } = call;
    observer.onStep("queue", wait.begun, wait.begun + wait.ms);
    const render = () => renderer(job, signal);
    const result = await timed(observer, clock, "worker", render, (done) => ({ steps: done?.steps }));
    const cache = cacheMs === null ? null : { found: false, ms: cacheMs };
    return { result, waitedMs: wait.ms, shared: false, cache };
  }
};

type Drawing = Pick<RenderCall, "signal" | "observer"> & {
  readonly place: Place;
  readonly cache: OutputCache | null;
};

/** When a job began to wait for a worker, and the milliseconds until it had one. */
type Wait = { readonly begun: number; readonly ms: number };

const fromCache = (output: CachedOutput, ms: number): JobOutcome => ({
  result: { ...output, timings: NO_TIME },
  waitedMs: 0,
  shared: false,
  cache: { found: true, ms },
});

/** Steps that did not run took no time. */
const NO_TIME = { decode: 0, render: 0, encode: 0 };

const isCausedByJob = (error: unknown): boolean => error instanceof Refusal && statusOf(error.code) < 500;

/** The wait minus the render's own steps, some of which may have happened before it. */
const waitWithoutSteps = ({ timings: { decode, render, encode } }: RenderedJob, ms: number): number =>
  Math.max(0, ms - decode - render - encode);

/**
 * Identifies equal jobs, across instances too: the SHA-256 of the image's bytes, and that of all
 * parameters in table order, the names of those given (which are not tuned), and the limits, since
 * they decide whether an image is refused.
 */
export const jobKey = ({ bytes, options, limits }: RenderJob): string => keyOf(digestOf(bytes), options, limits);

const keyOf = (digest: string, options: RenderJob["options"], limits: DecodeLimits): string =>
  `${digest}:${hash("sha256", JSON.stringify([completeParams(options), givenNames(options), limits]), "base64url")}`;

type RequestFacts = {
  readonly key: string;
  readonly params: RenderParams;
  readonly bytesIn: number;
  readonly caching: SourceCaching;
  readonly fetchMs: number | null;
};

const responseOf = (
  { result, waitedMs, shared, cache }: JobOutcome,
  { key, params, bytesIn, caching, fetchMs }: RequestFacts,
): RenderResponse => {
  const { format, pixelsPerCell, cellAspect } = params;
  const { body, timings, grid, glyphs, quality, source } = result;
  const fetched = fetchMs === null ? {} : { fetch: fetchMs };
  return {
    key,
    body,
    format,
    contentType: contentType(format),
    fileName: `${SERVICE}.${FORMATS[format].extension}`,
    evidence: { grid, glyphs, quality },
    timings: {
      ...(cache === null ? {} : { cache: cache.ms }),
      ...(cache?.found ? fetched : { queue: waitedMs, ...fetched, ...timings }),
    },
    source,
    pages: format === "svg" && params.theme === "auto" ? 2 : 1,
    painted: format === "png" ? (grid.columns * grid.rows * pixelsPerCell ** 2) / cellAspect : 0,
    bytesIn,
    shared,
    cache: cache === null ? null : cache.found ? "hit" : "miss",
    caching,
  };
};

/** The operator's limits for decoding. */
export const decodeLimits = (settings: Settings): DecodeLimits => ({
  formats: settings.SERVICE_INPUT_FORMATS,
  maxPixels: settings.SERVICE_MAX_IMAGE_PIXELS,
  maxSide: settings.SERVICE_MAX_IMAGE_SIDE,
});
