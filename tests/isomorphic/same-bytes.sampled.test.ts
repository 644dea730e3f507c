import { PARAM_NAMES, PARAMS, type ParamName, paramRow, type RenderParams, TEXT_FORMATS } from "@lumiglyph/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type EnginePage, openEnginePage } from "./browser.ts";
import { CASES, nameOf } from "./cases.ts";
import { type Drawn, drawAll, type KernelKind, type Pictures } from "./draw-all.ts";
import { readPictures } from "./pictures.ts";

/**
 * The other environments of every case, and their kernels; the reference is Node with plain
 * kernels.
 */
const ELSEWHERE = inject("allCases")
  ? (["Node, wasm", "a page, plain", "a page, wasm", "a worker, wasm"] as const)
  : (["Node, wasm", "a worker, wasm"] as const);

/** One case of so many is rendered. */
const EVERY = inject("allCases") ? 1 : 6;
const SOME = CASES.filter((_, at) => at % EVERY === 0);

let page: EnginePage;
let plainly: readonly Drawn[];
let elsewhere: Readonly<Partial<Record<(typeof ELSEWHERE)[number], readonly Drawn[]>>>;

const drawInBrowser = async () => ({
  ...(inject("allCases") && {
    "a page, plain": await page.draw("drawHere", "plain", EVERY),
    "a page, wasm": await page.draw("drawHere", "wasm", EVERY),
  }),
  "a worker, wasm": await page.draw("drawInWorker", "wasm", EVERY),
});

const drawInNode = async (pictures: Pictures, kinds: readonly KernelKind[]) => {
  const drawn: (readonly Drawn[])[] = [];
  for (const kind of kinds) drawn.push(await drawAll(pictures, kind, EVERY));
  return drawn;
};

beforeAll(async () => {
  const pictures = await readPictures();
  page = await openEnginePage(pictures);
  const [browser, [plain, wasm]] = await Promise.all([drawInBrowser(), drawInNode(pictures, ["plain", "wasm"])]);
  plainly = plain!;
  elsewhere = { "Node, wasm": wasm!, ...browser };
}, 600_000);
afterAll(() => page?.close());

describe("the same bytes and the same evidence everywhere:", () => {
  SOME.forEach((one, index) => {
    test(nameOf(one), () => {
      for (const place of ELSEWHERE) expect(elsewhere[place]?.[index], place).toEqual(plainly[index]);
    });
  });
});

test("the browser reports no errors", () => {
  expect(page.consoleErrors).toEqual([]);
});

test("no two cases look alike", () => {
  expect(new Set(plainly.map(({ body, evidence }) => body + evidence)).size).toBe(SOME.length);
});

describe("the cases", () => {
  const has = (name: ParamName, value: RenderParams[ParamName]) => CASES.some(({ given }) => given[name] === value);
  const ends = (name: ParamName): readonly RenderParams[ParamName][] => {
    const row = paramRow(name);
    if (name === "columns") return [8, 200];
    // a picture of the page is no text: its pixels are compared in tests/studio
    if (name === "format") return TEXT_FORMATS;
    if (name === "pixelsPerCell") return [];
    if (row.kind === "choice") return row.values as readonly RenderParams[ParamName][];
    if (row.kind === "boolean") return [false, true];
    if (row.kind === "text") return ["Two koi & lilies"];
    if (row.kind === "characters") return ["01"];
    return row.kind === "color" ? ["#ffb000"] : [row.min, row.max];
  };

  test("are at least sixty", () => {
    expect(CASES.length).toBeGreaterThanOrEqual(60);
  });

  test.each(PARAM_NAMES)("have every choice or both ends of %s", (name) => {
    expect(ends(name).filter((value) => !has(name, value))).toEqual([]);
  });

  test("have every charset in every format", () => {
    const pairs = CASES.map(({ given: { charset, format } }) => charset && format && `${charset} ${format}`);
    expect(new Set(pairs.filter(Boolean)).size).toBe(PARAMS.charset.values.length * TEXT_FORMATS.length);
  });
});
