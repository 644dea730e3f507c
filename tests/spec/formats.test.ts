import { type RenderParams, statedParams } from "@lumiglyph/contract";
import { type Raster, render } from "@lumiglyph/engine";
import { type DefaultTreeAdapterTypes, type ParserError, parse as parseHtml } from "parse5";
import { type SaxesAttributeNS, SaxesParser } from "saxes";
import { beforeAll, describe, expect, test } from "vitest";
import { toLight } from "../../packages/engine/src/math/srgb.ts";
import { optionsWith, paramsWith } from "../support/params.ts";
import { paint } from "../support/rasters.ts";
import { picture } from "./drawn.ts";

/** Red, green, blue and white quarters on a grid of 8 × 4 cells: top left red, top right green. */
const QUARTERS = paint(64, 64, (x, y) => {
  if (y < 32) return x < 32 ? [255, 0, 0] : [0, 255, 0];
  return x < 32 ? [0, 0, 255] : [255, 255, 255];
});

/** All cells at full brightness: a blank has no color. */
const FULL = { color: true, charset: "blocks", brightness: 150 } as const satisfies Partial<RenderParams>;

const HALF_BLANK = paint(64, 64, (x) => (x < 16 ? [255, 255, 255] : [0, 0, 0]));

let wheel: Raster;

beforeAll(async () => {
  wheel = await picture("charts/color-wheel.png");
});

const draw = (raster: Raster, given: Partial<RenderParams>) => render(raster, optionsWith({ columns: 8, ...given }));
const body = (raster: Raster, given: Partial<RenderParams>) => draw(raster, given).body;
const text = (raster: Raster, given: Partial<RenderParams> = {}) => body(raster, { ...given, format: "text" });

/** The rows of a page, in color too. */
const rows = (raster: Raster, given: Partial<RenderParams> = {}): string =>
  `${JSON.parse(body(raster, { ...given, format: "json" })).lines.join("\n")}\n`;

