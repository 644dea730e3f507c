import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PARAM_NAMES, type ParamName, STAGE_PARAMS } from "@lumiglyph/contract";
import { decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { render } from "@lumiglyph/engine";
import { expect, test } from "vitest";
import { optionsFor, optionsWith, otherValue } from "../support/params.ts";
import { readCalibrations } from "./calibration.ts";
import { recompute } from "./recomputation.ts";
import { readResponse } from "./response.ts";

const PICTURE = readFileSync(join(import.meta.dirname, "../../fixtures/portrait.png"));
const CALIBRATIONS = readCalibrations(new URL("../../packages/engine/src/glyphs/generated/fonts/", import.meta.url));

/** The response of a render, recomputed without a service: no other target than `motion` draws again. */
const judge = async (name: ParamName) => {
  const options = { columns: 40, autoOptimize: 0, ...optionsFor(name), [name]: otherValue(name), format: "json" };
  const { raster, source } = await decodeImage(PICTURE, NO_LIMITS, { columns: 40 });
  const response = readResponse(render(raster, optionsWith(options as object), { source }).body);
  const draw = () => Promise.reject(new Error("This response needs no other drawing."));
  return { response, found: await recompute(response, { picture: PICTURE, calibrations: CALIBRATIONS, draw }) };
};

/** All that change a picture's glyphs. Extreme values leave few glyphs, so a figure may be off by more. */
const DRAWN = PARAM_NAMES.filter((name) => Object.values(STAGE_PARAMS).some((names) => names.includes(name as never)));

test.each(DRAWN)("the recomputation knows %s", async (name) => {
  const { response, found } = await judge(name);
  expect(Math.abs(found.score - response.quality.score)).toBeLessThan(0.01);
  expect(Math.abs(found.drawn - response.glyphs.drawn)).toBeLessThan(0.01);
  expect(Math.abs(found.rmse - response.glyphs.rmse)).toBeLessThan(0.01);
});
