import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { ATLAS, DIRECTIONAL, rampOf, STROKES } from "../glyphs/atlas.ts";
import { toTone } from "../math/srgb.ts";
import { FOOT, FOOT_HEIGHT, FOOT_WIDTH, footprintsOf } from "./footprints.ts";
import { glyphSet, INNER, INNER_OFFSET, INNER_WIDTH, nearest, ripplesOf } from "./glyph-set.ts";
import { gridLight } from "./grid-light.ts";

const CHARSETS = ["detailed", "standard", "blocks", "dots", "binary", "minimal"] as const;
const SAMPLES_IN_CELL = 8;

const sum = (values: Float32Array): number => values.reduce((total, value) => total + value, 0);
const places = (glyphs: string): number[] => [...glyphs].map(ATLAS.indexOf);

describe.each(CHARSETS)("the set of %s", (charset) => {
  const ramp = rampOf(charset);
  const set = glyphSet(ramp);
  const footOf = (entry: number) => set.foot.subarray(entry * FOOT, (entry + 1) * FOOT);

  test("spreads each glyph's light over its footprint with hardly any loss", () => {
    ramp.forEach((glyph, entry) => {
      expect(Math.abs(sum(footOf(entry)) / SAMPLES_IN_CELL - ATLAS.tone[glyph]!)).toBeLessThan(
        0.004 * ATLAS.tone[glyph]! + 1e-9,
      );
    });
  });

  test("has a gray of unit light after its glyphs", () => {
    expect(set.foot).toHaveLength((set.count + 1) * FOOT);
    expect(Math.abs(sum(footOf(set.count)) / SAMPLES_IN_CELL - 1)).toBeLessThan(0.004);
  });

  test("uses the middle of the footprint as inner samples", () => {
    for (let entry = 0; entry <= set.count; entry++) {
      const middle = [...footOf(entry)].filter((_, i) => {
        const [x, y] = [i % FOOT_WIDTH, Math.floor(i / FOOT_WIDTH)];
        const within = (at: number, length: number) => at >= INNER_OFFSET && at < length - INNER_OFFSET;
        return within(x, FOOT_WIDTH) && within(y, FOOT_HEIGHT);
      });
      expect([...set.inner.subarray(entry * INNER, (entry + 1) * INNER)]).toEqual(middle);
    }
    expect(FOOT_WIDTH - 2 * INNER_OFFSET).toBe(INNER_WIDTH);
  });

  test("follows no contours if it has no strokes", () => {
    expect([...set.direction, ...set.stroke].every((value) => value === 0)).toBe(true);
  });
});

