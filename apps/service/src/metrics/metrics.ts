import { type FormatId, METRICS, type MetricLabel } from "@lumiglyph/contract";
import { createProcessFigures } from "./process-figures.ts";
import { createRegistry } from "./registry.ts";
import { type MetricSources, setServiceFigures } from "./service-figures.ts";

/** A render that is over. */
type Render = {
  readonly transport: MetricLabel<"lumiglyph_render_duration_seconds", "transport">;
  /** Null where the request never said which. */
  readonly format: FormatId | null;
  /** The HTTP status, or what it would have been; null where the caller left. */
  readonly status: number | null;
  readonly ms: number;
};

export type FetchOutcome = MetricLabel<"lumiglyph_fetch_duration_seconds", "outcome">;

/** What is measured while renders are served. */
export type RenderMetrics = {
  readonly rendered: (render: Render) => void;
  readonly queued: (ms: number) => void;
  readonly fetched: (outcome: FetchOutcome, ms: number) => void;
};

/** All metrics of this instance, in the Prometheus text format. */
export type Metrics = RenderMetrics & { readonly contentType: string; readonly text: () => Promise<string> };

export const createMetrics = (sources: MetricSources): Metrics => {
  const { observe, set, contentType, text } = createRegistry();
  const setProcessFigures = createProcessFigures();
  return {
    rendered: ({ transport, format, status, ms }) => {
      observe(
        "lumiglyph_render_duration_seconds",
        { transport, format: format ?? "none", status: statusLabel(status) },
        ms / 1000,
      );
    },
    queued: (ms) => observe("lumiglyph_queue_wait_seconds", {}, ms / 1000),
    fetched: (outcome, ms) => observe("lumiglyph_fetch_duration_seconds", { outcome }, ms / 1000),
    contentType,
    text: () => {
      setServiceFigures(set, sources);
      setProcessFigures(set);
      return text();
    },
  };
};

type StatusLabel = MetricLabel<"lumiglyph_render_duration_seconds", "status">;

const statusLabel = (status: number | null): StatusLabel =>
  status === null ? "abandoned" : (STATUSES.find((label) => label === String(status)) ?? "other");

const STATUSES: readonly StatusLabel[] = METRICS.lumiglyph_render_duration_seconds.labels.status;
