import { type FromSchema, object } from "../schema.ts";

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
