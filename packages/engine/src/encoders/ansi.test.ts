import type { Art, RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { validParams } from "../../../../tests/support/params.ts";
import { horizontalRamp, rasters } from "../../../../tests/support/rasters.ts";
import { render } from "../render.ts";
import { PALETTES } from "../search/palettes.ts";

/** A sequence that sets an ink: in full, of 256 colors, or of 16. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what an SGR sequence starts with
const INK_CODE = /\x1b\[(38;2;\d+;\d+;\d+|38;5;\d+|3\d|9\d)/g;

/** Any sequence. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const ANY_CODE = /\x1b\[[\d;]*m/g;

test("json gives each cell the color of its glyph in ansi", () => {
  fc.assert(
    fc.property(rasters(), validParams({ color: true }), (raster, wanted) => {
      const { colors, lines } = JSON.parse(render(raster, { ...wanted, format: "json" }).body) as Art;
      const rows = render(raster, { ...wanted, format: "ansi" })
        .body.split("\n")
        .slice(0, -1);
      rows.forEach((row, y) => {
        const drawn = inksOf(row, wanted.colors ?? "truecolor");
        [...lines[y]!].forEach((glyph, x) => {
          if (glyph !== " ") expect(drawn[x]).toBe(colors![y]![x]);
        });
      });
    }),
    { numRuns: 12 },
  );
});

/** The color of each cell in a row of ansi. */
const inksOf = (row: string, colors: RenderParams["colors"]): readonly string[] =>
  row
    .split(new RegExp(`(?=${INK_CODE.source})`, "g"))
    .filter((run, at) => at % 2 === 0 && run !== "")
    .flatMap((run) => {
      const [[, ink]] = [...run.matchAll(INK_CODE)] as unknown as [[string, string]];
      return [...run.replace(ANY_CODE, "")].map(() => hexOf(ink, colors));
    });

/** The color that a sequence stands for. */
const hexOf = (ink: string, colors: RenderParams["colors"]): string => {
  const numbers = ink.split(";").map(Number);
  const [first, , third = 0] = numbers;
  const hex = (value: number): string => `#${value.toString(16).padStart(6, "0")}`;
  if (numbers.length === 5) return hex((numbers[2]! << 16) | (numbers[3]! << 8) | numbers[4]!);
  if (colors === "truecolor") throw new Error(`${ink} in truecolor`);
  const place = numbers.length === 3 ? third - 16 : first! < 90 ? first! - 30 : first! - 82;
  return hex(PALETTES[colors].colors[place]!);
};

test.each([
  ["256", "\\x1b\\[38;5;\\d+", "\\x1b\\[[34]8;2"],
  ["16", "\\x1b\\[(3|4|9|10)[0-7]", "[34]8;[25]"],
  ["8", "\\x1b\\[[34][0-7]", "[34]8;[25]|9[0-7]m|10[0-7]"],
] as const)("of %s colors are asked for by their numbers", (colors, some, none) => {
  const raster = {
    width: 4,
    height: 2,
    data: Uint8Array.from({ length: 32 }, (_, i) => (i % 4 === 3 ? 255 : (i * 37) % 256)),
  };
  const { body } = render(raster, { columns: 16, color: true, charset: "quadrants", colors, format: "ansi" });
  expect(body).toMatch(new RegExp(some));
  expect(body).not.toMatch(new RegExp(none));
});

test.each([
  ["256", "38;5;34"],
  ["16", "32"],
  ["8", "32"],
] as const)("of %s colors, one ink is the nearest", (colors, code) => {
  const { body } = render(horizontalRamp(32, 32), { columns: 16, monoColor: "#0a0", colors, format: "ansi" });
  expect(body.startsWith(`\x1b[${code}m`)).toBe(true);
  expect(body).not.toContain("38;2;");
});
