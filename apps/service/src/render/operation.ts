import { contentType, FORMATS, type ParsedParams, SERVICE, type Settings, type Source } from "@lumiglyph/contract";
import type { DecodeLimits } from "@lumiglyph/decode/node";
import type { Clock } from "../clock.ts";
import type { Evidence } from "../http/evidence-headers.ts";
import type { Timings } from "../http/server-timing.ts";
import type { LoadSource } from "../source/load.ts";
import type { Place } from "./render-queue.ts";

/** A render request that has passed the gate. */
type RenderRequest = ParsedParams & { readonly source: Source };

/** What a render comes to, whichever way it was asked for. */
export type RenderOutcome = {
  readonly body: string;
  readonly contentType: string;
  readonly fileName: string;
  readonly evidence: Evidence;
  readonly timings: Timings;
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

export const createRenderOperation =
  ({ loadSource, limits, clock }: OperationParts): RenderOperation =>
  async ({ source, params, changed }, place, signal) => {
    const begun = clock();
    const load = () => loadSource(source, signal);
    // another host's slowness must not keep uploads out; how many fetches there are has a limit of its own
    const bytes = await (source.kind === "url" ? place.outside(load) : load());
    const fetched = source.kind === "url" ? { fetch: clock() - begun } : {};
    const { drawn, waited } = await place.render({ bytes, parsed: { params, changed }, limits }, signal);
    const { body, timings, grid, glyphs, quality } = drawn;
    return {
      body,
      contentType: contentType(params.format),
      fileName: `${SERVICE}.${FORMATS[params.format].extension}`,
      evidence: { grid, glyphs, quality },
      timings: { queue: waited, ...fetched, ...timings },
    };
  };

/** What the operator lets be decoded. */
export const decodeLimits = (settings: Settings): DecodeLimits => ({
  formats: settings.SERVICE_INPUT_FORMATS,
  maxPixels: settings.SERVICE_MAX_IMAGE_PIXELS,
  maxSide: settings.SERVICE_MAX_IMAGE_SIDE,
});
