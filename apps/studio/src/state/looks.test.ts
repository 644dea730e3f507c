import { completeParams, DEFAULT_PARAMS } from "@lumiglyph/contract";
import { describe, expect, it } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { currentLook, LOOKS, lookValues, randomLook } from "./looks.ts";

describe("looks", () => {
  it("are the eight of the contact sheet", () => {
    expect(LOOKS.map(({ name }) => name)).toEqual([
      "Silver",
      "Color",
      "Phosphor",
      "Amber",
      "Print",
      "Contour",
      "Mosaic",
      "Dots",
    ]);
  });

  it.each(LOOKS)("$name is recognized by its parameters, whatever was set before", (look) => {
    for (const before of LOOKS) {
      const params = paramsWith({ columns: 77, ...lookValues(before), ...lookValues(look) });
      expect(currentLook(params)?.name).toBe(look.name);
      expect(params.columns).toBe(77);
    }
  });

  it("have no name if one of their parameters differs", () => {
    expect(currentLook(paramsWith({ charset: "binary" }))).toBeNull();
    expect(currentLook(paramsWith({ color: true, invert: true }))).toBeNull();
    expect(currentLook(completeParams({ background: "light" }))?.name).toBe("Print");
  });

  it("set only the parameters that define looks", () => {
    const decided = new Set(LOOKS.flatMap((look) => Object.keys(lookValues(look))));
    expect([...decided].toSorted()).toEqual(["background", "charset", "color", "edges", "invert", "monoColor"]);
    expect(lookValues(LOOKS[0])).toEqual({
      background: "dark",
      charset: DEFAULT_PARAMS.charset,
      color: false,
      edges: false,
      invert: false,
      monoColor: DEFAULT_PARAMS.monoColor,
    });
  });

  it("are picked at random, never the current one", () => {
    const rolls = Array.from({ length: 70 }, (_, at) => (at + 0.5) / 70);
    const names = new Set(rolls.map((startFeed) => randomLook(paramsWith({ edges: true }), () => startFeed).name));
    expect(names).toEqual(new Set(LOOKS.map(({ name }) => name).filter((name) => name !== "Contour")));
    expect(randomLook(paramsWith(), () => 1 - Number.EPSILON).name).toBe("Dots");
  });
});
