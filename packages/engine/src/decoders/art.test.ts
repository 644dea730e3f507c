import { DEFAULT_PARAMS, MOSAIC_CHARSETS, type MosaicCharset, type RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { optionsWith } from "../../../../tests/support/params.ts";
import { horizontalRamp } from "../../../../tests/support/rasters.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { toEncoded, toLight } from "../math/srgb.ts";
import { render } from "../render.ts";
import { readArt } from "./art.ts";
import { type DecodedArt, type Hints, UnreadableArt } from "./decoded-art.ts";
import { cellRaster } from "./raster.ts";

const RAMP = horizontalRamp(64, 32);

const drawn = (given: Partial<RenderParams>): string =>
  render(RAMP, optionsWith({ columns: 12, autoOptimize: 0, ...given })).body;

/** The art's text. */
const spelled = ({ glyphs, size }: DecodedArt): string => {
  const characters = [...glyphs].map((glyph) => ATLAS.glyphs[glyph]!);
  const rows = Array.from({ length: size.rows }, (_, row) =>
    characters.slice(row * size.columns, (row + 1) * size.columns),
  );
  return `${rows.map((row) => row.join("")).join("\n")}\n`;
};

/** The error message for this art. */
const refusal = (art: string, hints?: Hints): string => {
  try {
    return `accepted: ${JSON.stringify(readArt(art, hints))}`;
  } catch (error) {
    if (error instanceof UnreadableArt) return error.message;
    throw error;
  }
};

describe("reads the engine's own art exactly:", () => {
  for (const charset of ["standard", "detailed", "blocks", "binary", "dots", "minimal"] as const) {
    test(`${charset}, in each format that can be decoded`, () => {
      const text = drawn({ charset });
      for (const format of ["text", "json", "json-compact"] as const) {
        const grid = readArt(drawn({ charset, format }), format === "text" ? { charset } : {});
        expect(spelled(grid)).toBe(text);
        expect(grid).toMatchObject({ size: { columns: 12, rows: 3 }, charset });
      }
    });
  }

  test("json includes its parameters", () => {
    const grid = readArt(drawn({ format: "json", invert: true, dither: true, monoColor: "#ffb000" }));
    expect(grid).toMatchObject({ inverted: true, diffused: true, chroma: null });
    expect(grid.params).toEqual({
      ...DEFAULT_PARAMS,
      columns: 12,
      autoOptimize: 0,
      format: "json",
      invert: true,
      dither: true,
      monoColor: "#ffb000",
    });
  });

  test("json-compact and text need hints for them, and json ignores hints", () => {
    const hints = { inverted: true, diffused: true };
    for (const format of ["text", "json-compact"] as const) {
      expect(readArt(drawn({ format }))).toMatchObject({ inverted: false, diffused: false, params: null });
      expect(readArt(drawn({ format }), hints)).toMatchObject(hints);
    }
    expect(readArt(drawn({ format: "json" }), hints)).toMatchObject({ inverted: false, diffused: false });
  });

  test("json with color and json-compact have the same colors", () => {
    const { chroma } = readArt(drawn({ format: "json", color: true }));
    expect(chroma).toEqual(readArt(drawn({ format: "json-compact", color: true })).chroma);
    expect(chroma).toHaveLength(12 * 3 * 3);
  });
});

describe("plain text", () => {
  test("may lack trailing blanks or the last line feed", () => {
    for (const art of ["#   \n.:  \n   #\n", "#\n.:\n   #\n", "#\n.:\n   #"]) {
      expect(spelled(readArt(art))).toBe("#   \n.:  \n   #\n");
    }
  });

  test("may have any line endings", () => {
    expect(spelled(readArt("# \r\n.:\r\n"))).toBe("# \n.:\n");
  });

  test("is read with the smallest charset that has all its glyphs, unless one is named", () => {
    const charset = (art: string, hints?: Hints) => readArt(art, hints).charset;
    expect(charset(" .:#")).toBe("minimal");
    expect(charset("01")).toBe("binary");
    expect(charset("@%")).toBe("standard");
    expect(charset("░█")).toBe("blocks");
    expect(charset("⣿")).toBe("dots");
    expect(charset("Mm.")).toBe("detailed");
    expect(charset(".:", { charset: "detailed" })).toBe("detailed");
  });

  test("may begin with a brace, or look like JSON if a charset is named", () => {
    expect(readArt("{|}").size).toEqual({ columns: 3, rows: 1 });
    expect(readArt('{"a":1}', { charset: "detailed" }).size).toEqual({ columns: 7, rows: 1 });
  });

  test("is refused with the position of a foreign character", () => {
    expect(refusal("..\n.é")).toBe("Row 2, column 2 holds U+00E9, which is not a glyph of the charset detailed.");
    expect(refusal("a\tb")).toBe("Row 1, column 2 holds U+0009, which is not a glyph of the charset detailed.");
    expect(refusal("😀")).toBe("Row 1, column 1 holds U+1F600, which is not a glyph of the charset detailed.");
    expect(refusal("@", { charset: "minimal" })).toBe(
      "Row 1, column 1 holds U+0040, which is not a glyph of the charset minimal.",
    );
  });

  test("is refused if it is empty or too large", () => {
    expect(refusal("")).toBe("The text has no characters.");
    expect(refusal("\n\n")).toBe("The text has no characters.");
    expect(refusal(`${".".repeat(1000)}\n${".\n".repeat(240)}`)).toBe(
      "The text has 1000 × 241 cells; at most 240000 are read.",
    );
    expect(refusal(".".repeat(9_600_001))).toBe("The art is longer than 9600000 characters.");
  });
});

describe("names a display format that cannot be decoded:", () => {
  for (const [format, name] of [
    ["html", "HTML"],
    ["svg", "SVG"],
    ["ansi", "ANSI art"],
  ] as const) {
    test(format, () => {
      expect(refusal(drawn({ format }))).toBe(
        `This is ${name}. Only json, json-compact and plain text can be decoded.`,
      );
    });
  }
});

type Document = Record<string, unknown>;

const json = JSON.parse(drawn({ format: "json", color: true })) as Document;
const compact = JSON.parse(drawn({ format: "json-compact" })) as Document;

describe("refuses a document with the reason:", () => {
  const cases: readonly [name: string, document: Document, changed: Document, sentence: string][] = [
    ["no version", json, { version: undefined }, "`version` must be 0.3.x."],
    ["another version", json, { version: "1.0.0" }, "`version` must be 0.3.x."],
    ["another format", json, { format: "svg" }, "`format` must be json or json-compact."],
    ["columns as text", json, { columns: "12" }, "`columns` must be an integer from 8 to 400."],
    ["columns out of range", compact, { columns: 401 }, "`columns` must be an integer from 8 to 400."],
    ["no rows", json, { rows: 0 }, "`rows` must be an integer from 1 to 20000, which is 240000 cells."],
    ["too many rows", compact, { rows: 20_001 }, "`rows` must be an integer from 1 to 20000, which is 240000 cells."],
    ["half a row", json, { rows: 2.5 }, "`rows` must be an integer from 1 to 20000, which is 240000 cells."],
    ["no glyphs", json, { glyphs: null }, "`glyphs` must be an object."],
    [
      "an unknown charset",
      compact,
      { glyphs: { charset: "runes" } },
      "`glyphs.charset` must be one of standard, detailed, blocks, binary, dots, minimal, halves, quadrants, sextants, octants.",
    ],
    ["lines as a string", json, { lines: "###" }, "`lines` must be an array of strings."],
    ["a line too few", json, { lines: ["#".repeat(12)] }, "`lines` has 1 rows; `rows` says 3."],
    ["a line that is not a string", json, { lines: ["#".repeat(12), 7, ""] }, "`lines`, row 2, must be a string."],
    [
      "a line too short",
      json,
      { lines: ["#".repeat(12), "#", ""] },
      "`lines`, row 2, has 1 characters; `columns` says 12.",
    ],
    [
      "a foreign glyph",
      json,
      { lines: ["#".repeat(12), "#".repeat(12), `${"#".repeat(11)}█`] },
      "Row 3, column 12 holds U+2588, which is not a glyph of the charset detailed.",
    ],
    ["missing colors", json, { colors: undefined }, "`colors` must be null or an array of 3 rows."],
    [
      "a row of colors too short",
      json,
      { colors: [["#000000"], [], []] },
      "`colors`, row 1, must be an array of 12 colors.",
    ],
    [
      "an invalid color",
      json,
      { colors: Array(3).fill(Array(12).fill("red")) },
      "`colors`, row 1, column 1, must be a color as #rrggbb.",
    ],
    [
      "a color with too few digits",
      json,
      { colors: Array(3).fill(Array(12).fill("#fff")) },
      "`colors`, row 1, column 1, must be a color as #rrggbb.",
    ],
    [
      "a color with a foreign digit",
      json,
      { colors: Array(3).fill(Array(12).fill("#12345g")) },
      "`colors`, row 1, column 1, must be a color as #rrggbb.",
    ],
    ["params as an array", json, { params: [] }, "`params` must be an object."],
    [
      "a param out of range",
      json,
      { params: { gamma: 9 } },
      "`params`: Expected a number from 0.2 to 3 for `gamma` but received 9 (number).",
    ],
    [
      "text without its last line feed",
      compact,
      { text: "####" },
      "`text` must be a string of rows, each ending in a line feed.",
    ],
    ["an extra row of text", compact, { text: "#\n#\n#\n#\n" }, "`text` has 4 rows; `rows` says 3."],
    ["no chroma", compact, { chroma: null }, "`chroma` must be an object."],
    [
      "chroma of another kind",
      compact,
      { chroma: { encoding: "rgb24-b64-v2", data: "" } },
      "`chroma.encoding` must be rgb24-b64-v1.",
    ],
    [
      "chroma that is not base64",
      compact,
      { chroma: { encoding: "rgb24-b64-v1", data: "a b" } },
      "`chroma.data` must be standard base64 with padding.",
    ],
    [
      "chroma as a number",
      compact,
      { chroma: { encoding: "rgb24-b64-v1", data: 7 } },
      "`chroma.data` must be standard base64 with padding.",
    ],
    [
      "too little chroma",
      compact,
      { chroma: { encoding: "rgb24-b64-v1", data: "AAAA" } },
      "`chroma.data` holds 3 bytes; 12 × 3 cells need 108.",
    ],
  ];
  for (const [name, document, changed, sentence] of cases) {
    test(name, () => {
      expect(refusal(JSON.stringify({ ...document, ...changed }))).toBe(sentence);
    });
  }

  test("a truncated document", () => {
    expect(refusal(JSON.stringify(json).slice(0, 500))).toBe(
      "The art starts like JSON but is not valid JSON: it may be truncated.",
    );
  });
});

test("reads a document with unknown fields, even of a later 0.3 (answers 7.4)", () => {
  const later = { extra: [1], ...json, version: "0.3.9", params: { ...(json["params"] as object), sparkle: 1 } };
  expect(readArt(JSON.stringify(later))).toEqual(readArt(JSON.stringify(json)));
  expect(readArt(JSON.stringify(json, null, 2))).toEqual(readArt(JSON.stringify(json)));
});

describe("returns art or an error message for anything:", () => {
  const outcome = (art: string) => {
    const sentence = refusal(art);
    expect(sentence).toMatch(/^accepted|\.$/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no control character of the input may reach a terminal
    expect(sentence).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
  };

  test("any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 60 }), outcome));
  });

  test("any document", () => {
    fc.assert(
      fc.property(
        fc.json().map((text) => `{"version":"0.3.0","format":"json","x":${text}}`),
        outcome,
      ),
    );
  });

  test("any value anywhere in a document", () => {
    const places = [json, compact].flatMap((document) => Object.keys(document).map((key) => ({ document, key })));
    const inside = ["glyphs", "chroma", "params"];
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.anything(), fc.boolean(), ({ document, key }, value, deeper) => {
        const held = document[key];
        const changed = deeper && inside.includes(key) ? mapValues(held as Document, () => value) : value;
        outcome(JSON.stringify({ ...document, [key]: changed }, (_, one) => (typeof one === "bigint" ? 0 : one)));
      }),
      { numRuns: 400 },
    );
  });
});

