import { expect, test } from "vitest";
import { isTraceId, launchUrl, readLaunch, traceIdOf } from "./launch.ts";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";

test("a launch URL has the fields that its receiver reads", () => {
  const url = launchUrl("https://site.example", { mode: "video-stream", traceId: TRACE_ID });
  expect(url).toBe(
    `https://site.example/?handoff=1&protocol=service.v2a.a2v.handoff.v1&mode=video-stream&source=studio&traceId=${TRACE_ID}`,
  );
  expect(readLaunch(new URL(url).searchParams)).toEqual({ mode: "video-stream", traceId: TRACE_ID });
});

test.each(["", "?handoff=0", "?handoff=1&protocol=x", "?handoff=1&mode=video-stream"])(
  "%j is not a launch",
  (query) => {
    expect(readLaunch(new URLSearchParams(query))).toBeNull();
  },
);

test("an unknown mode or a malformed trace id is not a launch", () => {
  const url = launchUrl("https://site.example", { mode: "video-stream", traceId: TRACE_ID });
  for (const [from, to] of [
    ["video-stream", "screen"],
    [TRACE_ID, "0".repeat(32)],
    [TRACE_ID, TRACE_ID.toUpperCase()],
  ]) {
    expect(readLaunch(new URL(url.replace(from!, to!)).searchParams)).toBeNull();
  }
});

test("a trace id is random and never all zeros", () => {
  expect(traceIdOf(Uint8Array.from({ length: 16 }, (_, i) => i * 16 + 15))).toBe("0f1f2f3f4f5f6f7f8f9fafbfcfdfefff");
  expect(isTraceId(traceIdOf(new Uint8Array(16)))).toBe(true);
});
