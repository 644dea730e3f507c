import {
  completeParams,
  type FieldOrigin,
  fieldsOf,
  PARAM_NAMES,
  paramRow,
  parse,
  type RenderParams,
} from "@lumiglyph/contract";
import { expect, test } from "vitest";

/** The parsed parameters, or the codes of their problems. */
const through = (given: object, origin: FieldOrigin) => {
  const result = parse(fieldsOf(given, origin));
  return "problems" in result ? result.problems.map(({ code }) => code) : completeParams(result.options);
};

const defaultOf = (name: keyof RenderParams) => (through({}, "json") as RenderParams)[name];

/** Parses each value in its native type: the value itself, or the code of its refusal. */
const natively = (name: keyof RenderParams, values: readonly unknown[]) =>
  values.map((value) => {
    const result = through({ [name]: value }, "json");
    return "length" in result ? result.join() : result[name];
  });

const REFUSED = "parameter_invalid";

/** A number's range includes both ends and nothing beyond; numbers only. */
const expectRange = (name: keyof RenderParams, min: number, max: number, step: number): void => {
  expect(natively(name, [min, max])).toEqual([min, max]);
  expect(natively(name, [min - step, max + step, String(min), true, null])).toEqual(Array(5).fill(REFUSED));
};

const expectBoolean = (name: keyof RenderParams): void => {
  expect(natively(name, [true, false])).toEqual([true, false]);
  expect(natively(name, [1, 0, "true", null])).toEqual(Array(4).fill(REFUSED));
};

const expectChoice = (name: keyof RenderParams, values: readonly string[]): void => {
  expect(natively(name, values)).toEqual(values);
  expect(natively(name, ["", "none", values[0]!.toUpperCase(), ` ${values[0]}`, 0])).toEqual(Array(5).fill(REFUSED));
};

test("columns: an integer, 8 to 400, default 120 (spec 2.2, 8.1)", () => {
  expect(defaultOf("columns")).toBe(120);
  expectRange("columns", 8, 400, 1);
  expect(natively("columns", [80.5])).toEqual([REFUSED]);
});

test("charset: six names, default detailed (spec 2.2)", () => {
  expect(defaultOf("charset")).toBe("detailed");
  expectChoice("charset", ["standard", "detailed", "blocks", "binary", "dots", "minimal"]);
});

test("format: six names, default text (spec 2.2)", () => {
  expect(defaultOf("format")).toBe("text");
  expectChoice("format", ["text", "ansi", "html", "json", "json-compact", "svg"]);
});

test("color: a boolean, default false (spec 2.2)", () => {
  expect(defaultOf("color")).toBe(false);
  expectBoolean("color");
});

test("invert: a boolean, default false (spec 2.2)", () => {
  expect(defaultOf("invert")).toBe(false);
  expectBoolean("invert");
});

test("contrast: 0.2 to 4, default 1.15 (spec 2.2)", () => {
  expect(defaultOf("contrast")).toBe(1.15);
  expectRange("contrast", 0.2, 4, 0.001);
});

test("brightness: -150 to 150, default 0 (spec 2.2)", () => {
  expect(defaultOf("brightness")).toBe(0);
  expectRange("brightness", -150, 150, 0.001);
});

test("saturation: 0 to 4, default 1.4 (spec 2.2)", () => {
  expect(defaultOf("saturation")).toBe(1.4);
  expectRange("saturation", 0, 4, 0.001);
});

test("gamma: 0.2 to 3, default 1 (spec 2.2)", () => {
  expect(defaultOf("gamma")).toBe(1);
  expectRange("gamma", 0.2, 3, 0.001);
});

test("edges: a boolean, default false (spec 2.2)", () => {
  expect(defaultOf("edges")).toBe(false);
  expectBoolean("edges");
});

test("edgeStrength: 0.1 to 5, default 1.8 (spec 2.2)", () => {
  expect(defaultOf("edgeStrength")).toBe(1.8);
  expectRange("edgeStrength", 0.1, 5, 0.001);
});

test("dither: a boolean, default false (spec 2.2)", () => {
  expect(defaultOf("dither")).toBe(false);
  expectBoolean("dither");
});

test("sharpen: 0 to 1, default 0.35 (spec 2.2)", () => {
  expect(defaultOf("sharpen")).toBe(0.35);
  expectRange("sharpen", 0, 1, 0.001);
});

test("autoLevels: 0 to 1, default 0.9 (spec 2.2)", () => {
  expect(defaultOf("autoLevels")).toBe(0.9);
  expectRange("autoLevels", 0, 1, 0.001);
});

test("structure: 0 to 1, default 0.55 (spec 2.2)", () => {
  expect(defaultOf("structure")).toBe(0.55);
  expectRange("structure", 0, 1, 0.001);
});

test("denoise: 0 to 1, default 0.35 (spec 2.2)", () => {
  expect(defaultOf("denoise")).toBe(0.35);
  expectRange("denoise", 0, 1, 0.001);
});

test("motionSensitivity: 0 to 1, default 0.7 (spec 2.2; answers 1.14)", () => {
  expect(defaultOf("motionSensitivity")).toBe(0.7);
  expectRange("motionSensitivity", 0, 1, 0.001);
});

test("autoOptimize: 0 to 1, default 0.9 (spec 2.2)", () => {
  expect(defaultOf("autoOptimize")).toBe(0.9);
  expectRange("autoOptimize", 0, 1, 0.001);
});

