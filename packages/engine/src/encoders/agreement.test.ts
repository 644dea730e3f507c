import { type Art, type CompactArt, decodeBase64, type FormatId, PARAMS } from "@lumiglyph/contract";
import fc from "fast-check";
import { type DefaultTreeAdapterTypes, type ParserError, parse as parseHtml } from "parse5";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { validParams } from "../../../../tests/support/params.ts";
import { rasters } from "../../../../tests/support/rasters.ts";
import { type Rendered, render } from "../render.ts";

type Node = DefaultTreeAdapterTypes.Node;

/** Checks a property of any picture, with any parameters, in this format, beside its plain text. */
const always = (format: FormatId, check: (rendered: Rendered, text: string) => void): void =>
  fc.assert(
    fc.property(rasters(), validParams({ format }), (raster, wanted) => {
      check(render(raster, wanted), render(raster, { ...wanted, format: "text" }).body);
    }),
    { numRuns: 24 },
  );

const childrenOf = (node: Node): Node[] => ("childNodes" in node ? node.childNodes : []);
const textOf = (node: Node): string => ("value" in node ? node.value : childrenOf(node).map(textOf).join(""));
const elementsOf = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(elementsOf)];

/** The contents of each `text` element, in order; throws where the document is not well-formed. */
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

/** Nothing in the markup runs, and nothing but the name of SVG's namespace points elsewhere. */
const expectInert = (document: string): void => {
  const own = document.replace('xmlns="http://www.w3.org/2000/svg"', "");
  const markup = own.replace(/>[^<]*</g, "><");
  expect(own).not.toMatch(/<(script|iframe|image|img|use|link|object|embed|foreignObject)\b/i);
  expect(markup).not.toMatch(/https?:|javascript:|\bhref|\bsrc\b|\bon[a-z]+=|url\(|@import/i);
};

/** The color of each run of a row, in order. */
const colorsOf = (row: string): string[] =>
  row
    .split("\x1b[38;2;")
    .slice(1)
    .map((run) => run.slice(0, run.indexOf("m")));

test("text is a rectangle of columns and rows", () => {
  always("text", ({ body, grid }) => {
    const lines = body.split("\n");
    expect(lines.pop()).toBe("");
    expect(lines).toHaveLength(grid.rows);
    for (const line of lines) expect([...line]).toHaveLength(grid.columns);
  });
});

test("ansi without its color sequences is the text, and nothing else is escaped", () => {
  always("ansi", ({ body }, text) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what an SGR sequence starts with
    const bare = body.replace(/\x1b\[(?:0|38;2;\d{1,3};\d{1,3};\d{1,3})m/g, "");
    expect(bare).toBe(text);
    expect(bare).not.toContain("\x1b");
    for (const row of body.split("\n").slice(0, -1)) expect(row.endsWith("\x1b[0m")).toBe(true);
  });
});

test("ansi says a color only where it changes", () => {
  always("ansi", ({ body }) => {
    for (const colors of body.split("\n").map(colorsOf)) {
      for (let i = 1; i < colors.length; i++) expect(colors[i]).not.toBe(colors[i - 1]);
    }
  });
});

test("html parses without an error, runs and fetches nothing, and its picture reads as the text", () => {
  always("html", ({ body }, text) => {
    const errors: ParserError[] = [];
    const document = parseHtml(body, { onParseError: (error) => errors.push(error) });
    expect(errors).toEqual([]);
    expectInert(body);
    const pictures = elementsOf(document).filter((node) => node.nodeName === "pre");
    expect(pictures.map(textOf)).toEqual([text]);
  });
});

test("svg is well-formed, runs and fetches nothing, and its rows read as the text", () => {
  always("svg", ({ body }, text) => {
    expectInert(body);
    expect(`${svgRows(body).join("\n")}\n`).toBe(text);
  });
});

test("json has the lines of the text, and a color for each cell or none", () => {
  always("json", ({ body, grid }, text) => {
    const { lines, colors, params } = JSON.parse(body) as Art;
    expect(`${lines.join("\n")}\n`).toBe(text);
    if (!params.color) expect(colors).toBeNull();
    else expect(colors?.map((row) => row.length)).toEqual(new Array(grid.rows).fill(grid.columns));
  });
});

test("compact json has the text, and three bytes of chroma for each cell", () => {
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
      const full = JSON.parse(render(raster, { ...wanted, format: "json" }).body) as Art;
      const compact = JSON.parse(render(raster, { ...wanted, format: "json-compact" }).body) as CompactArt;
      const hex = Array.from(decodeBase64(compact.chroma.data), (byte) => byte.toString(16).padStart(2, "0")).join("");
      expect(full.colors?.flat().join("")).toBe(hex.replace(/.{6}/g, "#$&"));
    }),
    { numRuns: 12 },
  );
});

test("json gives each cell the color that ansi draws its glyph in", () => {
  fc.assert(
    fc.property(rasters(), validParams({ color: true }), (raster, wanted) => {
      const { colors, lines } = JSON.parse(render(raster, { ...wanted, format: "json" }).body) as Art;
      const rows = render(raster, { ...wanted, format: "ansi" })
        .body.split("\n")
        .slice(0, -1);
      rows.forEach((row, y) => {
        const drawn = inksOf(row);
        [...lines[y]!].forEach((glyph, x) => {
          if (glyph !== " ") expect(drawn[x]).toBe(colors![y]![x]);
        });
      });
    }),
    { numRuns: 12 },
  );
});

/** The color that each cell of a row of ansi is drawn in. */
const inksOf = (row: string): readonly string[] =>
  row
    .split("\x1b[38;2;")
    .slice(1)
    .flatMap((run) => {
      const [color, text] = [run.slice(0, run.indexOf("m")), run.slice(run.indexOf("m") + 1)];
      const hex = color.split(";").map((part) => Number(part).toString(16).padStart(2, "0"));
      return [...text.replace("\x1b[0m", "")].map(() => `#${hex.join("")}`);
    });

test("the evidence is the same in every format", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      const [first, ...others] = PARAMS.format.values.map((format) => render(raster, { ...wanted, format }));
      for (const { grid, glyphs, quality } of others) {
        expect({ grid, glyphs, quality }).toEqual({
          grid: first!.grid,
          glyphs: first!.glyphs,
          quality: first!.quality,
        });
      }
    }),
    { numRuns: 12 },
  );
});
