import { expect, test } from "vitest";
import { NEAR, NEAR_STEPS, PALETTES, paletteFor } from "./palettes.ts";

test("every palette starts with black and has as many colors as its name says", () => {
  expect(PALETTES["8"].colors).toHaveLength(8);
  expect(PALETTES["16"].colors).toHaveLength(16);
  // the first 16 differ between terminals
  expect(PALETTES["256"].colors).toHaveLength(240);
  for (const { colors } of Object.values(PALETTES)) expect(colors[0]).toBe(0);
});

test("the cube and the grays are those of xterm", () => {
  const at = (code: number): string => PALETTES["256"].colors[code - 16]!.toString(16).padStart(6, "0");
  expect([16, 21, 196, 231, 232, 255].map(at)).toEqual(["000000", "0000ff", "ff0000", "ffffff", "080808", "eeeeee"]);
});

test("the nearest color to one of the palette is that color", () => {
  for (const name of ["256", "16", "8"] as const) {
    const { light, near } = paletteFor(name)!;
    const step = (value: number): number => Math.min(NEAR_STEPS - 1, Math.floor(Math.sqrt(value) * NEAR_STEPS));
    let found = 0;
    for (let color = 0; color < light.length / 3; color++) {
      const [red, green, blue] = [step(light[3 * color]!), step(light[3 * color + 1]!), step(light[3 * color + 2]!)];
      const at = NEAR * ((red * NEAR_STEPS + green) * NEAR_STEPS + blue);
      if (near.subarray(at, at + NEAR).includes(color)) found++;
    }
    expect(found).toBe(light.length / 3);
  }
});

test("`truecolor` has no palette", () => {
  expect(paletteFor("truecolor")).toBeNull();
});
