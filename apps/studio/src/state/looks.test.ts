import { completeParams, DEFAULT_PARAMS, type ParamName } from "@lumiglyph/contract";
import { describe, expect, it } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { currentLook, LOOKS, lookValues, ownLook, randomLook } from "./looks.ts";

describe("looks", () => {
  it("are at least ten, and no two are alike", () => {
    expect(LOOKS.length).toBeGreaterThanOrEqual(10);
    expect(new Set(LOOKS.map((look) => JSON.stringify(look.sets))).size).toBe(LOOKS.length);
  });

  it.each(LOOKS)("$name is recognized by its parameters, whatever was set before", (look) => {
    for (const before of LOOKS) {
      const params = completeParams({ columns: 77, ...lookValues(before), ...lookValues(look) });
      expect(currentLook(params)?.name).toBe(look.name);
      expect(params.columns).toBe(77);
    }
  });

  it("have no name if one of their parameters differs", () => {
    expect(currentLook(paramsWith({ charset: "binary" }))).toBeNull();
    expect(currentLook(paramsWith({ color: true, invert: true }))).toBeNull();
    expect(currentLook(completeParams({ background: "light", glyphStrategy: "fixed" }))?.name).toBe("Ink");
  });

  it("set only the parameters that define looks", () => {
    const decided = new Set(LOOKS.flatMap((look) => Object.keys(lookValues(look))));
    expect([...decided].toSorted()).toEqual([
      "background",
      "characters",
      "charset",
      "color",
      "dither",
      "edges",
      "fill",
      "glow",
      "glyphStrategy",
      "invert",
      "monoColor",
      "paper",
    ]);
    expect(lookValues(LOOKS[0])).toEqual(
      Object.fromEntries([...decided].map((name) => [name, DEFAULT_PARAMS[name as ParamName]])),
    );
  });

  it("are picked at random, never the current one", () => {
    const rolls = Array.from({ length: 70 }, (_, at) => (at + 0.5) / 70);
    const names = new Set(rolls.map((roll) => randomLook(paramsWith({ charset: "dots" }), LOOKS, () => roll).name));
    expect(names).toEqual(new Set(LOOKS.map(({ name }) => name).filter((name) => name !== "Braille")));
    expect(randomLook(paramsWith(), LOOKS, () => 1 - Number.EPSILON).name).toBe(LOOKS.at(-1)!.name);
  });

  it("of the user keep everything but size, format and effort, and come before the studio's", () => {
    const own = ownLook("Mine", { columns: 77, format: "svg", gamma: 1.4, color: true });
    expect(own.sets).toEqual({ gamma: 1.4, color: true });
    const params = completeParams({ columns: 99, ...lookValues(own) });
    expect([params.gamma, params.columns]).toEqual([1.4, 99]);
    expect(currentLook(params, [...LOOKS, own])).toBe(own);
    expect(currentLook(paramsWith({ color: true, fill: 0.15 }), [...LOOKS, own])?.name).toBe("Color");
  });
});
