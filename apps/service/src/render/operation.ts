import {
  contentType,
  FORMATS,
  type FormatId,
  type ParsedParams,
  SERVICE,
  type Settings,
  type Source,
} from "@lumiglyph/contract";
import type { DecodeLimits } from "@lumiglyph/decode/node";
import type { SourceInfo } from "@lumiglyph/engine";
import { throughCache } from "../cache/cached-render.ts";
import type { OutputCache } from "../cache/output-cache.ts";
import type { Clock } from "../clock.ts";
import type { Evidence } from "../http/evidence-headers.ts";
import type { CacheWord, Timings } from "../http/server-timing.ts";
import type { LoadSource } from "../source/load.ts";
import type { CacheLook, Place } from "./render-queue.ts";
import type { RenderJob } from "./renderer.ts";
import { jobKey } from "./single-flight-key.ts";
import { createSharedRender, type SharedDrawn } from "./single-flight-render.ts";
import { type Took, timed } from "./took.ts";

/** A render request that has passed the gate. */
type RenderRequest = ParsedParams & { readonly source: Source };

/** What a render comes to, whichever way it was asked for. */
export type RenderOutcome = {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly fileName: string;
  readonly evidence: Evidence;
  readonly timings: Timings;
  /** The picture as its file has it, and the file's bytes. */
  readonly source: SourceInfo;
  readonly bytesIn: number;
  /** Whether another caller's render of the same job was waited for. */
  readonly shared: boolean;
  /** Whether the output was kept from an earlier render; null where nothing is kept. */
  readonly cache: CacheWord;
};

/**
 * The one render operation: HTTP and the tool endpoint differ only in how they read a request and dress the outcome. Who
 * calls it holds a place in the queue and gives it back.
 */
export type RenderOperation = (request: RenderRequest, place: Place, signal: AbortSignal) => Promise<RenderOutcome>;

export type OperationParts = {
  readonly loadSource: LoadSource;
  readonly limits: DecodeLimits;
  readonly clock: Clock;
  /** Where outputs are kept; null for nowhere. */
  readonly cache: OutputCache | null;
  /** The host of an image's URL, where the operator's settings spell it out; none is told unless given. */
  readonly toldHost?: (url: string) => string | null;
};

export const createRenderOperation = (parts: OperationParts): RenderOperation => {
  const { cache, clock } = parts;
  const sharedRender = createSharedRender(clock);
  const cached = (place: Place, key: string): Place =>
    cache === null ? place : { ...place, render: throughCache(place.render, { cache, key, clock }) };
  // by promises instead of `await`, whose frame would hold the image of a caller who only waits for another's render
  return (request, place, signal) =>
    loadJob(request, place, signal, parts).then(({ job, fetched }) => {
      const about = { format: job.parsed.params.format, bytesIn: job.bytes.length, fetched };
      const key = jobKey(job);
      const begun = clock();
      return sharedRender(job, { key, place: cached(place, key), signal }).then((shared) => {
        tellShared(place.took, begun, clock(), shared);
        return outcomeOf(shared, about);
      });
    });
};

/** Tells of what came before the queue, or in its place. */
const tellShared = (took: Took, begun: number, ended: number, { shared, cache }: SharedDrawn): void => {
  if (shared) took("join", begun, ended);
  else if (cache !== undefined) took("cache", begun, begun + cache.ms);
};

type Loaded = { readonly job: RenderJob; readonly fetched: Pick<Timings, "fetch"> };

const loadJob = async (
  { source, params, changed }: RenderRequest,
  place: Place,
  signal: AbortSignal,
  { loadSource, limits, clock, toldHost = () => null }: OperationParts,
): Promise<Loaded> => {
  const begun = clock();
  const load = () => loadSource(source, signal);
  if (source.kind !== "url") return { job: { bytes: await load(), parsed: { params, changed }, limits }, fetched: {} };
  const host = toldHost(source.url);
  const took: Took = (step, from, to, about) => place.took(step, from, to, { ...about, host });
  // another host's slowness must not keep uploads out; how many fetches there are has a limit of its own
  const bytes = await place.outside(() => timed(took, clock, "fetch", load));
  return { job: { bytes, parsed: { params, changed }, limits }, fetched: { fetch: clock() - begun } };
};

type About = { readonly format: FormatId; readonly bytesIn: number; readonly fetched: Pick<Timings, "fetch"> };

const outcomeOf = (
  { drawn, waited, shared, cache }: SharedDrawn,
  { format, bytesIn, fetched }: About,
): RenderOutcome => {
  const { body, timings, grid, glyphs, quality, source } = drawn;
  return {
    body,
    contentType: contentType(format),
    fileName: `${SERVICE}.${FORMATS[format].extension}`,
    evidence: { grid, glyphs, quality },
    timings: { ...looked(cache), ...(cache?.found ? fetched : { queue: waited, ...fetched, ...timings }) },
    source,
    bytesIn,
    shared,
    cache: cache === undefined ? null : cache.found ? "hit" : "miss",
  };
};

const looked = (cache: CacheLook | undefined): Pick<Timings, "cache"> =>
  cache === undefined ? {} : { cache: cache.ms };

/** What the operator lets be decoded. */
export const decodeLimits = (settings: Settings): DecodeLimits => ({
  formats: settings.SERVICE_INPUT_FORMATS,
  maxPixels: settings.SERVICE_MAX_IMAGE_PIXELS,
  maxSide: settings.SERVICE_MAX_IMAGE_SIDE,
});
