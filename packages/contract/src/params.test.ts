import { describe, expect, it } from "vitest";
import { choiceLabel, PANEL, panelLabel } from "./panel.ts";
import { DEFAULT_PARAMS, isExtension, isParamName, PARAM_NAMES, PARAMS, paramRow, statedParams } from "./params.ts";

/** Specification 2.2, typed in by hand: name, kind, range or values, default. */
const SPECIFIED = [
  ["columns", "integer", [8, 400], 120],
  ["charset", "choice", ["standard", "detailed", "blocks", "binary", "dots", "minimal"], "detailed"],
  ["format", "choice", ["text", "ansi", "html", "json", "json-compact", "svg"], "text"],
  ["color", "boolean", null, false],
  ["invert", "boolean", null, false],
  ["contrast", "number", [0.2, 4], 1.15],
  ["brightness", "number", [-150, 150], 0],
  ["saturation", "number", [0, 4], 1.4],
  ["gamma", "number", [0.2, 3], 1],
  ["edges", "boolean", null, false],
  ["edgeStrength", "number", [0.1, 5], 1.8],
  ["dither", "boolean", null, false],
  ["sharpen", "number", [0, 1], 0.35],
  ["autoLevels", "number", [0, 1], 0.9],
  ["structure", "number", [0, 1], 0.55],
  ["denoise", "number", [0, 1], 0.35],
  ["motionSensitivity", "number", [0, 1], 0.7],
  ["autoOptimize", "number", [0, 1], 0.9],
  ["qualityTarget", "choice", ["balanced", "portrait", "motion", "low-light", "round-trip"], "balanced"],
  ["glyphStrategy", "choice", ["adaptive", "fixed"], "adaptive"],
  ["maxGlyphRmse", "number", [0.005, 0.1], 0.03],
  ["monoColor", "color", null, "#e5e5e5"],
] as const;

describe("the parameter table", () => {
  it("has the 22 names of the specification in its order, then the extensions", () => {
    expect(PARAM_NAMES.slice(0, 22)).toEqual(SPECIFIED.map(([name]) => name));
    expect(PARAM_NAMES.slice(22)).toEqual([
      "fill",
      "colors",
      "background",
      "paper",
      "glow",
      "font",
      "characters",
      "rows",
      "cellAspect",
      "maxCharacters",
      "alt",
      "pixelsPerCell",
      "theme",
      "reveal",
    ]);
    expect(PARAM_NAMES.filter(isExtension)).toEqual(PARAM_NAMES.slice(22));
    expect(PARAM_NAMES.filter((name) => paramRow(name).extension)).toEqual(PARAM_NAMES.filter(isExtension));
  });

  it.each(SPECIFIED)("has %s as specified: %s %j, default %j", (name, kind, allowed, fallback) => {
    const row = paramRow(name);
    expect(row.kind).toBe(kind);
    expect(row.default).toBe(fallback);
    const values = "values" in row && row.values.filter((value) => !row.extensions?.includes(value));
    expect("min" in row ? [row.min, row.max] : values || null).toEqual(allowed);
  });

  it.each(PARAM_NAMES.map((name) => [name, PARAMS[name]] as const))("labels and explains %s", (_, row) => {
    expect(row.label).toMatch(/^[A-Z]/);
    expect(row.says.length).toBeGreaterThan(5);
  });

  it.each(PARAM_NAMES.map(paramRow).flatMap((row) => ("step" in row ? [[row.label, row] as const] : [])))(
    "has a default for %s that lies on a slider step",
    (_, { default: fallback, min, step, none }) => {
      const steps = none ? 0 : (fallback - min) / step;
      expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-9);
    },
  );
});

describe("the defaults", () => {
  it("are those of the specification, frozen", () => {
    const specified = Object.fromEntries(SPECIFIED.map(([name, , , fallback]) => [name, fallback]));
    expect(DEFAULT_PARAMS).toEqual({
      ...specified,
      ...{
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
      },
    });
    expect(statedParams(DEFAULT_PARAMS)).toEqual(specified);
    expect(statedParams({ ...DEFAULT_PARAMS, fill: 0.6 })).toEqual({ ...specified, fill: 0.6 });
    expect(Object.isFrozen(DEFAULT_PARAMS)).toBe(true);
  });
});

describe("a parameter's name", () => {
  it.each(["columns", "monoColor"])("is known: %s", (name) => expect(isParamName(name)).toBe(true));

  it.each(["Columns", "", "__proto__", "constructor", "toString", "hasOwnProperty", "image"])(
    "is not known: %j",
    (name) => expect(isParamName(name)).toBe(false),
  );
});

describe("the studio's panel", () => {
  it("has each parameter in exactly one section", () => {
    const placed = PANEL.flatMap(({ params }) => params);
    expect(placed.toSorted()).toEqual(PARAM_NAMES.toSorted());
  });

  it("uses the parameter's label or one that fits its column", () => {
    for (const name of PARAM_NAMES) expect(panelLabel(name).length).toBeLessThanOrEqual(18);
    expect(panelLabel("edgeStrength")).toBe("Edge strength");
    expect(panelLabel("maxGlyphRmse")).toBe("Max RMSE");
  });

  it("has no duplicate label in a section", () => {
    for (const { params } of PANEL) expect(new Set(params.map(panelLabel)).size).toBe(params.length);
  });

  it("labels choices with words", () => {
    expect(PARAMS.qualityTarget.values.map(choiceLabel)).toEqual([
      "Balanced",
      "Portrait",
      "Motion",
      "Low light",
      "Round trip",
    ]);
  });
});
