import {
  type Art,
  type CompactArt,
  DEFAULT_PARAMS,
  decodeBase64,
  type FormatId,
  type RenderParams,
  statedParams,
  TEXT_FORMATS,
  type TextFormat,
} from "@lumiglyph/contract";
import fc from "fast-check";
import { type DefaultTreeAdapterTypes, type ParserError, parse as parseHtml } from "parse5";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { validParams } from "../../../../tests/support/params.ts";
import { rasters } from "../../../../tests/support/rasters.ts";
import type { RenderResult } from "../picture.ts";
import { render } from "../render.ts";
import { loadKernels } from "../wasm/kernels.ts";
import { encode } from "./encoders.ts";

// the same results as the plain kernels, faster
const kernels = await loadKernels(WebAssembly);

const COLORS = Uint8Array.of(255, 0, 0, 0, 255, 0, 255, 0, 0, 0, 0, 255);

/** Two by two: a red less-than, a green ampersand, a red quote and a blank that would be blue. */
const RESULT: RenderResult = {
  size: { columns: 2, rows: 2 },
  lines: () => ["<&", '" '],
  inks: () => COLORS,
  colors: () => COLORS,
  grounds: null,
  characters: ' "<&',
  cells: Uint8Array.of(2, 3, 1, 0),
  tones: () => new Float32Array(4),
  levels: { black: 0, white: 1 },
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

const MONO: RenderResult = { ...RESULT, colors: () => null, params: { ...DEFAULT_PARAMS, monoColor: "#0a141e" } };

const write = (format: TextFormat, result: RenderResult) => encode(result, format);

/** The text between two parts of a document. */
const between = (document: string, start: string, end: string) =>
  document.slice(document.indexOf(start) + start.length, document.indexOf(end));

test("text is the rows, each with its trailing blanks and a line feed", () => {
  expect(write("text", RESULT)).toBe('<&\n" \n');
});

test("ansi sets a color only when it changes and resets at the end of each row", () => {
  expect(write("ansi", RESULT)).toBe('\x1b[38;2;255;0;0m<\x1b[38;2;0;255;0m&\x1b[0m\n\x1b[38;2;255;0;0m" \x1b[0m\n');
  expect(write("ansi", MONO)).toBe('\x1b[38;2;10;20;30m<&\x1b[0m\n\x1b[38;2;10;20;30m" \x1b[0m\n');
});

/** The same with backgrounds: two blue cells, then two that differ. */
const FILLED: RenderResult = { ...RESULT, grounds: Uint8Array.of(0, 0, 255, 0, 0, 255, 0, 0, 255, 9, 9, 9) };

test("ansi writes only changes of a cell's two colors", () => {
  expect(write("ansi", FILLED)).toBe(
    "\x1b[38;2;255;0;0;48;2;0;0;255m<\x1b[38;2;0;255;0m&\x1b[0m\n" +
      '\x1b[38;2;255;0;0;48;2;0;0;255m"\x1b[48;2;9;9;9m \x1b[0m\n',
  );
});

test("html has backgrounds as high as their line", () => {
  expect(between(write("html", FILLED), "<pre", "</pre>")).toContain(
    '<span style="color:#ff0000;background:#0000ff">&lt;</span><span style="color:#00ff00;background:#0000ff">&amp;</span>\n',
  );
  expect(write("html", FILLED)).toContain("pre span { display: inline-block; height: 1.2em; }");
  expect(write("html", RESULT)).not.toContain("inline-block");
});

test("svg has one rectangle for neighboring backgrounds of one color", () => {
  expect(write("svg", FILLED)).toContain(
    '<path fill="#0000ff" d="M0 0H16v16H0z"/>\n<path fill="#0000ff" d="M0 16H8v16H0z"/><path fill="#090909" d="M8 16H16v16H8z"/>',
  );
  expect(write("svg", FILLED)).toContain(">&lt;</tspan>");
});

test("both kinds of json have the backgrounds, if there are any", () => {
  expect((JSON.parse(write("json", FILLED)) as Art).grounds).toEqual([
    ["#0000ff", "#0000ff"],
    ["#0000ff", "#090909"],
  ]);
  expect((JSON.parse(write("json-compact", FILLED)) as CompactArt).grounds).toEqual({
    encoding: "rgb24-b64-v1",
    data: "AAD/AAD/AAD/CQkJ",
  });
  for (const format of ["json", "json-compact"] as const) expect(write(format, RESULT)).not.toContain("grounds");
});

const MOSAIC: RenderResult = {
  ...FILLED,
  lines: () => ["▘▄", "▐ "],
  params: { ...FILLED.params, charset: "quadrants" },
};

test("svg and html draw a mosaic as rectangles", () => {
  for (const format of ["svg", "html"] as const) {
    expect(write(format, MOSAIC)).toContain(
      '<path fill="#ff0000" d="M0 0h4v8h-4z"/><path fill="#00ff00" d="M8 8h8v8h-8z"/>\n' +
        '<path fill="#ff0000" d="M4 16h4v16h-4z"/>',
    );
    expect(write(format, MOSAIC)).not.toContain("<text");
  }
});

test("html escapes the glyphs and has one span per run of a color", () => {
  expect(between(write("html", RESULT), "<pre", "</pre>")).toBe(
    ' role="img" aria-label="Picture drawn in characters, 2 columns by 2 rows">' +
      '<span style="color:#ff0000">&lt;</span><span style="color:#00ff00">&amp;</span>\n' +
      '<span style="color:#ff0000">&quot; </span>\n',
  );
});

test("html in one color has no spans", () => {
  const document = write("html", MONO);
  expect(between(document, "<pre", "</pre>")).toMatch(/>&lt;&amp;\n&quot; \n$/);
  expect(between(document, "<style>", "</style>")).toContain("color: #0a141e;");
  expect(between(document, "<style>", "</style>")).toContain("background: #000;");
});

test("svg gives each run its position and length", () => {
  const attributes = (x: number, cells: number) => `x="${x}" textLength="${cells}" lengthAdjust="spacingAndGlyphs"`;
  const rows = between(write("svg", RESULT), 'style="font-variant-ligatures:none">\n', "\n</g>").split("\n");
  expect(rows).toEqual([
    `<text xml:space="preserve" y="12.5"><tspan ${attributes(0, 8)} fill="#ff0000">&lt;</tspan>` +
      `<tspan ${attributes(8, 8)} fill="#00ff00">&amp;</tspan></text>`,
    `<text xml:space="preserve" y="28.5" ${attributes(0, 16)} fill="#ff0000">&quot; </text>`,
  ]);
});

test("svg has a size, a title for screen readers and a black background", () => {
  const [root, title, background] = write("svg", MONO).split("\n");
  expect(root).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 32" width="16" height="32" role="img" aria-labelledby="title" style="background:#000">',
  );
  expect(title).toBe('<title id="title">Picture drawn in characters, 2 columns by 2 rows</title>');
  expect(background).toBe('<rect width="100%" height="100%" fill="#000"/>');
  expect(write("svg", MONO)).toContain('fill="#0a141e"');
});

