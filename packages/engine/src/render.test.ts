import {
  type Art,
  artSchema,
  compactArtSchema,
  completeParams,
  DEFAULT_PARAMS,
  PARAMS,
  Refusal,
  type RenderParams,
  standalone,
  statedParams,
} from "@lumiglyph/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { optionsWith, PLAIN, validParams } from "../../../tests/support/params.ts";
import { horizontalRamp, paint, paintGray, rasters } from "../../../tests/support/rasters.ts";
import { PIPELINE } from "./pipeline.ts";
import type { Raster } from "./raster.ts";
import { render } from "./render.ts";
import type { Watch } from "./stage.ts";

const textOf = (raster: Raster, given: Partial<RenderParams>) =>
  render(raster, optionsWith({ ...given, format: "text" })).body;

/** Checks that other values of these parameters leave the glyphs of any image unchanged. */
const neverChangesGlyphs = (names: readonly (keyof RenderParams)[], fixed: Partial<RenderParams> = {}): void =>
  fc.assert(
    fc.property(rasters(), validParams({ ...fixed, format: "text" }), validParams(fixed), (raster, asked, other) => {
      const more = Object.fromEntries(names.map((name) => [name, completeParams(other)[name]]));
      expect(render(raster, { ...asked, ...more }).body).toBe(render(raster, asked).body);
    }),
    { numRuns: 20 },
  );

test("custom characters without strokes are the only ones used, dithered or not", () => {
  const given = { columns: 24, characters: " 01", structure: 1 } as const;
  const wheel = paint(96, 96, (x, y) => {
    const gray = 127 + 127 * Math.sin(12 * Math.atan2(y - 48, x - 48));
    return [gray, gray, gray];
  });
  for (const dither of [false, true]) {
    for (const edges of [false, true]) expect(textOf(wheel, { ...given, dither, edges })).toMatch(/^[ 01\n]+$/);
  }
});

test("a ramp from black to white renders from the blank to the densest glyph", () => {
  const given = { ...PLAIN, columns: 10, charset: "standard", glyphStrategy: "fixed" } as const;
  const ramp = paintGray(40, 8, (x) => 28 * Math.min(9, Math.floor(x / 4)) + (x < 36 ? 0 : 3));
  const [line] = textOf(ramp, given).split("\n");
  expect(line).toMatch(/^ .{8}@$/);
  const places = [...line!].map((glyph) => " .-:=*+%#@".indexOf(glyph));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("transparent cells are blank, inverted or not", () => {
  const hole = paint(16, 16, (x) => [200, 200, 200, x < 8 ? 0 : 255]);
  for (const invert of [false, true]) {
    for (const charset of PARAMS.charset.values) {
      for (const line of textOf(hole, { columns: 16, invert, charset }).slice(0, -1).split("\n")) {
        expect([...line].slice(0, 8).join("")).toBe(" ".repeat(8));
      }
    }
  }
});

test("a completely transparent image is blank in every style", () => {
  const nothing = paint(6, 6, () => [255, 255, 255, 0]);
  fc.assert(
    fc.property(validParams({ format: "text" }), (wanted) => {
      expect(render(nothing, wanted).body).toMatch(/^[ \n]+$/);
    }),
    { numRuns: 30 },
  );
});

test("color, saturation and monoColor never change the glyphs", () => {
  neverChangesGlyphs(["color", "saturation", "monoColor"]);
});

test("motionSensitivity has no effect on a still image", () => {
  neverChangesGlyphs(["motionSensitivity"]);
});

test("edgeStrength has an effect only with edges", () => {
  neverChangesGlyphs(["edgeStrength"], { edges: false });
  const disc = paintGray(40, 40, (x, y) => ((x - 20) ** 2 + (y - 20) ** 2 < 150 ? 90 : 70));
  const given = { ...PLAIN, columns: 24, edges: true, glyphStrategy: "fixed" } as const;
  expect(textOf(disc, { ...given, edgeStrength: 5 })).not.toBe(textOf(disc, { ...given, edgeStrength: 0.1 }));
});

test("maxGlyphRmse has an effect only with the adaptive strategy", () => {
  neverChangesGlyphs(["maxGlyphRmse"], { glyphStrategy: "fixed" });
  const ramp = horizontalRamp(48, 24);
  const under = (maxGlyphRmse: number) => render(ramp, optionsWith({ columns: 24, maxGlyphRmse })).glyphs.size;
  expect(under(0.1)).toBeLessThan(under(0.01));
});

test("the same call returns the same result", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      expect(render(raster, wanted)).toEqual(render(raster, wanted));
    }),
    { numRuns: 20 },
  );
});

test("a render does not change its raster", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      const before = Uint8Array.from(raster.data);
      render(raster, wanted);
      expect(Uint8Array.from(raster.data)).toEqual(before);
    }),
    { numRuns: 20 },
  );
});

