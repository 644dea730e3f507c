import { DEFAULT_PARAMS, PARAM_NAMES, type ParamName, type RenderParams } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { sentencesFor } from "./sentences.ts";
import { noEffect, stateOf } from "./use-row.ts";

const saysOf = (name: ParamName, given: Partial<RenderParams> = {}, moves = false): string =>
  sentencesFor(name, noEffect(name, { ...DEFAULT_PARAMS, ...given }, moves));

test.each<[ParamName, Partial<RenderParams>, string]>([
  ["edgeStrength", {}, "Edge magnitude multiplier. No effect while Edges is off."],
  ["monoColor", { color: true }, "Color for mono/ansi/svg/html output. No effect while Color is on."],
  ["fill", { color: true, charset: "octants" }, "No effect with this charset."],
  ["maxGlyphRmse", { glyphStrategy: "fixed" }, "No effect while Glyphs is fixed."],
  ["reveal", {}, "No effect unless Format is svg."],
  ["motionSensitivity", {}, "No effect on a still picture."],
  ["theme", {}, "Not used in the studio."],
])("%s with %j says: %s", (name, given, sentence) => {
  expect(saysOf(name, given).endsWith(sentence)).toBe(true);
});

test("a live source enables motion sensitivity and is never dithered", () => {
  expect(saysOf("motionSensitivity", {}, true)).not.toContain("No effect");
  expect(saysOf("dither", {}, true)).toContain("No effect while the picture moves.");
});

test("compact JSON always has colors", () => {
  expect(saysOf("saturation")).toContain("No effect while Color is off.");
  expect(saysOf("saturation", { format: "json-compact" })).not.toContain("No effect");
});

test("every parameter has a sentence, without the quotes of documents", () => {
  for (const name of PARAM_NAMES) expect(saysOf(name)).toMatch(/^[^`]+\.$/);
});

const options = { contrast: 1.3 };
const quality = { tuned: { gamma: { from: 1, to: 0.892 }, contrast: { from: 1.15, to: 1.33 } } };

test("an untouched parameter has its default", () => {
  expect(stateOf("sharpen", options, quality)).toEqual({ origin: "default", value: 0.35 });
  expect(stateOf("gamma", options, undefined)).toEqual({ origin: "default", value: 1 });
});

test("a tuned parameter shows the tuned value", () => {
  expect(stateOf("gamma", options, quality)).toEqual({ origin: "tuned", value: 0.892 });
});

test("a value set by the user stays, even if the last picture was tuned in it", () => {
  expect(stateOf("contrast", options, quality)).toEqual({ origin: "set", value: 1.3 });
});

test("a value that the user set to its default is set, not tuned", () => {
  expect(stateOf("gamma", { gamma: 1 }, quality)).toEqual({ origin: "set", value: 1 });
});
