import { type FormatId, Refusal } from "@lumiglyph/contract";
import type { FetchOutcome, RenderMetrics } from "../metrics/metrics.ts";
import type { RenderObserver, RenderStep, StepDetails } from "../render/observer.ts";
import type { RenderResponse } from "../render/response.ts";
import { REDIRECT_TO_ADDRESS } from "../security/checked-url.ts";
import { SameImage } from "../source/fetch-image.ts";
import {
  TRACE_ATTRIBUTES,
  type TraceAttribute,
  type TraceAttributeKey,
  type TraceAttributes,
} from "../tables/tracing.ts";

/** A completed step. */
export type StepRecord = {
  readonly step: RenderStep;
  readonly begun: number;
  readonly ended: number;
  readonly details: StepDetails;
};

/** Observations of one render, for its spans. */
export type RenderRecord = {
  readonly observer: Pick<RenderObserver, "onParsed" | "onStep" | "onResponse">;
  readonly steps: readonly StepRecord[];
  readonly format: () => FormatId | null;
  readonly evidence: () => TraceAttributes;
};

/** Records one render. Step metrics are recorded immediately, the rest when it ends. */
export const createRenderRecord = (metrics: RenderMetrics | null): RenderRecord => {
  const steps: StepRecord[] = [];
  let format: FormatId | null = null;
  let evidence: TraceAttributes = {};
  return {
    steps,
    format: () => format,
    evidence: () => evidence,
    observer: {
      onParsed: (params) => {
        format = params.format;
      },
      onStep: (step, begun, ended, details = {}) => {
        steps.push({ step, begun, ended, details });
        if (step === "queue") metrics?.queued(ended - begun);
        if (step === "fetch") metrics?.fetched(fetchOutcome(details.failure), ended - begun);
      },
      // copies attributes so that the response body is not kept alive
      onResponse: (response) => {
        evidence = evidenceOf(response);
      },
    },
  };
};

const evidenceOf = ({ source, evidence: { grid, glyphs, quality }, shared, cache }: RenderResponse): TraceAttributes =>
  closedAttributes({
    "ascii.columns": grid.columns,
    "ascii.rows": grid.rows,
    "ascii.pixels": source.width * source.height,
    "ascii.source_format": source.format,
    "ascii.target": quality.target,
    "ascii.status": quality.status,
    "ascii.score": quality.score,
    "ascii.codebook_size": glyphs.size,
    "ascii.rmse": glyphs.rmse,
    "ascii.shared": shared,
    "ascii.cache": cache,
  });

/** The outcome of a fetch. A textual cause is a failed check of our own, see `refused`. */
const fetchOutcome = (failure: unknown): FetchOutcome => {
  if (failure === undefined || failure instanceof SameImage) return "fetched";
  if (!(failure instanceof Refusal)) return "abandoned";
  if (isOurCheck(failure)) return "blocked";
  return OUTCOMES.get(failure.code) ?? "failed";
};

/** Whether a trusted host failed a check: by its address, or by one that it redirects to. */
const isOurCheck = ({ code, cause }: Refusal): boolean =>
  cause === REDIRECT_TO_ADDRESS || (code === "image_host_failed" && typeof cause === "string");

const OUTCOMES: ReadonlyMap<string, FetchOutcome> = new Map([
  ["image_url_untrusted", "untrusted"],
  ["image_url_missing", "missing"],
  ["image_host_down", "down"],
  ["image_host_slow", "slow"],
  ["image_too_large", "too_large"],
  ["overloaded", "overloaded"],
]);

/** Attribute values, not yet validated. */
type GivenAttributes = { readonly [Key in TraceAttributeKey]?: unknown };

/**
 * Keeps only attributes whose values the table allows, wherever they come from. A worker is trusted no more than a
 * client, because a decoder may have been exploited.
 */
export const closedAttributes = (given: GivenAttributes): TraceAttributes =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([key, value]) =>
        Object.hasOwn(TRACE_ATTRIBUTES, key) && allows(TRACE_ATTRIBUTES[key as TraceAttributeKey], value),
    ),
  ) as TraceAttributes;

const allows = (row: TraceAttribute, value: unknown): boolean => {
  switch (row.kind) {
    case "choice":
      return typeof value === "string" && row.values.includes(value);
    case "integer":
      return Number.isInteger(value) && (value as number) >= row.min && (value as number) <= row.max;
    case "number":
      return Number.isFinite(value);
    case "flag":
      return typeof value === "boolean";
    case "own host":
      return typeof value === "string" && /^[a-z0-9.-]{1,253}$/.test(value);
  }
};
