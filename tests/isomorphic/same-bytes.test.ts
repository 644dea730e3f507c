import { PARAM_NAMES, type ParamName, paramRow, type RenderParams } from "@lumiglyph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EnginePage, openEnginePage } from "./browser.ts";
import { CASES, nameOf } from "./cases.ts";
import { type Drawn, drawAll, type KernelKind, type Pictures } from "./draw-all.ts";
import { readPictures } from "./pictures.ts";

/** Where else every case is rendered, and with which kernels; the reference is Node with plain kernels. */
const ELSEWHERE = ["Node, wasm", "a page, plain", "a page, wasm", "a worker, wasm"] as const;

let page: EnginePage;
let plainly: readonly Drawn[];
let elsewhere: Readonly<Record<(typeof ELSEWHERE)[number], readonly Drawn[]>>;

const drawInBrowser = async () => ({
  "a page, plain": await page.draw("drawHere", "plain"),
  "a page, wasm": await page.draw("drawHere", "wasm"),
  "a worker, wasm": await page.draw("drawInWorker", "wasm"),
});

const drawInNode = async (pictures: Pictures, kinds: readonly KernelKind[]) => {
  const drawn: (readonly Drawn[])[] = [];
  for (const kind of kinds) drawn.push(await drawAll(pictures, kind));
  return drawn;
};

beforeAll(async () => {
  const pictures = await readPictures();
  page = await openEnginePage(pictures);
  const [browser, [plain, wasm]] = await Promise.all([drawInBrowser(), drawInNode(pictures, ["plain", "wasm"])]);
  plainly = plain!;
  elsewhere = { "Node, wasm": wasm!, ...browser };
});
afterAll(() => page?.close());

describe("the same bytes and the same evidence everywhere:", () => {
  CASES.forEach((one, index) => {
    test(nameOf(one), () => {
      for (const place of ELSEWHERE) expect(elsewhere[place][index], place).toEqual(plainly[index]);
    });
  });
});

test("the browser reports no errors", () => {
  expect(page.consoleErrors).toEqual([]);
});

test("no two cases look alike", () => {
  expect(new Set(plainly.map(({ body, evidence }) => body + evidence)).size).toBe(CASES.length);
});

describe("the cases", () => {
  const has = (name: ParamName, value: RenderParams[ParamName]) => CASES.some(({ given }) => given[name] === value);
  const ends = (name: ParamName): readonly RenderParams[ParamName][] => {
    const row = paramRow(name);
    if (name === "columns") return [8, 200];
    if (row.kind === "choice") return row.values as readonly RenderParams[ParamName][];
    if (row.kind === "boolean") return [false, true];
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
    expect(new Set(pairs.filter(Boolean)).size).toBe(36);
  });
});
