import { completeParams, PARAM_NAMES } from "@lumiglyph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fixture } from "../spec/drawn.ts";
import {
  askRender,
  fiveAtOnce,
  formImage,
  type Given,
  jsonImage,
  type RenderRequest,
  rawImage,
} from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";
import { validParams } from "../support/params.ts";

const service = serviceForFile();
const PICTURE = fixture("formats/palette.png");

/** The same render, requested in every possible way. */
const ways = (given: Given): { readonly [way: string]: RenderRequest } => {
  const [some, others] = halves(given);
  return {
    "raw body, query": rawImage(PICTURE, given),
    "form, file last": formImage(PICTURE, given),
    "form, file first": formImage(PICTURE, given, {}, true),
    "form, query": formImage(PICTURE, {}, given),
    "form, half in the query": formImage(PICTURE, some, others),
    "form, all of it twice": formImage(PICTURE, given, given),
    JSON: jsonImage(PICTURE, given),
    "JSON, query": jsonImage(PICTURE, {}, given),
    "JSON, half in the query": jsonImage(PICTURE, some, others),
  };
};

const halves = (given: Given): readonly [Given, Given] => {
  const entries = Object.entries(given);
  const pick = (half: number) => Object.fromEntries(entries.filter((_, at) => at % 2 === half));
  return [pick(0), pick(1)];
};

const expectSameBytes = async (given: Given): Promise<void> => {
  const [first, ...more] = await fiveAtOnce(Object.entries(ways(given)), async ([way, request]) => {
    const { status, bytes, headers } = await askRender(service.url, request);
    return { way, status, type: headers.get("content-type"), evidence: headers.get("render-quality"), bytes };
  });
  expect(first?.status, first?.bytes.toString()).toBe(200);
  for (const one of more) expect({ ...one, way: first?.way }).toEqual(first);
};

/** Any valid parameters in query syntax: plain decimals, short enough for a form field. */
const spelledParams = validParams().map((options): Given => {
  const params = completeParams(options);
  const plain = (value: unknown) => (typeof value === "number" ? Number(value.toFixed(6)) : value);
  return Object.fromEntries(PARAM_NAMES.map((name) => [name, plain(params[name])]));
});

test("Forty random parameter sets give the same bytes in nine ways (spec 4.2; answers 1.8, 2.12)", async () => {
  await fc.assert(fc.asyncProperty(spelledParams, expectSameBytes), { seed: 20, numRuns: 40 });
});

for (const format of ["text", "ansi", "html", "json", "json-compact", "svg"]) {
  test(`${format} has the same bytes in nine ways, with color and without (spec 4.2)`, async () => {
    for (const color of [false, true]) await expectSameBytes({ columns: 24, format, color });
  });
}

for (const charset of ["standard", "detailed", "blocks", "binary", "dots", "minimal"]) {
  test(`${charset} has the same bytes in nine ways (spec 4.2)`, async () => {
    for (const glyphStrategy of ["adaptive", "fixed"]) await expectSameBytes({ columns: 24, charset, glyphStrategy });
  });
}
