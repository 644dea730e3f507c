import { ERROR_CODES, type ErrorCode, type Problem } from "@lumiglyph/contract";
import type { RenderJob, RenderResult } from "../renderer.ts";

/** The head of a frame to a worker: a job. Its image goes along as the frame's bytes. */
export type Order = Omit<RenderJob, "bytes">;

/** The head of a frame from a worker. Every order is followed by what came of it and then by `ready`. */
export type Report =
  /** It waits for an order; bytes of memory that it holds. `warnings` are for the operator, once at the start. */
  | { readonly kind: "ready"; readonly rss: number; readonly warnings: readonly string[] }
  /** A finished render, whose body goes along as the frame's bytes. */
  | { readonly kind: "drawn"; readonly drawn: Omit<RenderResult, "body"> }
  /** A failure that the table knows. */
  | {
      readonly kind: "refused";
      readonly code: ErrorCode;
      readonly message: string;
      readonly problems: readonly Problem[];
    }
  /** A fault of our own. */
  | { readonly kind: "failed"; readonly stack: string };

export type Ready = Extract<Report, { readonly kind: "ready" }>;

/** A frame's head as a report. Decoders run on anyone's bytes, so a worker is not believed to keep to the protocol. */
export const readReport = (head: unknown): Report => {
  const report = head as Report;
  const known = KINDS.has(report?.kind) && (report.kind !== "refused" || ERROR_CODES.includes(report.code));
  if (!known) throw new Error("a report of no known kind");
  return report;
};

const KINDS: ReadonlySet<unknown> = new Set<Report["kind"]>(["ready", "drawn", "refused", "failed"]);
