import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startProcess } from "../support/http-process.ts";
import { readCalibrations } from "./calibration.ts";
import { type Case, drawCases } from "./cases.ts";
import { isFound } from "./contours.ts";
import { drawAt, HEADERS } from "./draw.ts";
import { type Recomputed, recompute } from "./recomputation.ts";
import { type Response, readResponse } from "./response.ts";
import { fullOf } from "./score.ts";

const ROOT = join(import.meta.dirname, "../..");
const CALIBRATIONS = readCalibrations(new URL("../../packages/engine/src/glyphs/generated/fonts/", import.meta.url));

/**
 * Tolerances between a claim and its recomputation: for `contours`, a cell between two directions;
 * for `psnr`, in decibels, the last digits of a nearly perfect round trip; for `stability`, a few
 * different glyphs in the twin.
 */
const TOLERANCE: { readonly [component: string]: number } = {
  tone: 0.001,
  structure: 0.001,
  edges: 0.001,
  shadows: 0.001,
  faces: 0.001,
  contours: 0.005,
  psnr: 0.02,
  stability: 0.0125,
  color: 0.005,
};

/** In color the response has inks in bytes, where the engine has more digits: dim inks, and PSNR on flat steps, most of all. */
const IN_COLOR = 12;

/**
 * All of them, or a seventh: with 40 pictures for each of five targets that is still most pictures.
 */
const CASES = drawCases().filter((_, at) => inject("allCases") || at % 7 === 0);

type Judged = { readonly one: Case; readonly text: string; readonly response: Response; readonly found: Recomputed };

let service: Awaited<ReturnType<typeof startProcess>>;
let judged: readonly Judged[];

beforeAll(async () => {
  service = await startProcess({ SERVICE_PORT: "0" });
  judged = await threeAtOnce(CASES, judge);
}, 900_000);

afterAll(() => service.stop());

const judge = async (one: Case): Promise<Judged> => {
  const picture = await bytesOf(one);
  const text = await render(picture, one);
  const response = readResponse(text, one.asked);
  return { one, text, response, found: await recompute(response, sourcesOf(picture)) };
};

const bytesOf = async ({ file, asJpeg }: Case): Promise<Buffer> => {
  const bytes = readFileSync(join(ROOT, "fixtures", file));
  return asJpeg ? sharp(bytes).jpeg({ quality: 90 }).toBuffer() : bytes;
};

const render = async (picture: Buffer, { asked }: Case): Promise<string> => {
  const search = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const answer = await fetch(`${service.url}/api/v1/render?${search}`, {
    method: "POST",
    headers: HEADERS,
    body: Uint8Array.from(picture),
  });
  expect(answer.status, `${search}`).toBe(200);
  return answer.text();
};

const sourcesOf = (picture: Buffer) => ({ picture, calibrations: CALIBRATIONS, draw: drawAt(service.url) });

const threeAtOnce = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  const rest = items.entries();
  const worker = async () => {
    for (const [at, item] of rest) results[at] = await work(item);
  };
  await Promise.all([worker(), worker(), worker()]);
  return results;
};

/**
 * Diffused errors spread to all later cells: on flat paper one rounding changes them all. The twin of a dithered grid, and
 * thus `motion`, has a larger tolerance.
 */
const grace = ({ asked }: Case): number => {
  const isRounded = asked["color"] === true ? IN_COLOR : 1;
  return asked["dither"] === true && asked["qualityTarget"] === "motion" ? 4 * isRounded : isRounded;
};

const offBy = (most: number, differenceOf: (one: Judged) => number): readonly string[] =>
  judged
    .filter((one) => Math.abs(differenceOf(one)) > most * grace(one.one))
    .map((one) => `${one.one.file} ${JSON.stringify(one.one.asked)}: ${differenceOf(one)}`);