describe("the fill glyph of an even area", () => {
  const light = fc.double({ min: -0.05, max: 1.2, noNaN: true });

  test.each(CHARSETS)("never gets darker as light of %s grows", (charset) => {
    const set = glyphSet(rampOf(charset), charset === "blocks" || charset === "dots" ? null : []);
    const tones = Array.from({ length: 4001 }, (_, i) => set.tone[nearest(set, (set.densest * i) / 4000)]!);
    expect(tones).toEqual(tones.toSorted((a, b) => a - b));
    expect(tones[0]).toBe(0);
  });

  test("is blank for black and below, and the densest glyph above its light, if it is the only one", () => {
    for (const charset of ["blocks", "binary", "minimal"] as const) {
      const set = glyphSet(rampOf(charset));
      for (const share of [-1, 0]) expect(nearest(set, share * set.densest)).toBe(0);
      for (const share of [1, 1.5, 99]) expect(nearest(set, share * set.densest)).toBe(set.count - 1);
    }
  });

  test("is nearest in perceived tone if no glyph has noticeable ripple", () => {
    const set = glyphSet(rampOf("blocks"));
    fc.assert(
      fc.property(light, (share) => {
        const seen = toTone(share * set.densest);
        const distances = [...set.tone].map((tone) => Math.abs(toTone(tone) - seen));
        const step = toTone(set.densest) / (set.near.length - 1);
        expect(distances[nearest(set, share * set.densest)]).toBeLessThanOrEqual(Math.min(...distances) + step);
      }),
    );
  });

  test("is the smoother of two with about the same light", () => {
    for (const [calm, rough] of ["[n", "]u", "Zk", "Za"]) {
      const set = glyphSet(places(` ${rough}${calm}`));
      const chosen = new Set(Array.from({ length: 200 }, (_, i) => nearest(set, (set.densest * i) / 199)));
      expect(ripplesOf(ATLAS)[ATLAS.indexOf(calm!)]).toBeLessThan(ripplesOf(ATLAS)[ATLAS.indexOf(rough!)]!);
      expect(chosen).toEqual(new Set([0, 2]));
    }
  });

  test("is the rounder of two with about the same light, where inks show the image: brackets and Z make walls", () => {
    for (const [round, straight] of ["s]", "cl", "CZ", "QM"]) {
      const entries = places(` ${straight}${round}`);
      const set = glyphSet(entries, null, [], ATLAS, false, true);
      const chosen = new Set(Array.from({ length: 200 }, (_, i) => nearest(set, (set.densest * i) / 199)));
      expect(chosen).toContain(2);
      expect(chosen).not.toContain(1);
    }
  });

  test("follows tone if ripple cannot make up for it", () => {
    const set = glyphSet(places(" [#"));
    expect([0, ATLAS.tone[ATLAS.indexOf("[")]!, set.densest].map((tone) => nearest(set, tone))).toEqual([0, 1, 2]);
  });

  test("is never off by more than twice the widest gap between glyphs, however rough they are", () => {
    for (const charset of CHARSETS) {
      const set = glyphSet(rampOf(charset));
      const seen = [...set.tone].map((tone) => toTone(tone));
      const widest = Math.max(...seen.slice(1).map((tone, i) => tone - seen[i]!));
      fc.assert(
        fc.property(light, (share) => {
          const wanted = toTone(share * set.densest);
          const off = Math.abs(seen[nearest(set, share * set.densest)]! - Math.min(wanted, seen.at(-1)!));
          expect(off).toBeLessThanOrEqual(2 * widest);
        }),
      );
    }
  });

  test("of only the blank is the blank", () => {
    const set = glyphSet(rampOf("standard").slice(0, 1));
    expect(set).toMatchObject({ count: 1, densest: 0 });
    for (const value of [-1, 0, 0.1, 1]) expect(nearest(set, value)).toBe(0);
  });
});

describe("strokes", () => {
  /** The glyphs of a set that never represent a tone. */
  const strokesOf = (book: string, strokes: string): string => {
    const set = glyphSet(places(book), places(strokes));
    return [...(book + strokes)].filter((_, entry) => set.stroke[entry] === 1).join("");
  };

  test("have a direction, in the codebook or in addition to it", () => {
    const { direction } = glyphSet(places(" .-|#"), places("/\\"));
    expect([...direction]).toEqual([0, 0, 1, 3, 0, 2, 4]);
  });

  test("outside the codebook are used only for contours", () => {
    expect(strokesOf(" #", DIRECTIONAL.join(""))).toBe("-/|\\");
    fc.assert(
      fc.property(fc.subarray(rampOf("standard") as number[], { minLength: 1 }), (book) => {
        const strokes = STROKES.filter((glyph) => !book.includes(glyph));
        const set = glyphSet(book, strokes);
        expect(set.count).toBe(book.length + strokes.length);
        for (let entry = book.length; entry < set.count; entry++) expect(set.stroke[entry]).toBe(1);
        for (const entry of set.near) expect(set.stroke[entry]).toBe(0);
      }),
    );
  });

  test("of the codebook are used only for contours if another glyph has about their tone", () => {
    expect(strokesOf(" -#", "")).toBe("");
    expect(strokesOf(" -.#", "")).toBe("-");
    expect(strokesOf(" /#", "")).toBe("");
    expect(strokesOf(" /<#", "")).toBe("/");
    expect(strokesOf(" |#", "-/\\")).toBe("-/\\");
    expect(strokesOf(" |*#", "-/\\")).toBe("|-/\\");
  });

  test("do not replace each other: of two with the same tone, both represent it", () => {
    expect(ATLAS.tone[ATLAS.indexOf("/")]).toBeCloseTo(ATLAS.tone[ATLAS.indexOf("\\")]!, 3);
    expect(strokesOf(" /\\#", "")).toBe("");
  });

  test("of the codebook fill even areas if no other glyph has their tone", () => {
    const filled = (book: string) => new Set([...glyphSet(places(book), []).near].map((entry) => book[entry]));
    expect(filled(" -#")).toEqual(new Set([" ", "-", "#"]));
    expect(filled(" -.#")).toEqual(new Set([" ", ".", "#"]));
  });
});

