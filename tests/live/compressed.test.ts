import type { Charset } from "@lumiglyph/contract";
import { type Kernels, loadKernels } from "@lumiglyph/engine";
import { beforeAll, describe, expect, test } from "vitest";
import { parsed } from "../support/params.ts";
import { h264, jpeg } from "./codecs.ts";
import { film } from "./footage.ts";
import { GATES, SIGMA } from "./gates.ts";
import { GRID } from "./scenes.ts";
import { fadeLagOf, flickerOf, panErrorOf, type Setup, settlingOf } from "./trials.ts";

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels(WebAssembly);
});

const CHARSETS = ["detailed", "standard"] as const;

/** What noise of .01 goes through, and the least share of glyphs that flickers then without smoothing. */
const CLIPS = [
  ["JPEG by JPEG", jpeg, 0.25],
  ["H.264 of usual quality", h264(23), 0.15],
  ["H.264 of small files", h264(28), 0.05],
] as const;

describe.each(CLIPS)("noise of .01 that has gone through %s", (_, codec, bare) => {
  const footage = film({ grain: SIGMA }, codec);
  const setupFor = (charset: Charset): Setup => ({
    kernels,
    parsed: parsed({ columns: GRID.columns, charset, glyphStrategy: "fixed" }),
    footage,
    smoothing: true,
  });

  test.each(CHARSETS)("hardly changes a glyph of %s in a still scene", async (charset) => {
    expect(await flickerOf({ ...setupFor(charset), smoothing: false })).toBeGreaterThan(bare);
    expect(await flickerOf(setupFor(charset))).toBeLessThanOrEqual(GATES.flicker);
  });

  test.each(CHARSETS)("lets a step be over in two frames, in %s", async (charset) => {
    const frames = await settlingOf(setupFor(charset));
    expect(frames).toBeGreaterThan(0);
    expect(frames).toBeLessThanOrEqual(GATES.settling);
  });

  test("lets motion through, and fades", async () => {
    expect(await panErrorOf(setupFor("detailed"))).toBeLessThanOrEqual(GATES.panError);
    expect(await fadeLagOf(setupFor("detailed"))).toBeLessThanOrEqual(GATES.fadeLag);
  });
});
