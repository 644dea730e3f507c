import { MAX_CELLS } from "@lumiglyph/contract";
import { HANDOFF_LIMITS, HANDOFF_MESSAGES, isTraceId, traceIdOf } from "@lumiglyph/handoff";
import { expect, test } from "vitest";
import { handoffManifest } from "../../apps/service/src/documents/handoff-manifest.ts";
import { readMessage } from "../../packages/handoff/src/guard.ts";
import { SESSION, TRACE_ID } from "../support/two-sides.ts";

test("There are nine kinds of messages, of which three are pairs or replies (answers 6.1)", () => {
  const kinds = Object.keys(HANDOFF_MESSAGES).map((type) => ({ pong: "ping", resume: "pause" })[type] ?? type);
  expect(new Set(kinds)).toEqual(
    new Set(["boot", "hello", "ready", "frame", "ack", "ping", "pause", "error", "close"]),
  );
});

test("A frame may have any rows up to the limit of cells, and not one cell more (answers 6.1)", () => {
  const frame = (cols: number, rows: number) =>
    readMessage(
      {
        protocol: "service.v2a.a2v.handoff.v1",
        type: "frame",
        session: SESSION,
        traceId: TRACE_ID,
        seq: 0,
        t: 0,
        cols,
        rows,
        codebook: " ",
        cells: new ArrayBuffer(cols * rows),
        paramsRev: 0,
      },
      "sender",
    );
  expect(HANDOFF_LIMITS.cells).toBe(MAX_CELLS);
  expect([frame(8, MAX_CELLS / 8), frame(400, MAX_CELLS / 400)].every((read) => read !== null)).toBe(true);
  expect(frame(400, MAX_CELLS / 400 + 1)).toBeNull();
});

test("A trace id is 32 lower-case hex digits, not all zero, whatever the random source returns (answers 6.2)", () => {
  expect([isTraceId(TRACE_ID), isTraceId("0".repeat(32)), isTraceId(TRACE_ID.toUpperCase())]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isTraceId(traceIdOf(new Uint8Array(16)))).toBe(true);
});

test("The transport is window.postMessage, to the operator's origin only (spec 4.3)", () => {
  const settings = { SERVICE_HANDOFF_TARGET: "https://site.example" } as never;
  const { transport } = handoffManifest({ baseUrl: "https://studio.example", settings });
  expect(transport).toEqual({ name: "window.postMessage", targetOrigin: "https://site.example" });
});