const mapValues = (values: Document, change: () => unknown): Document =>
  Object.fromEntries(Object.keys(values).map((key) => [key, change()]));

describe("reads mosaics in color", () => {
  /** A page of these glyphs, each in its ink on its background. */
  const pageOf = (charset: MosaicCharset, glyphs: string, ink: string, ground: string): object => ({
    ...(JSON.parse(drawn({ charset, format: "json", color: true })) as object),
    columns: [...glyphs].length,
    rows: 1,
    lines: [glyphs],
    colors: [[...glyphs].map(() => ink)],
    grounds: [[...glyphs].map(() => ground)],
  });

  test.each(MOSAIC_CHARSETS)("with the eighths and shades that %s have, to the mean of their light", (charset) => {
    const art = readArt(JSON.stringify(pageOf(charset, " ▁▆▏▊░▒▓█", "#ffc828", "#102030")));
    const mixed = (ink: number, ground: number): number[] => {
      const [bright, dark] = [toLight(ink / 255), toLight(ground / 255)];
      const part = (share: number): number => Math.round(255 * toEncoded(dark + share * (bright - dark)));
      // shades mix sRGB values, not light
      const shade = (share: number): number => Math.round(ground + share * (ink - ground));
      return [0, 1 / 8, 6 / 8, 1 / 8, 6 / 8].map(part).concat([0.25, 0.5, 0.75, 1].map(shade));
    };
    const wanted = [mixed(0xff, 0x10), mixed(0xc8, 0x20), mixed(0x28, 0x30)];
    const channels = [0, 1, 2].map((channel) => [...art.chroma!].filter((_, i) => i % 3 === channel));
    for (const [channel, bytes] of channels.entries()) {
      for (const [cell, byte] of bytes.entries())
        expect(Math.abs(byte - wanted[channel]![cell]!)).toBeLessThanOrEqual(1);
    }
    const [red, , blue] = cellRaster(art).data;
    expect(Math.max(Math.abs(red! - 0x10), Math.abs(blue! - 0x30))).toBeLessThanOrEqual(1);
  });

  test("as earlier versions drew them, with every pattern", () => {
    const glyphs = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█";
    const { chroma } = readArt(JSON.stringify(pageOf("quadrants", glyphs, "#ffffff", "#000000")));
    const lit = [...glyphs].map((_, pattern) => pattern.toString(2).replaceAll("0", "").length);
    expect([...chroma!].filter((_, i) => i % 3 === 0)).toEqual(
      lit.map((count) => Math.round(255 * toEncoded(count / 4))),
    );
  });

  test("but only patterns in one ink", () => {
    const page = { ...pageOf("quadrants", "▘▁▘▘▘▘▘▘", "#ffffff", "#000000"), grounds: undefined };
    expect(refusal(JSON.stringify(page))).toBe(
      "Row 1, column 2 holds U+2581, which is not a glyph of the charset quadrants.",
    );
    expect(refusal("▘▁", { charset: "quadrants" })).toBe(
      "Row 1, column 2 holds U+2581, which is not a glyph of the charset quadrants.",
    );
  });
});
