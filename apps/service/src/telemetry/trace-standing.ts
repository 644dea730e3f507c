import type { PlatformStatus } from "@lumiglyph/contract";

/** What trace export has come to since the start. */
export type TraceStanding = PlatformStatus["traceExport"];

/** Where nothing is exported. */
export const NO_TRACES: TraceStanding = {
  state: "off",
  receiver: null,
  spans: { exported: 0, failed: 0, dropped: 0, waiting: 0 },
  traces: { sampled: 0, unsampled: 0, capped: 0 },
};
