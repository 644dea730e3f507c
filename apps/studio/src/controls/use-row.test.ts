import {
  DEFAULT_PARAMS,
  PARAM_NAMES,
  PARAMS,
  type ParamName,
  type RenderOptions,
  type RenderParams,
} from "@lumiglyph/contract";
import { finish, openPicture, PLAIN_KERNELS } from "@lumiglyph/engine";
import { expect, test } from "vitest";
import { noEffect, stateOf } from "./use-row.ts";

/** Effects outside the studio only. */
const ELSEWHERE: readonly ParamName[] = ["maxCharacters", "pixelsPerCell", "theme", "reveal"];
const CHANGING = PARAM_NAMES.filter((name) => !ELSEWHERE.includes(name));

const idle = (given: Partial<RenderParams>): ParamName[] =>
  CHANGING.filter((name) => noEffect(name, { ...DEFAULT_PARAMS, ...given }) !== null);

test("by default, edge strength, motion and color parameters have no effect", () => {
  expect(idle({})).toEqual(["saturation", "edgeStrength", "motionSensitivity", "fill", "colors"]);
});

test("color enables saturation and disables mono color", () => {
  expect(idle({ color: true })).toEqual(["edgeStrength", "motionSensitivity", "monoColor"]);
});

test("mosaics in color always have two colors in a cell", () => {
  expect(idle({ color: true, charset: "octants" })).toContain("fill");
});

test("compact JSON always has colors", () => {
  expect(idle({ format: "json-compact" })).not.toContain("saturation");
});

test("line art has an edge strength and is never tuned", () => {
  expect(idle({ edges: true })).toEqual(["saturation", "motionSensitivity", "autoOptimize", "fill", "colors"]);
});

test("fixed glyphs have no RMSE limit", () => {
  expect(idle({ glyphStrategy: "fixed" })).toContain("maxGlyphRmse");
  expect(idle({ glyphStrategy: "fixed" })).not.toContain("glyphStrategy");
});

test("blocks, dots and mosaics have neither a codebook nor directions", () => {
  for (const charset of ["blocks", "dots", "octants"] as const) {
    expect(idle({ charset })).toEqual(expect.arrayContaining(["structure", "glyphStrategy", "maxGlyphRmse"]));
  }
});

test("strokes follow contours in every ASCII charset, dithered or not", () => {
  for (const charset of ["standard", "detailed", "binary", "minimal"] as const) {
    for (const dither of [false, true]) expect(idle({ charset, dither })).not.toContain("structure");
  }
});

test("a parameter reported as having no effect does not change a picture's characters", () => {
  const data = Uint8Array.from({ length: 48 * 48 * 4 }, (_, i) =>
    i % 4 === 3 ? 255 : (i * 7 + ((i / 192) | 0) * 31) % 256,
  );
  const linesOf = (params: RenderParams) => {
    const given = PARAM_NAMES.filter((name) => params[name] !== DEFAULT_PARAMS[name]);
    const options: RenderOptions = Object.fromEntries(given.map((name) => [name, params[name]]));
    return finish(openPicture({ width: 48, height: 48, data }, { kernels: PLAIN_KERNELS }).render(options)).lines();
  };
  const settings: readonly Partial<RenderParams>[] = [
    {},
    { color: true },
    { color: true, charset: "octants" },
    { edges: true },
    { dither: true },
    { glyphStrategy: "fixed" },
    ...PARAMS.charset.values.map((charset) => ({ charset })),
  ];
  for (const given of settings) {
    const params = { ...DEFAULT_PARAMS, columns: 24, ...given };
    const lines = linesOf(params);
    for (const name of idle(params)) expect(linesOf({ ...params, [name]: otherValue(name) }), name).toEqual(lines);
  }
});

const otherValue = (name: ParamName): string | number | boolean => {
  const row = PARAMS[name];
  if ("min" in row) return row.min;
  return "values" in row ? row.values.at(-1)! : row.kind === "color" ? "#ff0000" : !row.default;
};

test("a live source enables motion sensitivity and is never dithered", () => {
  const moving = (given: Partial<RenderParams>) =>
    CHANGING.filter((name) => noEffect(name, { ...DEFAULT_PARAMS, ...given }, true) !== null);
  expect(moving({})).toEqual(["saturation", "edgeStrength", "dither", "fill", "colors"]);
  expect(moving({ dither: true })).not.toContain("structure");
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
