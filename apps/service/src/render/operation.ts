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
import type { Clock } from "../clock.ts";
import type { Evidence } from "../http/evidence-headers.ts";
import type { Timings } from "../http/server-timing.ts";
import type { LoadSource } from "../source/load.ts";
import type { Place } from "./render-queue.ts";
import type { RenderJob } from "./renderer.ts";
import { jobKey } from "./single-flight-key.ts";
import { createSharedRender, type SharedDrawn } from "./single-flight-render.ts";

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
};

export const createRenderOperation = (parts: OperationParts): RenderOperation => {
  const sharedRender = createSharedRender(parts.clock);
  // by promises instead of `await`, whose frame would hold the image of a caller who only waits for another's render
  return (request, place, signal) =>
    loadJob(request, place, signal, parts).then(({ job, fetched }) => {
      const about = { format: job.parsed.params.format, bytesIn: job.bytes.length, fetched };
      return sharedRender(job, { key: jobKey(job), place, signal }).then((shared) => outcomeOf(shared, about));
    });
};

type Loaded = { readonly job: RenderJob; readonly fetched: Pick<Timings, "fetch"> };

const loadJob = async (
  { source, params, changed }: RenderRequest,
  place: Place,
  signal: AbortSignal,
  { loadSource, limits, clock }: OperationParts,
): Promise<Loaded> => {
  const begun = clock();
  const load = () => loadSource(source, signal);
  // another host's slowness must not keep uploads out; how many fetches there are has a limit of its own
  const bytes = await (source.kind === "url" ? place.outside(load) : load());
  const fetched = source.kind === "url" ? { fetch: clock() - begun } : {};
  return { job: { bytes, parsed: { params, changed }, limits }, fetched };
};

type About = { readonly format: FormatId; readonly bytesIn: number; readonly fetched: Pick<Timings, "fetch"> };

const outcomeOf = ({ drawn, waited, shared }: SharedDrawn, { format, bytesIn, fetched }: About): RenderOutcome => {
  const { body, timings, grid, glyphs, quality, source } = drawn;
  return {
    body,
    contentType: contentType(format),
    fileName: `${SERVICE}.${FORMATS[format].extension}`,
    evidence: { grid, glyphs, quality },
    timings: { queue: waited, ...fetched, ...timings },
    source,
    bytesIn,
    shared,
  };
};

/** What the operator lets be decoded. */
export const decodeLimits = (settings: Settings): DecodeLimits => ({
  formats: settings.SERVICE_INPUT_FORMATS,
  maxPixels: settings.SERVICE_MAX_IMAGE_PIXELS,
  maxSide: settings.SERVICE_MAX_IMAGE_SIDE,
});
