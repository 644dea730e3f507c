import { describe, expect, it } from "vitest";
import { nearestName, nearNames } from "./nearest-name.ts";
import { PARAM_NAMES } from "./params.ts";

describe("the nearest name", () => {
  it.each([
    ["colums", "columns"],
    ["column", "columns"],
    ["COLUMNS", "columns"],
    ["colour", "color"],
    ["mono_color", "monoColor"],
    ["mono-colour", "monoColor"],
    ["edge strength", "edgeStrength"],
    ["e d g e s", "edges"],
    ["max_glyph_rmse", "maxGlyphRmse"],
    ["autoLevel", "autoLevels"],
    ["sharpness", "sharpen"],
  ])("to %s is %s", (given, meant) => expect(nearestName(given, PARAM_NAMES)).toBe(meant));

  it.each(["", "q", "watermark", "__proto__", "constructor", "日本語"])("to %j is none", (given) =>
    expect(nearestName(given, PARAM_NAMES)).toBeNull(),
  );

  it("ignores hyphens and underscores", () => {
    expect(nearestName("lowlight", ["balanced", "low-light"])).toBe("low-light");
    expect(nearestName("jsoncompact", ["json", "json-compact"])).toBe("json-compact");
    expect(nearestName("MAX_IMAGE_BYTE", ["MAX_IMAGE_SIDE", "MAX_IMAGE_BYTES"])).toBe("MAX_IMAGE_BYTES");
    expect(nearestName("abcd", ["a_b_c_d_e"])).toBe("a_b_c_d_e");
  });

  it("is the first of equally near ones", () => expect(nearestName("bat", ["cat", "hat"])).toBe("cat"));

  it("is followed by others that are near, nearest first", () => {
    expect(nearNames("portrat", ["sprite", "portraits", "portrait", "koi"])).toEqual([
      { name: "portrait", distance: 1 },
      { name: "portraits", distance: 2 },
    ]);
    expect(nearNames("x".repeat(50), ["x".repeat(51)], 60)).toEqual([{ name: "x".repeat(51), distance: 1 }]);
  });

  it("is not searched for names too long to be a typo", () => {
    expect(nearestName("columns".padEnd(40, "_"), PARAM_NAMES)).toBe("columns");
    expect(nearestName("columns".padEnd(41, "_"), PARAM_NAMES)).toBeNull();
  });
});
