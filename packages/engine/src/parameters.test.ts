import { isDeepStrictEqual } from "node:util";
import {
  type Condition,
  completeParams,
  gridSize,
  PARAM_NAMES,
  type ParamName,
  paramFacts,
  paramRow,
  type RenderOptions,
  STAGE_PARAMS,
} from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { optionsFor, optionsWith, otherValue, paramsWith } from "../../../tests/support/params.ts";
import { initialStateOf } from "../../../tests/support/pipeline-state.ts";
import { paint } from "../../../tests/support/rasters.ts";
import { PLAIN_KERNELS } from "./kernels.ts";
import { PARTS, runStages } from "./pipeline.ts";
import type { PipelineState } from "./pipeline-state.ts";
import { openPicture, render } from "./render.ts";
import { shrink } from "./shrink.ts";
import { finish, unwatched } from "./stage.ts";
import { openStream } from "./temporal/stream.ts";

/** A disc with stripes, on which every parameter has an effect. */
const PICTURE = paint(96, 72, (x, y) => {
  const light = Math.hypot(x - 48, y - 36) < 30 ? 90 + 2 * x - ((x + y) % 9) * 9 : 20 + y;
  return [light, light / 2, 255 - light];
});

const given = (name: ParamName): RenderOptions => ({
  columns: 24,
  autoOptimize: 0,
  format: "svg",
  // a text has no colors
  ...(name === "format" && { color: true, format: "text" }),
  ...optionsFor(name),
});

const withOther = (name: ParamName, options: RenderOptions = given(name)): RenderOptions =>
  optionsWith({ ...options, [name]: otherValue(name) });

const kernels = PLAIN_KERNELS;
const drawn = (options: RenderOptions) => {
  const { lines, params } = finish(openPicture(PICTURE, { kernels }).render(options));
  return { lines: lines(), params };
};

type Part = keyof typeof PARTS;

/** What a part of the pipeline passes on; colors that pages in two colors need are only added. */
const RESULTS: { readonly [Name in Part]: readonly (keyof PipelineState)[] } = {
  light: ["light", "opacity"],
  view: ["tone", "tones"],
  glyphs: ["codebook", "cells", "hues", "wanted", "inks", "pairs"],
};

/** The first part of the pipeline whose result differs; null if none does. */
const firstChange = (one: RenderOptions, other: RenderOptions): Part | null => {
  const [a, b] = [one, other].map(completeParams);
  const size = gridSize(a!, PICTURE.width, PICTURE.height);
  let states = [initialStateOf(PICTURE, size), initialStateOf(PICTURE, size)] as const;
  for (const part of Object.keys(PARTS) as Part[]) {
    states = [runStages(PARTS[part], states[0], a!, unwatched), runStages(PARTS[part], states[1], b!, unwatched)];
    if (!RESULTS[part].every((key) => isDeepStrictEqual(states[0][key], states[1][key]))) return part;
  }
  return null;
};

/** The part of the pipeline with the stages that a row names. */
const statedPart = (name: ParamName): Part | null =>
  (Object.keys(PARTS) as Part[]).find((part) =>
    PARTS[part].some((stage) => STAGE_PARAMS[stage.name].some((one) => one === name)),
  ) ?? null;

describe.each(PARAM_NAMES)("%s", (name) => {
  const { affects, idleWhen = [] } = paramFacts(name);

  test("changes the part of the pipeline that its row names, and none before", () => {
    const isSize = affects.includes("size") && name !== "maxCharacters";
    if (isSize)
      expect(gridSize(paramsWith(withOther(name)), 96, 72)).not.toEqual(gridSize(paramsWith(given(name)), 96, 72));
    else expect(firstChange(optionsWith(given(name)), withOther(name))).toBe(statedPart(name));
  });

  test("changes the documents of the formats that its row names", () => {
    const bodyIn = (options: RenderOptions, format: "ansi" | "html" | "svg") =>
      render(PICTURE, { ...options, format }, { kernels }).body;
    const formats = (["ansi", "html", "svg"] as const).filter((format) => affects.includes(format));
    for (const format of formats) expect(bodyIn(withOther(name), format)).not.toBe(bodyIn(given(name), format));
  });

  test("is read anew by an open picture", () => {
    const picture = openPicture(PICTURE, { kernels, shrink });
    finish(picture.render(optionsWith(given(name))));
    expect(finish(picture.render(withOther(name))).lines()).toEqual(drawn(withOther(name)).lines);
  });

  test.skipIf(idleWhen.includes("moving"))("does in a stream what it does in a still", () => {
    const { characters, cells } = openStream({ kernels }).next(PICTURE, withOther(name));
    expect(Array.from(cells, (place) => characters[place]).join("")).toBe(drawn(withOther(name)).lines.join(""));
  });

  test("changes no character where its row says that it is idle", () => {
    for (const options of idleWhen.flatMap(fulfilled)) {
      const idle = optionsWith({ columns: 24, autoOptimize: 0, ...options });
      expect(drawn(withOther(name, idle)).lines).toEqual(drawn(idle).lines);
    }
  });
});

/** Options under which a condition holds: one set for each value of its first parameter. */
const fulfilled = (condition: Condition): readonly RenderOptions[] => {
  if (condition === "moving") return [];
  if (condition === "still") return [{}];
  const [[first, values] = ["", []], ...others] = Object.entries(condition).map(([name, listed]) => {
    const row = paramRow(name as ParamName);
    const all = row.kind === "choice" ? row.values : [false, true];
    const holding =
      "not" in listed ? all.filter((value) => !(listed.not as readonly unknown[]).includes(value)) : listed;
    return [name, holding.filter((value) => value !== "png")] as const;
  });
  return values.map((value) => ({
    [first]: value,
    ...Object.fromEntries(others.map(([name, holding]) => [name, holding[0]])),
  }));
};
