import type { TraceAttributes } from "@lumiglyph/contract";
import type { TraceContext } from "../trace/trace-context.ts";

/** A span that is over: plain data, in milliseconds of the service's clock. */
export type SpanRecord = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  /** Whether the parent is another party's. */
  readonly parentIsRemote: boolean;
  readonly name: string;
  readonly kind: "server" | "client" | "internal";
  readonly begun: number;
  readonly ended: number;
  readonly attributes: TraceAttributes;
  readonly links: readonly SpanLink[];
  /** Whether the service failed, rather than refused. */
  readonly failed: boolean;
};

/** Another span that this one has to do with. */
export type SpanLink = Pick<TraceContext, "traceId" | "spanId">;
