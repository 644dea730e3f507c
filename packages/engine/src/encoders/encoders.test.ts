import { type Art, type CompactArt, DEFAULT_PARAMS, type FormatId } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import type { Drawing } from "./encoder.ts";
import { ENCODERS } from "./encoders.ts";

/** Two by two: a red less-than, a green ampersand, a red quote and a blank that would be blue. */
const DRAWING: Drawing = {
  size: { columns: 2, rows: 2 },
  lines: ["<&", '" '],
  colors: Uint8Array.of(255, 0, 0, 0, 255, 0, 255, 0, 0, 0, 0, 255),
  params: { ...DEFAULT_PARAMS, color: true },
  glyphs: {
    strategy: "fixed",
    charset: "detailed",
    codebook: ' "<&',
    inks: [0, 0.1, 0.2, 1],
    size: 4,
    rmse: 0.01,
    drawn: 0.02,
    contours: { glyphs: "|", inks: [0.3], share: 0.25 },
    limit: null,
    withinLimit: true,
    adapted: false,
    tones: [4, ...new Array<number>(255).fill(0)],
  },
  quality: {
    target: "balanced",
    status: "best_effort",
    score: 0.5,
    metric: "m",
    font: "f",
    components: [],
    tuned: {},
    locked: [],
    evaluations: 1,
    advice: null,
  },
  source: { width: 4, height: 8, format: "png" },
};

const MONO: Drawing = { ...DRAWING, colors: null, params: { ...DEFAULT_PARAMS, monoColor: "#0a141e" } };

const write = (format: FormatId, drawing: Drawing) => ENCODERS[format](drawing);

/** What lies between two pieces of a document. */
const between = (document: string, start: string, end: string) =>
  document.slice(document.indexOf(start) + start.length, document.indexOf(end));

test("text is the rows, each with its line feed and its trailing blanks", () => {
  expect(write("text", DRAWING)).toBe('<&\n" \n');
});

test("ansi says a color where it changes and resets at each row's end", () => {
  expect(write("ansi", DRAWING)).toBe('\x1b[38;2;255;0;0m<\x1b[38;2;0;255;0m&\x1b[0m\n\x1b[38;2;255;0;0m" \x1b[0m\n');
  expect(write("ansi", MONO)).toBe('\x1b[38;2;10;20;30m<&\x1b[0m\n\x1b[38;2;10;20;30m" \x1b[0m\n');
});

test("html escapes the glyphs and gives each run of a color one span", () => {
  expect(between(write("html", DRAWING), "<pre", "</pre>")).toBe(
    ' role="img" aria-label="Picture drawn in characters, 2 columns by 2 rows">' +
      '<span style="color:#ff0000">&lt;</span><span style="color:#00ff00">&amp;</span>\n' +
      '<span style="color:#ff0000">&quot; </span>\n',
  );
});

test("html in one color has no spans: the whole picture has it", () => {
  const document = write("html", MONO);
  expect(between(document, "<pre", "</pre>")).toMatch(/>&lt;&amp;\n&quot; \n$/);
  expect(between(document, "<style>", "</style>")).toContain("color: #0a141e;");
  expect(between(document, "<style>", "</style>")).toContain("background: #000;");
});

test("svg gives each run its place and its length", () => {
  const attributes = (x: number, cells: number) => `x="${x}" textLength="${cells}" lengthAdjust="spacingAndGlyphs"`;
  const rows = between(write("svg", DRAWING), 'style="font-variant-ligatures:none">\n', "\n</g>").split("\n");
  expect(rows).toEqual([
    `<text xml:space="preserve" y="12.5"><tspan ${attributes(0, 8)} fill="#ff0000">&lt;</tspan>` +
      `<tspan ${attributes(8, 8)} fill="#00ff00">&amp;</tspan></text>`,
    `<text xml:space="preserve" y="28.5" ${attributes(0, 16)} fill="#ff0000">&quot; </text>`,
  ]);
});

test("svg has a size, a title for those who cannot see it, and black behind", () => {
  const [root, title, ground] = write("svg", MONO).split("\n");
  expect(root).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 32" width="16" height="32" role="img" aria-labelledby="title" style="background:#000">',
  );
  expect(title).toBe('<title id="title">Picture drawn in characters, 2 columns by 2 rows</title>');
  expect(ground).toBe('<rect width="100%" height="100%" fill="#000"/>');
  expect(write("svg", MONO)).toContain('fill="#0a141e"');
});

test("json holds the rows, the colors and all evidence", () => {
  const art = JSON.parse(write("json", DRAWING)) as Art;
  expect(art).toEqual({
    version: "0.3.0",
    format: "json",
    columns: 2,
    rows: 2,
    lines: ["<&", '" '],
    colors: [
      ["#ff0000", "#00ff00"],
      ["#ff0000", "#0000ff"],
    ],
    monoColor: "#e5e5e5",
    glyphs: DRAWING.glyphs,
    quality: DRAWING.quality,
    params: DRAWING.params,
    source: { width: 4, height: 8, format: "png" },
  });
  expect((JSON.parse(write("json", MONO)) as Art).colors).toBeNull();
});

test("compact json holds the text and three bytes a cell, without white space", () => {
  const body = write("json-compact", DRAWING);
  expect(JSON.parse(body) as CompactArt).toEqual({
    version: "0.3.0",
    format: "json-compact",
    columns: 2,
    rows: 2,
    text: '<&\n" \n',
    chroma: { encoding: "rgb24-b64-v1", data: "/wAAAP8A/wAAAAD/" },
    glyphs: DRAWING.glyphs,
    quality: DRAWING.quality,
  });
  expect(body).toBe(JSON.stringify(JSON.parse(body)));
});
