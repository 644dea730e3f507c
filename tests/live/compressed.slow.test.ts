import { type Kernels, loadKernels } from "@lumiglyph/engine";
import { beforeAll, describe, expect, test } from "vitest";
import { optionsWith } from "../support/params.ts";
import { h264, jpeg } from "./codecs.ts";
import { footageWith } from "./footage.ts";
import { GATES, SIGMA } from "./gates.ts";
import { GRID } from "./scenes.ts";
import { fadeLagOf, flickerOf, panErrorOf, type Setup, settlingOf } from "./trials.ts";

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels(WebAssembly);
});

/** Codecs for noise of .01, and the least share of glyphs that flickers without smoothing. */
const CLIPS = [
  ["JPEG by JPEG", jpeg, 0.25],
  ["H.264 of usual quality", h264(23), 0.15],
  ["H.264 of small files", h264(28), 0.05],
] as const;

describe.each(CLIPS)("noise of .01 after %s", (_, codec, bare) => {
  const footage = footageWith({ grain: SIGMA }, codec);
  // the charset that flickers most
  const options = optionsWith({ columns: GRID.columns, charset: "detailed", glyphStrategy: "fixed" });
  const setupFor = (smoothing: boolean): Setup => ({ kernels, options, footage, smoothing });

  test("hardly changes a glyph in a still scene", async () => {
    expect(await flickerOf(setupFor(false))).toBeGreaterThan(bare);
    expect(await flickerOf(setupFor(true))).toBeLessThanOrEqual(GATES.flicker);
  });

  test("completes a step in two frames", async () => {
    const frames = await settlingOf(setupFor(true));
    expect(frames).toBeGreaterThan(0);
    expect(frames).toBeLessThanOrEqual(GATES.settling);
  });

  test("follows motion and fades", async () => {
    expect(await panErrorOf(setupFor(true))).toBeLessThanOrEqual(GATES.panError);
    expect(await fadeLagOf(setupFor(true))).toBeLessThanOrEqual(GATES.fadeLag);
  });
});