test("html and svg have the given alternative text, escaped", () => {
  const alt = 'Two "koi" <b> & lilies';
  const named = { ...MONO, params: { ...MONO.params, alt } };
  const written = "Two &quot;koi&quot; &lt;b&gt; &amp; lilies";
  expect(write("html", named)).toContain(`<title>${written}</title>`);
  expect(write("html", named)).toContain(`aria-label="${written}"`);
  expect(write("svg", named)).toContain(`<title id="title">${written}</title>`);
});

test("html and svg have cells of the requested shape", () => {
  const high = { ...RESULT, params: { ...RESULT.params, cellAspect: 0.4 } };
  expect(write("html", high)).toMatch(/px\)\/1\.5 /);
  expect(write("svg", high)).toContain('viewBox="0 0 16 40" width="16" height="40"');
  expect(write("svg", high)).toContain('y="14.5"');
  const mosaic = { ...MOSAIC, params: { ...MOSAIC.params, cellAspect: 0.4 } };
  expect(write("svg", mosaic)).toContain('d="M0 0h4v10h-4z"');
});

test("json has the rows, the colors and all evidence", () => {
  const art = JSON.parse(write("json", RESULT)) as Art;
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
    glyphs: RESULT.glyphs,
    quality: RESULT.quality,
    params: statedParams({ ...RESULT.params, format: "json" }),
    source: { width: 4, height: 8, format: "png" },
  });
  expect((JSON.parse(write("json", MONO)) as Art).colors).toBeNull();
});

