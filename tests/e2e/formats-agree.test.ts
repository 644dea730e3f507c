import { expect, test } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { ansiText, htmlText, svgText } from "../support/http-art.ts";
import { askRender, type Given, rawImage } from "../support/http-render.ts";
import { SCHEMAS } from "../support/http-schemas.ts";
import { serviceForFile } from "../support/http-service.ts";

const service = serviceForFile();

const draw = async (file: string, given: Given): Promise<string> => {
  const { status, text } = await askRender(service.url, rawImage(fixture(file), { columns: 40, ...given }));
  expect(status).toBe(200);
  return text;
};

/** Images with colors, with transparency, of one cell color, and with glyphs that markup must escape or that are not ASCII. */
const CASES: readonly (readonly [file: string, given: Given])[] = [
  ["koi.png", { color: true }],
  ["formats/lossy.webp", {}],
  ["formats/lossy.webp", { color: true, charset: "dots", saturation: 4 }],
  ["formats/lossy.webp", { color: true, charset: "blocks", glyphStrategy: "fixed" }],
  ["formats/palette.png", { glyphStrategy: "fixed", dither: true }],
  ["formats/palette.png", { color: true, edges: true, monoColor: "#0f0" }],
  ["charts/edges.png", { invert: true, structure: 1, monoColor: "#ffb000" }],
  ["charts/alpha.png", { color: true }],
  ["charts/one-pixel.png", { color: true, columns: 8 }],
  ["charts/wide.png", { color: true, columns: 400 }],
];

type Art = { columns: number; rows: number; lines: string[]; colors: string[][] | null };
type CompactArt = { columns: number; rows: number; text: string; chroma: { encoding: string; data: string } };

/** The rows of a page, in color too. */
const rowsOf = async (file: string, given: Given): Promise<string> => {
  const { lines } = JSON.parse(await draw(file, { ...given, format: "json" })) as Art;
  return `${lines.join("\n")}\n`;
};

for (const [file, given] of CASES) {
  const named = `${file} ${new URLSearchParams(given as Record<string, string>)}`;

  test(`${named}: both JSON formats validate against the published schemas (answers 2.4)`, async () => {
    expect(SCHEMAS.art(JSON.parse(await draw(file, { ...given, format: "json" })))).toBe("valid");
    expect(SCHEMAS.compactArt(JSON.parse(await draw(file, { ...given, format: "json-compact" })))).toBe("valid");
  });

  test(`${named}: all formats show the same art (spec 4.2; answers 2.8, 2.9, 2.10)`, async () => {
    const text = await rowsOf(file, given);
    if (given["color"] !== true) expect(await draw(file, given)).toBe(text);
    expect(ansiText(await draw(file, { ...given, format: "ansi" }))).toBe(text);
    expect(htmlText(await draw(file, { ...given, format: "html" }))).toBe(text);
    expect(svgText(await draw(file, { ...given, format: "svg" }))).toBe(text);
    const art = JSON.parse(await draw(file, { ...given, format: "json" })) as Art;
    expect(art.lines.map((line) => `${line}\n`).join("")).toBe(text);
    expect(art.lines.map((line) => [...line].length)).toEqual(Array(art.rows).fill(art.columns));
  });

  test(`${named}: the compact form has the same grid and colors (answers 2.6)`, async () => {
    const compact = JSON.parse(await draw(file, { ...given, format: "json-compact" })) as CompactArt;
    expect(compact.text).toBe(await rowsOf(file, given));
    expect(compact.chroma.encoding).toBe("rgb24-b64-v1");
    const bytes = Buffer.from(compact.chroma.data, "base64");
    expect(bytes).toHaveLength(compact.columns * compact.rows * 3);
    const { colors } = JSON.parse(await draw(file, { ...given, format: "json" })) as Art;
    if (colors !== null) expect(bytes.toString("hex")).toBe(colors.flat().join("").replaceAll("#", ""));
  });
}
