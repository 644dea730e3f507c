import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { PARAMS } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { horizontalRamp } from "../../../../tests/support/rasters.ts";
import { readArt } from "../decoders/art.ts";
import { render } from "../render.ts";
import { ATLAS, atlasFor } from "./atlas.ts";
import { loadFont, profileFor, readProfile } from "./fonts.ts";
import { type DrawnGlyph, makeProfile, SAMPLES } from "./make-profile.ts";

const NAMES = PARAMS.font.values.filter((name) => name !== "any");
const RAMP = horizontalRamp(160, 80);

test.each(NAMES)("the profile of %s is small, whole and named", async (name) => {
  await loadFont(name);
  const profile = profileFor(name)!;
  expect(readProfile(JSON.stringify(profile))).toEqual(profile);
  expect(render(RAMP, { columns: 40, font: name }).quality.font).toBe(profile.id);
  const module = readFileSync(join(import.meta.dirname, `generated/fonts/${name}.ts`));
  expect(gzipSync(module).length).toBeLessThanOrEqual(4000);
});

test("no two profiles have the same name", async () => {
  await Promise.all(NAMES.map(loadFont));
  expect(new Set(NAMES.map((name) => profileFor(name)!.id)).size).toBe(NAMES.length);
});

test("fonts differ in their letters, not in shades and dots", async () => {
  await loadFont("cascadia");
  for (const background of ["dark", "light"] as const) {
    const [any, own] = [atlasFor("detailed", background), atlasFor("detailed", background, "cascadia")];
    const isSame = (glyph: string): boolean => any.tone[any.indexOf(glyph)] === own.tone[own.indexOf(glyph)];
    expect([..."░▒▓█⠐⣿ "].every(isSame)).toBe(true);
    expect([..."`-@#ax"].some(isSame)).toBe(false);
  }
});

test("a mosaic is the same in every font", async () => {
  await loadFont("ubuntu");
  const drawn = (font: "any" | "ubuntu") => render(RAMP, { columns: 40, charset: "octants", font }).body;
  expect(drawn("ubuntu")).toBe(drawn("any"));
});

test("html and svg name the font first, json states it", async () => {
  await loadFont("cascadia");
  const drawn = (format: "html" | "svg" | "json") => render(RAMP, { columns: 24, font: "cascadia", format }).body;
  expect(drawn("html")).toContain('"Cascadia Mono", "Cascadia Code", "DejaVu Sans Mono"');
  expect(drawn("svg")).toContain('font-family="&quot;Cascadia Mono&quot;, &quot;Cascadia Code&quot;, ');
  expect(JSON.parse(drawn("json")).params.font).toBe("cascadia");
});

test("art is read back with the light of its font", async () => {
  await loadFont("cascadia");
  for (const format of ["json", "json-compact"] as const) {
    expect(readArt(render(RAMP, { columns: 24, font: "cascadia", format }).body).font).toBe("cascadia");
    expect(readArt(render(RAMP, { columns: 24, format }).body).font).toBe("any");
  }
});

describe("a custom profile", () => {
  /** Characters of more and more ink, as rectangles at the bottom of the cell. */
  const drawn = Array.from({ length: 95 }, (_, i): DrawnGlyph => {
    const [width, height] = [8 * SAMPLES, 16 * SAMPLES];
    const coverage = Float64Array.from({ length: width * height }, (_, at) =>
      Math.floor(at / width) >= height - SAMPLES * Math.round((16 * i) / 94) ? 1 : 0,
    );
    return { width, height, coverage };
  });
  const profile = makeProfile(["My Font"], drawn);

  test("is used instead of the font's name, which documents then do not state", () => {
    const { body, quality } = render(RAMP, { columns: 24, format: "json" }, { profile });
    expect(quality.font).toBe(profile.id);
    expect(JSON.parse(body).params.font).toBeUndefined();
    expect(render(RAMP, { columns: 24, format: "html" }, { profile }).body).toContain('"My Font", "DejaVu Sans Mono"');
  });

  test("keeps the light of each character", () => {
    render(RAMP, { columns: 24 }, { profile });
    const own = atlasFor("detailed", "dark", profile.id as "any");
    const full = ATLAS.full;
    for (let i = 0; i < 95; i++) {
      expect(Math.abs(own.tone[i]! - (full * Math.round((16 * i) / 94)) / 16)).toBeLessThan(0.001 * full);
    }
  });

  test("has no name that could end a string in a style sheet", () => {
    const hostile = makeProfile(['x"; } body { display: none }', "Fine Mono"], drawn);
    expect(hostile.families).toEqual(["Fine Mono"]);
    expect(() => readProfile(JSON.stringify({ ...profile, families: ['"'] }))).toThrow("This is not a font profile.");
  });

  test.each([
    ["no JSON", "{"],
    ["null", "null"],
    ["a list", "[]"],
    ["a part too few", JSON.stringify({ ...profile, light: profile.light.slice(1) })],
    ["another character", JSON.stringify({ ...profile, light: `é${profile.light.slice(1)}` })],
    ["another id", JSON.stringify({ ...profile, id: "glyph-light-v1-00000000" })],
  ])("that is damaged is refused: %s", (_what, text) => {
    expect(() => readProfile(text)).toThrow("This is not a font profile. `lumiglyph calibrate MyFont.ttf` writes one.");
  });
});