test("compact json has the text and three bytes per cell, without white space", () => {
  const body = write("json-compact", RESULT);
  expect(JSON.parse(body) as CompactArt).toEqual({
    version: "0.3.0",
    format: "json-compact",
    columns: 2,
    rows: 2,
    text: '<&\n" \n',
    chroma: { encoding: "rgb24-b64-v1", data: "/wAAAP8A/wAAAAD/" },
    glyphs: RESULT.glyphs,
    quality: RESULT.quality,
  });
  expect(body).toBe(JSON.stringify(JSON.parse(body)));
});

type Node = DefaultTreeAdapterTypes.Node;

/** Checks a property for any image and parameters in this format, along with the rows of the same page. */
const always = (format: FormatId, check: (rendered: ReturnType<typeof render>, text: string) => void): void =>
  fc.assert(
    fc.property(rasters(), validParams({ format }), (raster, wanted) => {
      const { lines } = JSON.parse(render(raster, { ...wanted, format: "json" }, { kernels }).body) as Art;
      check(render(raster, wanted, { kernels }), `${lines.join("\n")}\n`);
    }),
    { numRuns: 24 },
  );

const childrenOf = (node: Node): Node[] => ("childNodes" in node ? node.childNodes : []);
const textOf = (node: Node): string => ("value" in node ? node.value : childrenOf(node).map(textOf).join(""));
const elementsOf = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(elementsOf)];

/** The contents of each `text` element, in order; throws if the document is not well-formed. */
const svgRows = (document: string): string[] => {
  const rows: string[] = [];
  let inside = false;
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => {
    if (name !== "text") return;
    inside = true;
    rows.push("");
  });
  parser.on("text", (text) => {
    if (inside) rows[rows.length - 1] += text;
  });
  parser.on("closetag", ({ name }) => {
    if (name === "text") inside = false;
  });
  parser.write(document).close();
  return rows;
};