test.each([
  ["json", artSchema()],
  ["json-compact", compactArtSchema()],
] as const)("%s matches its published schema", (format, schema) => {
  const fits = new Ajv2020({ strict: true, allErrors: true }).compile(standalone(format, schema));
  fc.assert(
    fc.property(rasters(), validParams({ format }), (raster, wanted) => {
      fits(JSON.parse(render(raster, wanted).body));
      expect(fits.errors ?? []).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test.each([
  [1, 1, 120, 60],
  [2000, 10, 120, 1],
  [10, 400, 20, 400],
  [1, 40, 8, 160],
  [7, 3, 200, 43],
])("an image of %i × %i in %i columns has %i rows", (width, height, columns, rows) => {
  const { body, grid } = render(horizontalRamp(width, height), optionsWith({ columns }));
  expect(grid).toEqual({ columns, rows });
  expect(body.split("\n")).toHaveLength(rows + 1);
});

test("a grid that is too large is refused with the columns that fit", () => {
  const tall = paintGray(10, 400, () => 128);
  const refusal = (() => {
    try {
      render(tall, optionsWith({ columns: 120 }));
    } catch (error) {
      return error;
    }
  })();
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ code: "grid_too_large" });
  expect((refusal as Refusal).message).toContain("The largest `columns` that fits is 109.");
});

test("invalid options are refused in the parser's words, before rendering", () => {
  const refusalOf = (options: object): unknown => {
    const seen: string[] = [];
    const watch: Watch = (name, work) => {
      seen.push(name);
      return work();
    };
    try {
      render(horizontalRamp(8, 8), options, { watch });
    } catch (error) {
      expect(seen).toEqual([]);
      return error;
    }
  };
  const refusal = refusalOf({ columns: 9000 });
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({
    code: "parameter_invalid",
    message: "Expected an integer from 8 to 400 for `columns` but received 9000 (number).",
  });
  expect(refusalOf({ colums: 80 })).toMatchObject({
    code: "parameter_unknown",
    message: "There is no parameter `colums`. Did you mean `columns`?",
  });
});

test("a raster without options renders with the defaults, none of them locked", () => {
  const ramp = horizontalRamp(48, 24);
  const { body, grid, quality } = render(ramp);
  expect(grid.columns).toBe(DEFAULT_PARAMS.columns);
  expect(body.split("\n")).toHaveLength(grid.rows + 1);
  expect(quality.locked).toEqual([]);
  expect(render(ramp)).toEqual(render(ramp, {}));
});

test("a raster with too few bytes is a caller error", () => {
  expect(() => render({ width: 4, height: 4, data: new Uint8Array(63) }, optionsWith())).toThrow(RangeError);
});

test("the original size determines the rows, not that of a shrunk copy", () => {
  const source = { width: 3000, height: 1000, format: "jpeg" } as const;
  const { body, grid } = render(horizontalRamp(50, 50), optionsWith({ columns: 60, format: "json" }), { source });
  expect(grid).toEqual({ columns: 60, rows: 10 });
  expect((JSON.parse(body) as Art).source).toEqual(source);
});

test("a raster without a source is its own source", () => {
  const { body } = render(horizontalRamp(50, 30), optionsWith({ columns: 60, format: "json" }));
  expect((JSON.parse(body) as Art).source).toEqual({ width: 50, height: 30, format: "pixels" });
});

test("json echoes all parameters as used", () => {
  fc.assert(
    fc.property(validParams({ format: "json", autoOptimize: 0 }), (wanted) => {
      const art = JSON.parse(render(horizontalRamp(8, 8), wanted).body) as Art;
      expect(art.params).toEqual(statedParams(completeParams(wanted)));
    }),
    { numRuns: 20 },
  );
});

/** The names that a watch sees during this render. */
const watched = (given: Partial<RenderParams>): string[] => {
  const names: string[] = [];
  const watch: Watch = (name, work) => {
    names.push(name);
    return work();
  };
  render(horizontalRamp(16, 16), optionsWith({ columns: 8, autoOptimize: 0, ...given }), { watch });
  return names;
};

test("a watch sees the active stages in order, the measurement, then the encoder", () => {
  expect(watched({ ...PLAIN, dither: true })).toEqual([
    "luminance",
    "downscale",
    "view",
    "levels",
    "tone",
    "codebook",
    "match",
    "measure",
    "encode",
  ]);
  expect(watched({ edges: true, color: true, format: "html" })).toEqual([
    ...PIPELINE.map(({ name }) => name).filter((name) => name !== "grid"),
    "measure",
    "grid",
    "encode",
  ]);
});

test("a watch does not change the result", () => {
  const watch: Watch = (_, work) => work();
  const ramp = horizontalRamp(30, 20);
  expect(render(ramp, optionsWith({ columns: 20 }), { watch })).toEqual(render(ramp, optionsWith({ columns: 20 })));
});

test("an svg for both themes contains a page matched for each, whichever is requested; other formats ignore it", () => {
  const ramp = horizontalRamp(64, 32);
  const given = { columns: 16, format: "svg", theme: "auto", alt: "A ramp" } as const;
  const { body } = render(ramp, given);
  const rowsOf = (svg: string): string[] => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, row]) => row!);
  const [dark, light] = (["dark", "light"] as const).map((background) =>
    rowsOf(render(ramp, { ...given, theme: "one", background }).body),
  );
  expect(rowsOf(body)).toEqual([...dark!, ...light!]);
  expect(dark).not.toEqual(light);
  expect(body.match(/<title/g)).toHaveLength(1);
  expect(body).toContain("@media(prefers-color-scheme:light)");
  expect(render(ramp, { ...given, background: "light" }).body).toBe(body);
  expect(render(ramp, { ...given, format: "html" }).body).toBe(
    render(ramp, { ...given, format: "html", theme: "one" }).body,
  );
  expect(render(ramp, { ...given, maxCharacters: 3000 }).body.length).toBeLessThanOrEqual(3000);
});

test("an svg appears line by line, and at once with reduced motion", () => {
  const given = { columns: 16, format: "svg", reveal: 2 } as const;
  const { body, grid } = render(horizontalRamp(64, 32), given);
  expect(body).toContain(`2s steps(${grid.rows})`);
  expect(body).toContain("@media(prefers-reduced-motion:reduce){#art-shown{animation:none}}");
});
