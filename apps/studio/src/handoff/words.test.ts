import { HANDOFF_FAILURES, type HandoffFailure } from "@lumiglyph/handoff";
import { describe, expect, test } from "vitest";
import { failureCard } from "./begin-handoff.tsx";
import type { HandoffRequest, Phase } from "./handoff.ts";
import { offerWords, originWords, pillWords } from "./words.ts";

const request: HandoffRequest = { mode: "webcam-stream", traceId: "a".repeat(32), by: "person" };
const speed = { fps: 30, bytes: 900_000, isSlow: false };

describe("the pill", () => {
  test.each<[Phase, ReturnType<typeof pillWords>]>([
    [{ name: "idle" }, { look: "idle", words: "Send to…", figures: "" }],
    [
      { name: "asking", request },
      { look: "wait", words: "Waiting for you", figures: "" },
    ],
    [
      { name: "connecting", request },
      { look: "wait", words: "Connecting", figures: "" },
    ],
    [
      { name: "connecting", request, isLate: true },
      { look: "wait", words: "No answer yet", figures: "" },
    ],
    [
      { name: "live", request },
      { look: "live", words: "Live", figures: "30 fps, 0.9 MB/s" },
    ],
    [
      { name: "paused", request },
      { look: "wait", words: "Paused", figures: "" },
    ],
    [
      { name: "ended", request, reason: "person" },
      { look: "idle", words: "Ended", figures: "" },
    ],
    [
      { name: "ended", request, reason: "complete" },
      { look: "idle", words: "Delivered", figures: "" },
    ],
    [
      { name: "failed", request, code: "receiver_timeout" },
      { look: "fail", words: "Receiver did not answer", figures: "" },
    ],
  ])("says %j", (phase, words) => {
    expect(pillWords(phase, speed)).toEqual(words);
  });

  test("reports a slow receiver, and what it still gets", () => {
    expect(pillWords({ name: "live", request }, { fps: 18, bytes: 1, isSlow: true })).toEqual({
      look: "slow",
      words: "Receiver slow, newest only",
      figures: "18 fps",
    });
  });

  test("has a separate text for every failure", () => {
    const codes = Object.keys(HANDOFF_FAILURES) as HandoffFailure[];
    const words = codes.map((code) => pillWords({ name: "failed", request, code }, null).words);
    expect(new Set(words).size).toBe(codes.length);
  });
});

describe("the approve bar", () => {
  const size = { columns: 140, rows: 53 };
  const camera = { kind: "camera", name: "Built-in camera" } as const;

  test("describes a stream and its data rate", () => {
    expect(offerWords({ mode: "webcam-stream", opened: camera, size, color: true, fps: 30 })).toBe(
      "Camera, 140 × 53 in color, newest frame only, about 0.9 MB/s.",
    );
    expect(offerWords({ mode: "webcam-stream", opened: camera, size, color: false, fps: null })).toBe(
      "Camera, 140 × 53, newest frame only.",
    );
  });

  test("describes one frame and its size", () => {
    const opened = { kind: "image", name: "koi.png" } as const;
    expect(offerWords({ mode: "latest-frame", opened, size, color: true, fps: null })).toBe(
      "koi.png, 140 × 53 in color, one frame, 30 kB.",
    );
  });

  test("shows an origin in full unless it is https", () => {
    expect(originWords("https://a2v.example")).toBe("a2v.example");
    expect(originWords("http://127.0.0.1:8788")).toBe("http://127.0.0.1:8788");
  });
});

test("every failure that needs an explanation has a card with an action", () => {
  const cards = (Object.keys(HANDOFF_FAILURES) as HandoffFailure[]).flatMap(
    (code) => failureCard(code, () => {}) ?? [],
  );
  expect(cards.map(({ code, ways }) => [code, ways.map(({ label }) => label)])).toEqual([
    ["popup_blocked", ["Open receiver"]],
    ["receiver_unreachable", ["Try again"]],
    ["version_mismatch", ["Close"]],
  ]);
});