describe("the six formats", () => {
  test("Each has its own syntax around the same art (spec 1.2, 2.2)", () => {
    expect(body(QUARTERS, { format: "text" })).toMatch(/^(.{8}\n){4}$/);
    expect(body(QUARTERS, { format: "ansi" })).toContain("\x1b[38;2;");
    expect(body(QUARTERS, { format: "html" })).toMatch(/^<!doctype html>/i);
    expect(JSON.parse(body(QUARTERS, { format: "json" })).format).toBe("json");
    expect(JSON.parse(body(QUARTERS, { format: "json-compact" })).format).toBe("json-compact");
    expect(body(QUARTERS, { format: "svg" })).toMatch(/^<svg /);
  });

  test("Color formats show many colors with `color`, and text stays the same (spec 2.2)", () => {
    const colors = (given: Partial<RenderParams>) =>
      new Set(body(wheel, given).match(/#[0-9a-f]{6}|38;2;[\d;]+m/g)).size;
    for (const format of ["ansi", "html", "svg", "json"] as const) {
      expect(colors({ format, color: true })).toBeGreaterThan(5);
      expect(colors({ format, color: false })).toBe(1);
    }
    expect(text(wheel, { color: true })).toBe(text(wheel, { color: false }));
  });

  test("Without color, ansi, html and svg use the mono color (spec 2.2)", () => {
    const given = { monoColor: "#ffb000" };
    expect(body(wheel, { ...given, format: "ansi" })).toContain("\x1b[38;2;255;176;0m");
    expect(body(wheel, { ...given, format: "html" })).toMatch(/color: ?#ffb000/);
    expect(body(wheel, { ...given, format: "svg" })).toContain('fill="#ffb000"');
    expect(body(wheel, { format: "svg" })).toContain('fill="#e5e5e5"');
  });

  test("Saturation 0 is gray, and more of it spreads the channels (spec 2.2)", () => {
    const distance = (saturation: number) => {
      const cells = JSON.parse(body(wheel, { format: "json", color: true, saturation })).colors.flat() as string[];
      return cells.reduce((sum, color) => sum + widthOf(color), 0) / cells.length;
    };
    expect(distance(0)).toBe(0);
    expect(distance(1)).toBeGreaterThan(10);
    expect(distance(2)).toBeGreaterThan(distance(1));
  });

  test("The JSON formats carry the measured evidence (answers 2.3)", () => {
    for (const format of ["json", "json-compact"] as const) {
      const { body: written, glyphs, quality } = draw(wheel, { format });
      expect(JSON.parse(written)).toMatchObject({ glyphs, quality });
    }
  });
});

/** Difference between a color's largest and smallest channel. */
const widthOf = (color: string): number => {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return Math.max(...channels) - Math.min(...channels);
};

describe("text", () => {
  test("joins rows with line feeds, with one at the end and no other ending (answers 2.7)", () => {
    const drawn = text(QUARTERS);
    expect(drawn.split("\n")).toHaveLength(5);
    expect(drawn.endsWith("\n")).toBe(true);
    expect(drawn).not.toContain("\r");
  });

  test("keeps trailing blanks (answers 2.7)", () => {
    const rows = text(HALF_BLANK, { sharpen: 0, denoise: 0 }).split("\n").slice(0, -1);
    expect(rows.map((row) => [row.length, row.endsWith("     ")])).toEqual(rows.map(() => [8, true]));
  });
});

describe("ansi", () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what an SGR sequence starts with
  const SGR = /\x1b\[(0|38;2;\d{1,3};\d{1,3};\d{1,3})m/g;

  test("is the text once its SGR sequences are removed: there are no other escapes (answers 2.8)", () => {
    for (const color of [false, true]) {
      expect(body(wheel, { format: "ansi", color }).replace(SGR, "")).toBe(rows(wheel, { color }));
    }
  });

  test("writes two colors for a row of two, though it has eight cells (answers 2.8)", () => {
    const [first] = body(QUARTERS, { ...FULL, format: "ansi" }).split("\n");
    const said = [...first!.matchAll(SGR)].map(([, code]) => code);
    expect(said).toEqual(["38;2;255;0;0", "38;2;0;255;0", "0"]);
  });

  test("ends every row with a reset (answers 2.8)", () => {
    const rows = body(wheel, { format: "ansi", color: true }).split("\n").slice(0, -1);
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter((row) => !row.endsWith("\x1b[0m"))).toEqual([]);
  });

  test("uses the mono color throughout without color (answers 2.8)", () => {
    const said = [...body(wheel, { format: "ansi", monoColor: "#ffb000" }).matchAll(SGR)].map(([, code]) => code);
    expect(new Set(said)).toEqual(new Set(["38;2;255;176;0", "0"]));
  });
});

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const htmlElements = (node: Node): Element[] => [
  ...("tagName" in node ? [node] : []),
  ...("childNodes" in node ? node.childNodes.flatMap(htmlElements) : []),
];

const htmlText = (node: Node): string =>
  "value" in node ? node.value : "childNodes" in node ? node.childNodes.map(htmlText).join("") : "";

const attributesOf = ({ attrs }: Element) => Object.fromEntries(attrs.map(({ name, value }) => [name, value]));

describe("html", () => {
  test("is a valid, self-contained document without script, and its art is the text (answers 2.9)", () => {
    const errors: ParserError[] = [];
    const document = body(wheel, { format: "html", color: true });
    const elements = htmlElements(parseHtml(document, { onParseError: (error) => errors.push(error) }));
    expect(errors).toEqual([]);
    const names = elements.map(({ tagName }) => tagName);
    expect(names).toEqual(expect.arrayContaining(["html", "head", "title", "body", "pre"]));
    expect(names.filter((name) => ["script", "link", "img", "iframe", "object", "base"].includes(name))).toEqual([]);
    const attributes = elements.flatMap((element) => Object.keys(attributesOf(element)));
    expect(attributes.filter((name) => /^on|^src|^href/.test(name))).toEqual([]);
    expect(document).not.toMatch(/url\(|@import/);
    expect(htmlText(elements.find(({ tagName }) => tagName === "pre")!)).toBe(rows(wheel, { color: true }));
  });

  test("marks the art as an image with a label (answers 2.9)", () => {
    const elements = htmlElements(parseHtml(body(wheel, { format: "html" })));
    const art = attributesOf(elements.find(({ tagName }) => tagName === "pre")!);
    expect(art["role"]).toBe("img");
    expect(art["aria-label"]).toMatch(/\w+ \w+/);
  });

  test("writes two spans for a row of two colors (answers 2.9)", () => {
    const document = parseHtml(body(QUARTERS, { ...FULL, format: "html" }));
    const spans = htmlElements(document).filter(({ tagName }) => tagName === "span");
    const firstRow = spans.slice(0, 2).map((span) => [attributesOf(span)["style"], htmlText(span).length]);
    expect(firstRow).toEqual([
      ["color:#ff0000", 4],
      ["color:#00ff00", 4],
    ]);
    expect(spans).toHaveLength(8);
  });

  test("has a black background (answers 2.9)", () => {
    expect(body(wheel, { format: "html" })).toMatch(/html\s*\{[^}]*background: ?(#000|black)\b/);
  });
});

type SvgElement = { readonly name: string; readonly attributes: Record<string, string>; text: string };

/** The elements of an SVG in document order, each with its own text; throws if it is not well-formed XML. */
const svgElements = (document: string): SvgElement[] => {
  const elements: SvgElement[] = [];
  const open: SvgElement[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const plain = Object.values(attributes).map(({ name: key, value }: SaxesAttributeNS) => [key, value]);
    const element = { name, attributes: Object.fromEntries(plain), text: "" };
    elements.push(element);
    open.push(element);
  });
  parser.on("text", (characters) => {
    for (const element of open) element.text += characters;
  });
  parser.on("closetag", () => open.pop());
  parser.write(document).close();
  return elements;
};

describe("svg", () => {
  test("is well-formed, self-contained, without script, and its rows are the text (answers 2.10)", () => {
    const document = body(wheel, { format: "svg", color: true });
    const elements = svgElements(document);
    expect(elements[0]).toMatchObject({ name: "svg", attributes: { xmlns: "http://www.w3.org/2000/svg" } });
    const names = new Set(elements.map(({ name }) => name));
    expect([...names].filter((name) => !["svg", "title", "rect", "g", "text", "tspan"].includes(name))).toEqual([]);
    const attributes = elements.flatMap((element) => Object.keys(element.attributes));
    expect(attributes.filter((name) => /^on|href$|^src/.test(name))).toEqual([]);
    expect(document).not.toMatch(/url\(|@import/);
    const lines = elements.filter(({ name }) => name === "text").map((row) => row.text);
    expect(`${lines.join("\n")}\n`).toBe(rows(wheel, { color: true }));
  });

  test("is an image with a title (answers 2.10)", () => {
    const elements = svgElements(body(wheel, { format: "svg" }));
    expect(elements[0]?.attributes["role"]).toBe("img");
    expect(elements.find(({ name }) => name === "title")?.text).toMatch(/\w+ \w+/);
  });

  test("starts each run at its column, as long as its characters (answers 2.10)", () => {
    const elements = svgElements(body(QUARTERS, { ...FULL, format: "svg" }));
    const width = Number(elements[0]?.attributes["width"]) / 8;
    const runs = elements.filter(({ attributes }) => attributes["textLength"] !== undefined);
    const places = runs.slice(0, 2).map(({ attributes }) => [attributes["x"], attributes["textLength"]].map(Number));
    expect(places).toEqual([
      [0, 4 * width],
      [4 * width, 4 * width],
    ]);
    expect(runs.map((run) => run.text).join("")).toBe(rows(QUARTERS, FULL).replaceAll("\n", ""));
    const ys = elements.filter(({ name }) => name === "text").map(({ attributes }) => Number(attributes["y"]));
    expect(new Set(ys.slice(1).map((y, at) => y - ys[at]!))).toEqual(new Set([2 * width]));
  });

  test("paints a black rectangle over the whole first (answers 2.10)", () => {
    const painted = svgElements(body(wheel, { format: "svg" })).filter(
      ({ name }) => name === "rect" || name === "text",
    );
    expect(painted[0]).toMatchObject({ name: "rect", attributes: { width: "100%", height: "100%", fill: "#000" } });
  });
});

describe("json", () => {
  const art = (given: Partial<RenderParams> = {}) => JSON.parse(body(QUARTERS, { ...given, format: "json" }));

  test("has its eleven fields, with the lines of the text (answers 2.4)", () => {
    const { version, format, columns, rows, lines, monoColor, ...rest } = art();
    expect({ version, format, columns, rows, monoColor }).toEqual({
      version: "0.3.0",
      format: "json",
      columns: 8,
      rows: 4,
      monoColor: "#e5e5e5",
    });
    expect(`${lines.join("\n")}\n`).toBe(text(QUARTERS));
    expect(Object.keys(rest).toSorted()).toEqual(["colors", "glyphs", "params", "quality", "source"]);
  });

  test("colors has a color for each cell, or is null without color (answers 2.4)", () => {
    const { colors } = art(FULL);
    expect(colors).toEqual([
      ...Array(2).fill([...Array(4).fill("#ff0000"), ...Array(4).fill("#00ff00")]),
      ...Array(2).fill([...Array(4).fill("#0000ff"), ...Array(4).fill("#ffffff")]),
    ]);
    expect(art().colors).toBeNull();
  });

  test("glyphs reports the request, the choice and its error (answers 2.4)", () => {
    const { glyphs } = art({ charset: "standard", maxGlyphRmse: 0.05 });
    expect(glyphs).toMatchObject({ strategy: "adaptive", charset: "standard", limit: 0.05 });
    expect(glyphs.size).toBe(glyphs.codebook.length);
    expect(glyphs.withinLimit).toBe(glyphs.rmse <= 0.05);
    expect(glyphs.tones).toHaveLength(256);
  });

  test("quality has its ten fields, and each component its four (answers 2.4)", () => {
    const { quality } = art({ qualityTarget: "portrait" });
    expect(Object.keys(quality).toSorted()).toEqual(
      [
        "target",
        "status",
        "score",
        "metric",
        "font",
        "components",
        "tuned",
        "locked",
        "evaluations",
        "advice",
      ].toSorted(),
    );
    expect(quality.target).toBe("portrait");
    expect(quality.components.length).toBeGreaterThan(0);
    for (const component of quality.components) {
      expect(Object.keys(component).toSorted()).toEqual(["met", "name", "threshold", "value"]);
    }
  });

  test("quality says what the work limit left out, and only then (answers 2.4, 8.8)", () => {
    const shared = { columns: 160, cellAspect: 0.6, theme: "auto", maxCharacters: 900_000, color: true } as const;
    const { quality } = art({ ...shared, charset: "octants", colors: "16", qualityTarget: "round-trip" });
    expect(quality.leftOut.candidates).toBeGreaterThan(0);
    expect(Object.keys(quality.leftOut)).toEqual(["candidates", "passes", "colors"]);
    expect(quality.evaluations + quality.leftOut.candidates).toBe(8);
  });

  test("params has all of the specification as used (answers 2.4)", () => {
    const { params } = art({ autoOptimize: 0, contrast: 2, color: true });
    const used = paramsWith({ columns: 8, format: "json", autoOptimize: 0, contrast: 2, color: true });
    expect(params).toEqual(statedParams(used));
  });

  test("source is the image's own size and format (answers 2.4)", () => {
    const source = { width: 640, height: 640, format: "jpeg" } as const;
    const options = optionsWith({ columns: 8, format: "json" });
    expect(JSON.parse(render(QUARTERS, options, { source }).body).source).toEqual(source);
    expect(art().source).toEqual({ width: 64, height: 64, format: "pixels" });
  });
});

describe("json-compact", () => {
  const compact = (given: Partial<RenderParams> = {}) =>
    JSON.parse(body(QUARTERS, { ...given, format: "json-compact" }));
  const chroma = (given: Partial<RenderParams> = {}) => Buffer.from(compact(given).chroma.data, "base64");

  test("has its eight fields, with the text of the text format (answers 2.5)", () => {
    const { version, format, columns, rows, text: written, ...rest } = compact();
    expect({ version, format, columns, rows }).toEqual({
      version: "0.3.0",
      format: "json-compact",
      columns: 8,
      rows: 4,
    });
    expect(written).toBe(text(QUARTERS));
    expect(Object.keys(rest).toSorted()).toEqual(["chroma", "glyphs", "quality"]);
  });

  test("has no white space outside of strings (answers 2.5)", () => {
    const written = body(QUARTERS, { format: "json-compact" });
    expect(written.replace(/"(?:[^"\\]|\\.)*"/g, '""')).not.toMatch(/\s/);
    expect(written).toBe(JSON.stringify(JSON.parse(written)));
  });

  test("has chroma with color and without (answers 2.5)", () => {
    expect(compact({ color: true }).chroma.data.length).toBe(compact({ color: false }).chroma.data.length);
    expect(compact().chroma.data.length).toBeGreaterThan(0);
  });

  test("orders cells row by row from the top left, red before green before blue (answers 2.6)", () => {
    const bytes = [...chroma()];
    const cell = (row: number, column: number) => bytes.slice((row * 8 + column) * 3, (row * 8 + column) * 3 + 3);
    expect([cell(0, 0), cell(0, 7), cell(3, 0), cell(3, 7)]).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 255],
    ]);
  });

  test("encodes three bytes a cell as standard base64, in whole groups of four (answers 2.6)", () => {
    expect(chroma()).toHaveLength(8 * 4 * 3);
    const { data } = JSON.parse(body(wheel, { columns: 10, format: "json-compact" })).chroma;
    expect(data).toMatch(/^([A-Za-z0-9+/]{4})+$/);
    expect(Buffer.from(data, "base64")).toHaveLength(10 * 5 * 3);
    const white = body(
      paint(80, 10, () => [255, 255, 255]),
      { format: "json-compact" },
    );
    expect(JSON.parse(white).chroma.data).toBe("/".repeat(32));
  });

  test("is sRGB: original hue at saturation 1, gray at 0, as bright as the glyph (answers 2.6)", () => {
    const orange = paint(32, 32, () => [200, 100, 50]);
    const first = (saturation: number) => {
      const { data } = JSON.parse(body(orange, { format: "json-compact", saturation })).chroma;
      return [...Buffer.from(data, "base64").subarray(0, 3)];
    };
    const light = (byte: number) => toLight(byte / 255);
    const [own, drawn] = [[200, 100, 50], first(1)].map((bytes) => bytes.map(light));
    for (const channel of [1, 2]) {
      expect(drawn![channel]! / drawn![0]!).toBeCloseTo(own![channel]! / own![0]!, 2);
    }
    expect(first(1)[0]).toBeGreaterThan(250);
    const [red, green, blue] = first(0);
    expect([green, blue]).toEqual([red, red]);
    expect(first(2)[0]! - first(2)[2]!).toBeGreaterThan(150);
  });
});