describe(`${CASES.length} renders, recomputed without any engine code,`, () => {
  test("cover pictures, targets, charsets and formats", () => {
    const kinds = (name: string) => new Set(judged.map(({ one }) => one.asked[name])).size;
    const pictures = new Set(judged.map(({ one }) => `${one.file} ${one.asJpeg}`)).size;
    expect(pictures).toBeGreaterThanOrEqual(inject("allCases") ? 40 : 30);
    expect(["qualityTarget", "charset", "columns", "autoOptimize", "format"].map(kinds)).toEqual([5, 9, 8, 4, 2]);
    expect(["glyphStrategy", "invert", "dither", "edges", "color"].map(kinds)).toEqual([2, 2, 2, 2, 2]);
    expect(judged.filter(({ response }) => response.quality.status === "target_met").length).toBeGreaterThan(
      CASES.length / 20,
    );
  });

  test("have the claimed score, within .005", () => {
    expect(offBy(0.005, ({ response, found }) => found.score - response.quality.score)).toEqual([]);
  });

  test("have the claimed RMSE, up to rounding", () => {
    expect(offBy(1e-9, ({ response, found }) => found.rmse - response.glyphs.rmse)).toEqual([]);
  });

  test("have the claimed error of cells, within .001", () => {
    expect(offBy(0.001, ({ response, found }) => found.drawn - response.glyphs.drawn)).toEqual([]);
  });

  test("have the claimed strokes along contours, in as many cells, within .005", () => {
    expect(judged.filter(({ response }) => response.glyphs.contours.share > 0).length).toBeGreaterThan(
      CASES.length / 2,
    );
    expect(offBy(0.005, ({ response, found }) => found.contours.share - response.glyphs.contours.share)).toEqual([]);
    const others = judged.filter(({ response, found }) => !isFound(response, found.contours));
    expect(others.map(({ one }) => one)).toEqual([]);
  });

  test.each(Object.entries(TOLERANCE))("have the claimed %s, within %f", (name, most) => {
    const differenceIn = ({ components }: Recomputed): number => {
      const component = components.find((one) => one.name === name);
      return component === undefined ? 0 : component.recomputed - component.value;
    };
    expect(judged.some(({ found }) => found.components.some((one) => one.name === name))).toBe(true);
    expect(offBy(most, ({ found }) => differenceIn(found))).toEqual([]);
  });

  test("claim target_met exactly if every component meets its threshold, within .002 of perfect", () => {
    const wrong = judged.filter(({ response, found }) => {
      const slack = response.quality.status === "target_met" ? -0.002 : 0.002;
      const holds = found.components.every((one) => one.recomputed >= one.threshold + slack * fullOf(one.name));
      return holds !== (response.quality.status === "target_met");
    });
    expect(wrong.map(({ one }) => one)).toEqual([]);
  });
});

describe("detects", () => {
  test.each(["balanced", "portrait", "motion", "low-light", "round-trip"])(
    "two swapped rows, by the measure of %s",
    async (qualityTarget) => {
      const one = { file: "portrait.png", asJpeg: false, asked: { columns: 40, format: "json", qualityTarget } };
      const { response, found } = await judge(one);
      expect(Math.abs(found.score - response.quality.score)).toBeLessThan(0.005);
      const lines = [...response.lines];
      [lines[6], lines[20]] = [lines[20]!, lines[6]!];
      const tampered = await recompute({ ...response, lines }, sourcesOf(await bytesOf(one)));
      expect(Math.abs(tampered.score - response.quality.score)).toBeGreaterThan(0.005);
    },
  );

  test("another stroke along a contour, and other light in the cells", async () => {
    const one = { file: "line-drawing.png", asJpeg: false, asked: { columns: 60, format: "json" } };
    const { response, found } = await judge(one);
    expect(found.contours.shares.get("|")).toBeGreaterThan(0.02);
    const lines = response.lines.map((line) => line.replaceAll("|", "@"));
    const tampered = await recompute({ ...response, lines }, sourcesOf(await bytesOf(one)));
    expect(isFound(response, found.contours)).toBe(true);
    expect(isFound({ ...response, lines }, tampered.contours)).toBe(false);
    expect(tampered.contours.glyphs).not.toContain("|");
    expect(found.contours.share - tampered.contours.share).toBeGreaterThan(0.02);
    expect(tampered.drawn - found.drawn).toBeGreaterThan(0.005);
  });

  test("art rendered with other parameters than a compact response is said to have", async () => {
    const one = { file: "portrait.png", asJpeg: false, asked: { columns: 40, format: "json-compact", gamma: 0.8 } };
    const { text, found } = await judge(one);
    const other = await recompute(readResponse(text), sourcesOf(await bytesOf(one)));
    expect(Math.abs(other.drawn - found.drawn)).toBeGreaterThan(0.005);
  });

  test("another metric", async () => {
    const { one, response } = judged[0]!;
    const other = { ...response, quality: { ...response.quality, metric: "seen-fidelity-v1" } };
    await expect(recompute(other, sourcesOf(await bytesOf(one)))).rejects.toThrow("seen-fidelity-v1");
  });

  test("another calibration", async () => {
    const { one, response } = judged[0]!;
    const other = { ...response, quality: { ...response.quality, font: "glyph-light-v0-00000000" } };
    await expect(recompute(other, sourcesOf(await bytesOf(one)))).rejects.toThrow("glyph-light-v0-00000000");
  });
});

