import { ACTIVE_ERROR_CODES, type ActiveErrorCode, type Problem } from "@lumiglyph/contract";
import type { RenderJob, RenderResult } from "../renderer.ts";

/** Head of a message to a worker: a job. Its image is the message's bytes. */
export type Order = Omit<RenderJob, "bytes">;

/** Head of a message from a worker. Every job is followed by its outcome and then by `ready`. */
export type Report =
  /** Idle, with its resident memory in bytes. `warnings` for the operator are sent once, at startup. */
  | { readonly kind: "ready"; readonly rss: number; readonly warnings: readonly string[] }
  /** A finished render. Its body is the message's bytes. */
  | { readonly kind: "drawn"; readonly drawn: Omit<RenderResult, "body"> }
  /** A failure from the error table. */
  | {
      readonly kind: "refused";
      readonly code: ActiveErrorCode;
      readonly message: string;
      readonly problems: readonly Problem[];
    }
  /** An internal error. */
  | { readonly kind: "failed"; readonly stack: string };

export type Ready = Extract<Report, { readonly kind: "ready" }>;

/** Validates a message head. A decoder may have been exploited, so a worker is not trusted to keep to the protocol. */
export const readReport = (head: unknown): Report => {
  const report = head as Report;
  const known = KINDS.has(report?.kind) && (report.kind !== "refused" || ACTIVE_ERROR_CODES.includes(report.code));
  if (!known) throw new Error("unknown message kind");
  return report;
};

const KINDS: ReadonlySet<unknown> = new Set<Report["kind"]>(["ready", "drawn", "refused", "failed"]);
