import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { DEFAULT_PARAMS, PARAM_NAMES } from "./params.ts";
import { artSchema, compactArtSchema, PROBLEM, paramSchema, renderParamsSchema, standalone } from "./shapes.ts";

const ajv = formats.default(new Ajv2020({ strict: true, allErrors: true }));
const glyphs = {
  strategy: "adaptive",
  charset: "standard",
  codebook: " #",
  inks: [0, 1],
  size: 2,
  rmse: 0.01,
  drawn: 0.02,
  contours: { glyphs: "/|", inks: [0.3, 0.3], share: 0.1 },
  limit: 0.03,
  withinLimit: true,
  adapted: true,
  tones: Array.from({ length: 256 }, () => 0),
};
const quality = {
  target: "balanced",
  status: "best_effort",
  score: 0.5,
  metric: "measure-1",
  font: "calibration-1",
  components: [{ name: "tone", value: 0.5, threshold: 0.6, met: false }],
  tuned: { gamma: { from: 1, to: 1.1 } },
  locked: ["contrast"],
  evaluations: 3,
  advice: null,
};
const grid = { version: "0.3.0", columns: 8, rows: 1, glyphs, quality };
const art = {
  ...grid,
  format: "json",
  lines: ["########"],
  colors: null,
  monoColor: "#e5e5e5",
  source: { width: 8, height: 4, format: "png" },
  params: DEFAULT_PARAMS,
};
const compact = { ...grid, format: "json-compact", text: "########\n", chroma: { encoding: "rgb24-b64-v1", data: "" } };

describe("the schema of the render parameters", () => {
  const accepts = ajv.compile(renderParamsSchema());

  it("accepts all, some or none of the defaults", () => {
    expect(accepts(DEFAULT_PARAMS)).toBe(true);
    expect(accepts({ columns: 80 })).toBe(true);
    expect(accepts({})).toBe(true);
  });

  it.each([
    [{ columns: 8 }, { columns: 7 }],
    [{ columns: 400 }, { columns: 401 }],
    [{ columns: 80 }, { columns: 80.5 }],
    [{ columns: 80 }, { columns: "80" }],
    [{ contrast: 0.2 }, { contrast: 0.19 }],
    [{ contrast: 4 }, { contrast: 4.01 }],
    [{ brightness: -150 }, { brightness: -151 }],
    [{ brightness: 150 }, { brightness: 151 }],
    [{ saturation: 4 }, { saturation: 4.1 }],
    [{ gamma: 0.2 }, { gamma: 0.1 }],
    [{ gamma: 3 }, { gamma: 3.1 }],
    [{ edgeStrength: 0.1 }, { edgeStrength: 0 }],
    [{ edgeStrength: 5 }, { edgeStrength: 5.1 }],
    [{ sharpen: 1 }, { sharpen: 1.1 }],
    [{ autoLevels: 0 }, { autoLevels: -0.1 }],
    [{ structure: 1 }, { structure: 1.1 }],
    [{ denoise: 0 }, { denoise: -0.1 }],
    [{ motionSensitivity: 1 }, { motionSensitivity: 1.1 }],
    [{ autoOptimize: 0 }, { autoOptimize: null }],
    [{ maxGlyphRmse: 0.005 }, { maxGlyphRmse: 0.004 }],
    [{ maxGlyphRmse: 0.1 }, { maxGlyphRmse: 0.11 }],
    [{ charset: "dots" }, { charset: "emoji" }],
    [{ format: "json-compact" }, { format: "pdf" }],
    [{ qualityTarget: "low-light" }, { qualityTarget: "best" }],
    [{ glyphStrategy: "fixed" }, { glyphStrategy: "Fixed" }],
    [{ color: true }, { color: 1 }],
    [{ invert: false }, { invert: "false" }],
    [{ edges: true }, { edges: null }],
    [{ dither: true }, { dither: "1" }],
    [{ monoColor: "#Fa0" }, { monoColor: "#fa00" }],
    [{ columns: 80 }, { colums: 80 }],
  ])("accepts %j and refuses %j", (good, bad) => {
    expect(accepts(good)).toBe(true);
    expect(accepts(bad)).toBe(false);
  });
});

describe("the schema of one parameter", () => {
  it("has range, default and description", () => {
    expect(paramSchema("columns")).toEqual({
      type: "integer",
      minimum: 8,
      maximum: 400,
      description: "output width in characters",
      default: 120,
    });
  });

  it.each(PARAM_NAMES)("accepts the default of %s", (name) => {
    expect(ajv.compile(paramSchema(name))(DEFAULT_PARAMS[name])).toBe(true);
  });
});

describe("the schemas of the outputs", () => {
  const acceptsArt = ajv.compile(standalone("art", artSchema()));
  const acceptsCompact = ajv.compile(standalone("compact art", compactArtSchema()));

  it("accept valid outputs", () => {
    expect(acceptsArt(art), JSON.stringify(acceptsArt.errors)).toBe(true);
    expect(acceptsCompact(compact), JSON.stringify(acceptsCompact.errors)).toBe(true);
    expect(acceptsArt({ ...art, colors: [["#ff0000"]] })).toBe(true);
  });

  it.each([
    { ...art, version: "0.4.0" },
    { ...art, columns: 7 },
    { ...art, columns: 401 },
    { ...art, colors: [["red"]] },
    { ...art, extra: 1 },
    { ...art, params: { ...DEFAULT_PARAMS, columns: 9000 } },
    { ...art, params: { columns: 80 } },
    { ...art, glyphs: { ...glyphs, tones: [0] } },
    { ...art, glyphs: { ...glyphs, drawn: -0.1 } },
    { ...art, glyphs: { ...glyphs, drawn: undefined } },
    { ...art, glyphs: { ...glyphs, contours: { glyphs: "/", inks: [0.3], share: 1.1 } } },
    { ...art, glyphs: { ...glyphs, contours: { glyphs: "/", inks: [0.3] } } },
    { ...art, quality: { ...quality, status: "fine" } },
    { ...art, quality: { ...quality, tuned: { zoom: { from: 1, to: 2 } } } },
    { ...art, source: { ...art.source, format: "svg" } },
  ])("refuse an invalid art (%#)", (faulty) => expect(acceptsArt(faulty)).toBe(false));

  it.each([
    { ...compact, chroma: null },
    { ...compact, chroma: { encoding: "rgb24-b64-v2", data: "" } },
    { ...compact, format: "json" },
    { ...compact, rows: 0 },
  ])("refuse an invalid compact art (%#)", (faulty) => expect(acceptsCompact(faulty)).toBe(false));
});

describe("the schema of a problem", () => {
  const problem = {
    type: "https://glyphs.example/docs/errors#not_found",
    title: "Not found",
    status: 404,
    detail: "Nothing is served at this path.",
    code: "not_found",
    traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
  };

  it("accepts a valid problem", () => {
    expect(ajv.compile(standalone("problem", PROBLEM))(problem)).toBe(true);
  });

  it.each([
    { ...problem, code: "oops" },
    { ...problem, status: 200 },
    { ...problem, traceId: "" },
    { ...problem, type: "not a uri" },
    { ...problem, stack: "at line 1" },
    { ...problem, errors: [{ parameter: "columns" }] },
  ])("refuses an invalid problem (%#)", (faulty) => expect(ajv.compile(PROBLEM)(faulty)).toBe(false));
});
