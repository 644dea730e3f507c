import { type FromSchema, HEALTH, object, SERVICE, URL_TEXT, VERSION } from "@lumiglyph/contract";

/** The receiving site's status at the last check (answers 4.4). */
export const RECEIVER_STATUS = object({
  status: {
    enum: ["unchecked", "reachable", "unreachable"] as const,
    description:
      "Result of the last background check; `unchecked` before the first one, and without a platform credential.",
  },
  checkedAt: {
    anyOf: [{ type: "string", format: "date-time" }, { type: "null" }],
    description: "Time of that check (RFC 3339); null before the first one.",
  },
});

export type ReceiverStatus = FromSchema<typeof RECEIVER_STATUS>;

/** The receiver before the first check. */
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
    started: { ...count, description: "Worker processes started." },
    retired: { ...count, description: "Of these, replaced as planned or ended at shutdown." },
    crashed: { ...count, description: "Of these, ended unexpectedly on their own." },
    killed: {
      ...count,
      description: "Of these, killed: after a deadline, after a client disconnected, or from outside.",
    },
    seal: {
      enum: ["starting", "sealed", "open"] as const,
      description:
        "`sealed` if the kernel confines the workers to computing; `open` if one could not be confined, which the log explains.",
    },
  }),
  redis: object({
    state: {
      enum: ["off", "connecting", "up", "resting"] as const,
      description: "`resting` while it is not used, because it did not respond or was unreachable.",
    },
    lastError: { anyOf: [{ type: "string" }, { type: "null" }] },
  }),
  limiter: object({
    backend: { ...backend, description: "Where clients' points are counted; `off` if no limit is set." },
    allowed: count,
    refused: count,
    fallbacks: { ...count, description: "Times that this process counted because Redis was unavailable." },
    instances: {
      ...count,
      description: "Instances that share the limits through Redis; 0 while this one counts alone.",
    },
  }),
  cache: object({
    backend: { ...backend, description: "Where outputs are cached." },
    hits: count,
    misses: count,
    stored: count,
    storedBytes: count,
    heldBytes: { ...count, description: "Bytes that this process currently holds." },
    errors: count,
  }),
  traceExport: object({
    state: {
      enum: ["off", "on", "failing"] as const,
      description: "`off` unless the credential and a trace receiver are set; `failing` while it accepts no spans.",
    },
    receiver: { anyOf: [URL_TEXT, { type: "null" }], description: "Origin that spans are sent to." },
    spans: object({
      exported: { ...count, description: "Spans that the receiver accepted." },
      failed: { ...count, description: "Spans that it did not accept." },
      dropped: { ...count, description: "Spans that were not sent because too many were waiting." },
      waiting: { ...count, description: "Spans waiting to be sent, or being sent." },
    }),
    traces: object({
      sampled: { ...count, description: "Traces chosen for export." },
      unsampled: { ...count, description: "Traces that their clients marked as not sampled." },
      capped: {
        ...count,
        description: "Traces left out because there were too many, or too many spans were waiting.",
      },
    }),
  }),
  receiver: object({ target: URL_TEXT, ...RECEIVER_STATUS.properties }),
});

export type PlatformStatus = FromSchema<typeof PLATFORM_STATUS>;
