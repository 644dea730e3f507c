import { expect, test } from "vitest";
import { firstLook } from "./first-look.ts";
import type { RenderOptions } from "./generated/render-options.ts";

test.each<readonly [options: RenderOptions, look: RenderOptions]>([
  [{}, { glyphStrategy: "fixed" }],
  [{ color: true }, { glyphStrategy: "fixed", fill: 0.8 }],
  [
    { color: true, colors: "256" },
    { glyphStrategy: "fixed", fill: 0.8 },
  ],
  [
    { color: true, background: "light" },
    { glyphStrategy: "fixed", fill: 0.8 },
  ],
  [{ color: true, edges: true }, { glyphStrategy: "fixed" }],
  [{ maxGlyphRmse: 0.02 }, {}],
  [{ color: true, fill: 0, glyphStrategy: "adaptive" }, {}],
])("%j gets %j", (options, look) => {
  expect(firstLook(options)).toEqual({ ...options, ...look });
});