/** Checks that the markup runs nothing and refers to nothing but SVG's namespace. */
const expectInert = (document: string): void => {
  const own = document.replace('xmlns="http://www.w3.org/2000/svg"', "");
  const markup = own.replace(/>[^<]*</g, "><");
  expect(own).not.toMatch(/<(script|iframe|image|img|use|link|object|embed|foreignObject)\b/i);
  expect(markup).not.toMatch(/https?:|javascript:|\bhref|\bsrc\b|\bon[a-z]+=|url\((?!#)|@import/i);
};

/** Whether the glyphs are rectangles instead of text. */
const isDrawnAsMosaic = (document: string): boolean => /crispEdges" fill=/.test(document);

/** The ink that each sequence of a row sets, in order, as it is written. */
const colorsOf = (row: string): string[] => [...row.matchAll(INK_CODE)].map(([, ink]) => ink!);

/** A sequence that sets an ink: in full, of 256 colors, or of 16. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what an SGR sequence starts with
const INK_CODE = /\x1b\[(38;2;\d+;\d+;\d+|38;5;\d+|3\d|9\d)/g;

/** A sequence of one or two colors, or a reset. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const ANY_CODE = /\x1b\[(?:0|(?:;?(?:[34]8;2;\d{1,3};\d{1,3};\d{1,3}|[34]8;5;\d{1,3}|[349][0-7]|10[0-7])){1,2})m/g;

test("text is the page in one ink, whatever the color", () => {
  fc.assert(
    fc.property(rasters(), validParams({ format: "text" }), (raster, wanted) => {
      const [colored, plain] = [true, false].map((color) => render(raster, { ...wanted, color }, { kernels }).body);
      expect(colored).toBe(plain);
      const { lines } = JSON.parse(
        render(raster, { ...wanted, color: false, format: "json" }, { kernels }).body,
      ) as Art;
      expect(plain).toBe(`${lines.join("\n")}\n`);
    }),
    { numRuns: 12 },
  );
});

test("text is a rectangle of columns and rows", () => {
  always("text", ({ body, grid }) => {
    const lines = body.split("\n");
    expect(lines.pop()).toBe("");
    expect(lines).toHaveLength(grid.rows);
    for (const line of lines) expect([...line]).toHaveLength(grid.columns);
  });
});

test("ansi without its color sequences is the text, without other escapes", () => {
  always("ansi", ({ body }, text) => {
    const bare = body.replace(ANY_CODE, "");
    expect(bare).toBe(text);
    expect(bare).not.toContain("\x1b");
    for (const row of body.split("\n").slice(0, -1)) expect(row.endsWith("\x1b[0m")).toBe(true);
  });
});

test("ansi sets a color only when it changes", () => {
  always("ansi", ({ body }) => {
    for (const colors of body.split("\n").map(colorsOf)) {
      for (let i = 1; i < colors.length; i++) expect(colors[i]).not.toBe(colors[i - 1]);
    }
  });
});

test("html parses without errors, runs and fetches nothing, and reads as the text", () => {
  always("html", ({ body }, text) => {
    const errors: ParserError[] = [];
    const document = parseHtml(body, { onParseError: (error) => errors.push(error) });
    expect(errors).toEqual([]);
    expectInert(body);
    const pictures = elementsOf(document).filter((node) => node.nodeName === "pre");
    expect(pictures.map(textOf)).toEqual(isDrawnAsMosaic(body) ? [] : [text]);
  });
});

test("svg is well-formed, runs and fetches nothing, and its rows read as the text", () => {
  always("svg", ({ body }, text) => {
    expectInert(body);
    expect(`${svgRows(body).join("\n")}\n`).toBe(isDrawnAsMosaic(body) ? "\n" : text);
  });
});

test("json has the lines of the text and a color for each cell or none", () => {
  always("json", ({ body, grid }, text) => {
    const { lines, colors, params } = JSON.parse(body) as Art;
    expect(`${lines.join("\n")}\n`).toBe(text);
    if (!params.color) expect(colors).toBeNull();
    else expect(colors?.map((row) => row.length)).toEqual(new Array(grid.rows).fill(grid.columns));
  });
});

test("compact json has the text and three bytes of chroma for each cell", () => {
  always("json-compact", ({ body, grid }, text) => {
    const compact = JSON.parse(body) as CompactArt;
    expect(compact.text).toBe(text);
    expect([compact.columns, compact.rows]).toEqual([grid.columns, grid.rows]);
    expect(decodeBase64(compact.chroma.data)).toHaveLength(grid.columns * grid.rows * 3);
  });
});

test("compact json and json give each cell the same color", () => {
  fc.assert(
    fc.property(rasters(), validParams({ color: true }), (raster, wanted) => {
      const full = JSON.parse(render(raster, { ...wanted, format: "json" }, { kernels }).body) as Art;
      const compact = JSON.parse(render(raster, { ...wanted, format: "json-compact" }, { kernels }).body) as CompactArt;
      const hex = Array.from(decodeBase64(compact.chroma.data), (byte) => byte.toString(16).padStart(2, "0")).join("");
      expect(full.colors?.flat().join("")).toBe(hex.replace(/.{6}/g, "#$&"));
    }),
    { numRuns: 12 },
  );
});

test("the evidence is the same in every format, except that text has no color", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      const formats = TEXT_FORMATS.filter((format) => format !== "text" || !wanted.color);
      const [first, ...others] = formats.map((format) => render(raster, { ...wanted, format }, { kernels }));
      for (const { grid, glyphs, quality } of others) {
        const { body: _, ...evidence } = first!;
        expect({ grid, glyphs, quality }).toEqual(evidence);
      }
    }),
    { numRuns: 12 },
  );
});

test("paper and glow change how html and svg look, and nothing else", () => {
  const of = (format: TextFormat, given: Partial<RenderParams>): string =>
    encode({ ...RESULT, params: { ...RESULT.params, ...given, format } }, format);
  const given = { paper: "#16407f", glow: 0.5 };
  expect(of("html", given)).toMatch(/#16407f[\s\S]*text-shadow: 0 0 0\.5em color-mix\(in srgb, currentColor 50%, /);
  expect(of("svg", given)).toMatch(/fill="#16407f"[\s\S]*slope="1"/);
  for (const format of ["text", "ansi"] as const) expect(of(format, given)).toBe(of(format, {}));
});
