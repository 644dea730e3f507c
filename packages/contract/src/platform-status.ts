import { type FromSchema, object, URL_TEXT } from "./schema.ts";
import { HEALTH } from "./shapes.ts";
import { SERVICE, VERSION } from "./version.ts";

/** How the receiving site was last found (answers 4.4). */
export const RECEIVER_STATUS = object({
  status: {
    enum: ["unchecked", "reachable", "unreachable"] as const,
    description:
      "What the last check in the background found; `unchecked` before the first one, and where no platform credential is set.",
  },
  checkedAt: {
    anyOf: [{ type: "string", format: "date-time" }, { type: "null" }],
    description: "When that was (RFC 3339); null before the first check.",
  },
});

export type ReceiverStatus = FromSchema<typeof RECEIVER_STATUS>;

/** The receiver before anyone has looked. */
export const UNCHECKED: ReceiverStatus = { status: "unchecked", checkedAt: null };

const count = { type: "integer", minimum: 0 } as const;
const backend = { enum: ["off", "memory", "redis"] as const } as const;

/** `GET /api/v1/platform/status`, for the operator (answers 4.2). Counts are since the start of this instance. */
export const PLATFORM_STATUS = object({
  status: HEALTH.properties.status,
  service: { const: SERVICE },
  version: { const: VERSION },
  uptimeSeconds: { type: "number", minimum: 0 },
  load: HEALTH.properties.load,
  workers: object({
    started: { ...count, description: "Worker processes that were started." },
    retired: { ...count, description: "Of these, replaced after their time or at the end of the service." },
    crashed: { ...count, description: "Of these, ended by themselves while they counted." },
    killed: { ...count, description: "Of these, killed: past a deadline, for a caller who left, or from outside." },
  }),
  redis: object({
    state: {
      enum: ["off", "connecting", "up", "resting"] as const,
      description: "`resting` while it is not waited for, because it was silent or gone.",
    },
    lastError: { anyOf: [{ type: "string" }, { type: "null" }] },
  }),
  limiter: object({
    backend: { ...backend, description: "Where clients' points are counted; `off` where no limit is set." },
    allowed: count,
    refused: count,
    fallbacks: { ...count, description: "Times that this process counted because Redis could not be asked." },
  }),
  cache: object({
    backend: { ...backend, description: "Where rendered outputs are kept." },
    hits: count,
    misses: count,
    stored: count,
    storedBytes: count,
    heldBytes: { ...count, description: "Bytes that this process holds at the moment." },
    errors: count,
  }),
  traceExport: object({
    state: {
      enum: ["off", "on", "failing"] as const,
      description: "`off` unless the credential and a receiver of traces are set; `failing` while it takes no spans.",
    },
    receiver: { anyOf: [URL_TEXT, { type: "null" }], description: "Origin that spans are sent to." },
    spans: object({
      exported: { ...count, description: "Spans that the receiver took." },
      failed: { ...count, description: "Spans that it did not take." },
      dropped: { ...count, description: "Spans that were not sent because too many waited already." },
      waiting: { ...count, description: "Spans that wait to be sent, or are on their way." },
    }),
    traces: object({
      sampled: { ...count, description: "Traces that were chosen for export." },
      unsampled: { ...count, description: "Traces that their callers did not want sampled." },
      capped: {
        ...count,
        description: "Traces left out because there were too many of them, or too many spans waited.",
      },
    }),
  }),
  receiver: object({ target: URL_TEXT, ...RECEIVER_STATUS.properties }),
});

export type PlatformStatus = FromSchema<typeof PLATFORM_STATUS>;