describe("as a command, in plain Node", () => {
  const folder = mkdtempSync(join(tmpdir(), "evidence-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const runOn = async ({ one, text }: Judged, ...more: readonly string[]) => {
    const [response, picture] = [join(folder, "response.json"), join(folder, "picture")];
    writeFileSync(response, text);
    writeFileSync(picture, await bytesOf(one));
    const script = fileURLToPath(new URL("./recompute.ts", import.meta.url));
    return new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(process.execPath, [script, response, picture, ...more], (error, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, output: stdout + stderr });
      });
    });
  };
  const pageOf = (target: string, format = "json"): Judged =>
    judged.find(({ one }) => one.asked["qualityTarget"] === target && one.asked["format"] === format)!;

  test("prints claims beside recomputed values", async () => {
    const page = pageOf("balanced");
    const { code, output } = await runOn(page);
    expect(output).toContain(page.response.quality.score.toFixed(5));
    expect(output.match(/^\S+/gm)).toEqual([
      ...["structure", "tone", "edges", "contours", "shadows"],
      ...["score", "rmse", "drawn", "contours.share"],
    ]);
    expect(code).toBe(0);
  });

  test("takes parameters that a compact response lacks from its arguments, and renders the twin with a service", async () => {
    const page = pageOf("motion", "json-compact");
    const asked = Object.entries(page.one.asked).map(([name, value]) => `${name}=${value}`);
    expect(await runOn(page, service.url, ...asked)).toMatchObject({ code: 0 });
    expect((await runOn(page)).output).toContain("name its address");
  });

  test.each([
    ["score", (one: Response) => one.quality.score],
    ["drawn", (one: Response) => one.glyphs.drawn],
    ["share", (one: Response) => one.glyphs.contours.share],
  ])("exits 1 if a claim does not hold: %s", async (name, claimed) => {
    const page = pageOf("balanced");
    const text = page.text.replace(RegExp(`"${name}":[^,}]+`), `"${name}":${claimed(page.response) - 0.006}`);
    const { code, output } = await runOn({ ...page, text });
    expect(output).toMatch(RegExp(`^(contours.)?${name} .* 0\\.00(5|6)\\d{2} `, "m"));
    expect(code).toBe(1);
  });

  test("exits 1 if other strokes are claimed", async () => {
    const page = pageOf("balanced");
    const text = page.text.replace(/"contours":\{"glyphs":"[^"]*"/, '"contours":{"glyphs":"-"');
    expect(await runOn({ ...page, text })).toMatchObject({ code: 1 });
  });
});

test("nothing in this folder imports code of a package or an app", () => {
  const importsOf = (file: string) =>
    [...readFileSync(file, "utf8").matchAll(/(?:from|import) ?\(?"([^"]+)"/g)].map(([, name]) => name!);
  const own = readdirSync(import.meta.dirname).filter((file) => !file.endsWith(".test.ts"));
  // the standards' formulas, which import nothing
  const scripts = [...own.map((file) => `./${file}`), "../support/srgb.ts"];
  const imported = new Set(scripts.flatMap((file) => importsOf(join(import.meta.dirname, file))));
  expect([...imported].filter((name) => !scripts.includes(name)).toSorted()).toEqual(["node:fs", "sharp"]);
});