test("retired glyphs come after the gray and are never chosen", () => {
  const [book, retired] = [places(" .#"), places("@%")];
  const set = glyphSet(book, null, retired);
  expect(set.count).toBe(3);
  expect(set.tone).toHaveLength(3);
  retired.forEach((glyph, index) => {
    const entry = set.count + 1 + index;
    expect([...set.foot.subarray(entry * FOOT, (entry + 1) * FOOT)]).toEqual([
      ...Float32Array.from(footprintsOf(ATLAS).subarray(glyph * FOOT, (glyph + 1) * FOOT)),
    ]);
    expect(sum(set.inner.subarray(entry * INNER, (entry + 1) * INNER))).toBeGreaterThan(0);
  });
  expect(set.near).toEqual(glyphSet(book).near);
});

const of = (glyph: string): number => ripplesOf(ATLAS)[ATLAS.indexOf(glyph)]!;

/** Variance of the light in the middle cell of a grid filled with one glyph. */
const seenInGrid = (glyph: number): number => {
  const size = { columns: 9, rows: 5 };
  const { width, data } = gridLight(new Uint8Array(45).fill(glyph), size);
  const samples = Array.from({ length: CELL_WIDTH * CELL_HEIGHT }, (_, i) => {
    const [x, y] = [4 * CELL_WIDTH + (i % CELL_WIDTH), 2 * CELL_HEIGHT + Math.floor(i / CELL_WIDTH)];
    return data[y * width + x]!;
  });
  const mean = samples.reduce((sum, light) => sum + light, 0) / samples.length;
  return samples.reduce((sum, light) => sum + (light - mean) ** 2, 0) / samples.length;
};

describe("the ripple of a glyph", () => {
  test("is the variance of light within the middle cell of a grid filled with it", () => {
    expect(ripplesOf(ATLAS)).toHaveLength(ATLAS.glyphs.length);
    ripplesOf(ATLAS).forEach((ripple, glyph) => {
      expect(Math.abs(ripple - seenInGrid(glyph))).toBeLessThan(1e-7 + 0.001 * ripple);
    });
  });

  test.each([" ", "░", "▒", "▓", "█", "⣿"])("%j has none: its cell is uniform", (glyph) => {
    expect(of(glyph)).toBeLessThan(1e-7);
  });

  test("only the blank of printable ASCII has none", () => {
    const calm = ATLAS.glyphs.filter((glyph) => glyph <= "~" && of(glyph) < 1e-6);
    expect(calm).toEqual([" "]);
  });

  test.each([
    ["|", "_"],
    ["|", "="],
    ["|", "-"],
    ["[", "v"],
    [":", ","],
    ["Z", "a"],
  ])("of %s, which joins its neighbors above and below, is smaller than that of %s", (stem, stripe) => {
    expect(of(stem)).toBeLessThan(of(stripe));
  });
});
