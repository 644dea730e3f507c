import { refusalFor } from "@lumiglyph/contract";
import { PIPELINE } from "@lumiglyph/engine";
import { describe, expect, test } from "vitest";
import type { WorkerStep } from "../render/observer.ts";
import { SPANS } from "../tables/tracing.ts";
import type { StepRecord } from "./render-record.ts";
import { type RootSpan, renderSpans } from "./render-spans.ts";

const WHOLE: RootSpan = {
  trace: {
    traceId: "a".repeat(32),
    spanId: "b".repeat(16),
    parentSpanId: "c".repeat(16),
    sampled: true,
    random: true,
    tracestate: "vendor=secret",
    continued: true,
  },
  parentIsRemote: true,
  name: "POST /api/v1/render",
  begun: 0,
  ended: 200,
  attributes: { "http.response.status_code": 200 },
  links: [],
  failed: false,
};

const spansOf = (steps: readonly StepRecord[]) => {
  let made = 0;
  return renderSpans(WHOLE, steps, () => String(++made));
};

const worker = (steps: readonly WorkerStep[]): StepRecord => ({
  step: "worker",
  begun: 50,
  ended: 150,
  details: { steps },
});

describe("the spans of a render", () => {
  test("are the request, its steps, and the worker's steps below those", () => {
    const spans = spansOf([
      { step: "queue", begun: 10, ended: 50, details: {} },
      worker([
        { name: "decode", at: 0, ms: 30 },
        { name: "tone", at: 30, ms: 60 },
      ]),
    ]);
    expect(spans.map(({ name, kind, spanId, parentSpanId }) => [name, kind, spanId, parentSpanId])).toEqual([
      ["POST /api/v1/render", "server", "b".repeat(16), "c".repeat(16)],
      ["queue", "internal", "1", "b".repeat(16)],
      ["worker", "internal", "2", "b".repeat(16)],
      ["decode", "internal", "3", "2"],
      ["tone", "internal", "4", "2"],
    ]);
    expect(spans.map(({ begun, ended }) => [begun, ended])).toEqual([
      [0, 200],
      [10, 50],
      [50, 150],
      [60, 90],
      [90, 150],
    ]);
  });

  test("include a client span for a fetch, with the host only if it may be published", () => {
    const [, named, hidden] = spansOf([
      { step: "fetch", begun: 1, ended: 2, details: { host: "images.example" } },
      { step: "fetch", begun: 1, ended: 2, details: { host: null, failure: refusalFor("image_host_slow") } },
    ]);
    expect(named).toMatchObject({ kind: "client", attributes: { "server.address": "images.example" }, failed: false });
    expect(hidden).toMatchObject({ kind: "client", attributes: { "error.type": "image_host_slow" }, failed: true });
    expect(hidden?.attributes).not.toHaveProperty("server.address");
  });

  test("stay within their parent step, whatever a worker reports", () => {
    const spans = spansOf([worker([{ name: "decode", at: 0, ms: 5000 }])]);
    expect(spans.at(-1)).toMatchObject({ name: "decode", begun: 50, ended: 150 });
  });

  test("ignore invalid names and times from a worker", () => {
    const lies = [
      { name: "secret", at: 0, ms: 1 },
      { name: "decode", at: -1, ms: 1 },
      { name: "decode", at: 0, ms: Number.NaN },
      { name: "tone", at: 0, ms: "1" },
      null,
    ] as unknown as WorkerStep[];
    expect(spansOf([worker(lies)])).toHaveLength(2);
    expect(spansOf([worker("secret" as never)])).toHaveLength(2);
    const many = Array.from(
      { length: 1000 },
      (_, at): WorkerStep => ({ name: at % 2 === 0 ? "tone" : "match", at, ms: 1 }),
    );
    expect(spansOf([worker(many)]).length).toBeLessThan(100);
  });

  test("have the names of the table and the pipeline", () => {
    const names = [...PIPELINE.map(({ name }) => name), "decode", "analyze", "measure", "encode"] as const;
    const spans = spansOf([worker(names.map((name, at) => ({ name, at, ms: 1 })))]);
    expect(spans.slice(2).map(({ name }) => name)).toEqual(names);
    for (const name of ["decode", "analyze", "measure", "encode", "queue", "worker", "fetch", "cache", "join"])
      expect(SPANS).toHaveProperty(name);
  });

  test("do not forward another party's tracestate", () => {
    expect(JSON.stringify(spansOf([]))).not.toContain("secret");
  });
});
