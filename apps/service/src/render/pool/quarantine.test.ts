import { expect, test } from "vitest";
import { createQuarantine } from "./render-pool.ts";

const image = (text: string) => Buffer.from(text);

test("an image is refused for ten minutes by its digest, and then no more", () => {
  let now = 5;
  const quarantine = createQuarantine(() => now);
  expect(quarantine.holds(image("poison"))).toBe(false);
  quarantine.add(image("poison"));
  expect(quarantine.holds(image("poison"))).toBe(true);
  expect(quarantine.holds(image("Poison"))).toBe(false);
  expect(quarantine.holds(image("poison "))).toBe(false);
  now += 599_999;
  expect(quarantine.holds(image("poison"))).toBe(true);
  now += 1;
  expect(quarantine.holds(image("poison"))).toBe(false);
});

test("so many images are remembered and the oldest is forgotten first", () => {
  const quarantine = createQuarantine(() => 0, { ms: 1000, images: 2 });
  for (const text of ["a", "b", "a", "c"]) quarantine.add(image(text));
  expect(["a", "b", "c"].map((text) => quarantine.holds(image(text)))).toEqual([true, false, true]);
});

test("an image that comes in again is refused for ten minutes from then on", () => {
  let now = 0;
  const quarantine = createQuarantine(() => now);
  quarantine.add(image("poison"));
  now = 400_000;
  quarantine.add(image("poison"));
  now = 900_000;
  expect(quarantine.holds(image("poison"))).toBe(true);
});