test("qualityTarget: five names, default balanced (spec 2.2)", () => {
  expect(defaultOf("qualityTarget")).toBe("balanced");
  expectChoice("qualityTarget", ["balanced", "portrait", "motion", "low-light", "round-trip"]);
});

test("glyphStrategy: adaptive or fixed, default adaptive (spec 2.2)", () => {
  expect(defaultOf("glyphStrategy")).toBe("adaptive");
  expectChoice("glyphStrategy", ["adaptive", "fixed"]);
});

test("maxGlyphRmse: 0.005 to 0.1, default 0.03 (spec 2.2)", () => {
  expect(defaultOf("maxGlyphRmse")).toBe(0.03);
  expectRange("maxGlyphRmse", 0.005, 0.1, 0.0001);
});

test("monoColor: #rgb or #rrggbb in any case, default #e5e5e5 (spec 2.2; answers 1.5)", () => {
  expect(defaultOf("monoColor")).toBe("#e5e5e5");
  expect(natively("monoColor", ["#ff8800", "#FF8800", "#f80"])).toEqual(Array(3).fill("#ff8800"));
  const wrong = ["ff8800", "#ff88", "#ff880000", "#gggggg", "orange", " #ff8800", "", 0xff8800];
  expect(natively("monoColor", wrong)).toEqual(Array(8).fill(REFUSED));
});

test("A number just inside its range or at its end is accepted, just outside refused (spec 8.1)", () => {
  expect(natively("contrast", [0.2, 0.2001, 3.9999, 4])).toEqual([0.2, 0.2001, 3.9999, 4]);
  expect(natively("contrast", [0.1999, 4.0001, Number.NaN, Number.POSITIVE_INFINITY])).toEqual(Array(4).fill(REFUSED));
});

/** Every parameter with a non-default value: as text and in its type. */
const WRITTEN = {
  columns: ["80", 80],
  charset: ["blocks", "blocks"],
  format: ["svg", "svg"],
  color: ["true", true],
  invert: ["1", true],
  contrast: ["2.5", 2.5],
  brightness: ["-40", -40],
  saturation: ["0", 0],
  gamma: ["1.4", 1.4],
  edges: ["TRUE", true],
  edgeStrength: ["4", 4],
  dither: ["True", true],
  sharpen: ["0.8", 0.8],
  autoLevels: ["0.5", 0.5],
  structure: ["1", 1],
  denoise: ["0", 0],
  motionSensitivity: ["0.2", 0.2],
  autoOptimize: ["0", 0],
  qualityTarget: ["low-light", "low-light"],
  glyphStrategy: ["fixed", "fixed"],
  maxGlyphRmse: ["0.05", 0.05],
  monoColor: ["#ffb000", "#ffb000"],
  fill: ["0.6", 0.6],
  colors: ["256", "256"],
  background: ["light", "light"],
  paper: ["#16407f", "#16407f"],
  glow: ["0.5", 0.5],
  font: ["cascadia", "cascadia"],
  characters: ["", ""],
  rows: ["24", 24],
  cellAspect: ["0.45", 0.45],
  maxCharacters: ["2000", 2000],
  alt: ["Two koi", "Two koi"],
  pixelsPerCell: ["16", 16],
  theme: ["auto", "auto"],
  reveal: ["2.5", 2.5],
} as const satisfies Record<keyof RenderParams, readonly [string, unknown]>;

const spelled = Object.fromEntries(Object.entries(WRITTEN).map(([name, [text]]) => [name, text]));
const native = Object.fromEntries(Object.entries(WRITTEN).map(([name, [, value]]) => [name, value]));

test("All 22 parameters can be spelled in a query (spec 2.2)", () => {
  expect(through(spelled, "query")).toEqual(native);
});

test("All 22 parameters can be spelled in form fields (spec 2.2)", () => {
  expect(through(spelled, "form")).toEqual(native);
});

test("All 22 parameters can be given as JSON keys (spec 2.2)", () => {
  expect(through(native, "json")).toEqual(native);
});

test("An omitted parameter has its default, the others their given values (spec 2.2)", () => {
  const { columns, ...rest } = through({ columns: 80 }, "json") as RenderParams;
  expect(columns).toBe(80);
  expect(rest).toEqual({
    charset: "detailed",
    format: "text",
    color: false,
    invert: false,
    contrast: 1.15,
    brightness: 0,
    saturation: 1.4,
    gamma: 1,
    edges: false,
    edgeStrength: 1.8,
    dither: false,
    sharpen: 0.35,
    autoLevels: 0.9,
    structure: 0.55,
    denoise: 0.35,
    motionSensitivity: 0.7,
    autoOptimize: 0.9,
    qualityTarget: "balanced",
    glyphStrategy: "adaptive",
    maxGlyphRmse: 0.03,
    monoColor: "#e5e5e5",
    fill: 0,
    colors: "truecolor",
    background: "dark",
    paper: "",
    glow: 0,
    font: "any",
    characters: "",
    rows: 0,
    cellAspect: 0.5,
    maxCharacters: 0,
    alt: "",
    pixelsPerCell: 10,
    theme: "one",
    reveal: 0,
  });
  expect(PARAM_NAMES.filter((name) => !paramRow(name).extension)).toHaveLength(22);
});
