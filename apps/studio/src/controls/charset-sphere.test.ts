import { expect, test } from "vitest";
import { litSphere } from "./charset-sphere.tsx";

const sphere = litSphere(64, 56);
const pixels = new Uint8Array(sphere.data);
const gray = (x: number, y: number) => pixels[(y * 64 + x) * 4]!;

test("corners are black, the middle is not, and all of it is opaque", () => {
  expect([gray(0, 0), gray(63, 0), gray(0, 55), gray(63, 55)]).toEqual([0, 0, 0, 0]);
  expect(gray(32, 28)).toBeGreaterThan(100);
  expect(pixels.filter((_, i) => i % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
});

test("it is round, and brightest toward the upper left", () => {
  const middle = Array.from({ length: 64 }, (_, x) => gray(x, 28)).filter((value) => value > 0);
  expect(middle.length).toBe(54);
  expect(gray(22, 16)).toBeGreaterThan(240);
  expect(gray(44, 42)).toBeLessThan(100);
});

test("its pixels are a separate transferable buffer", () => {
  expect(sphere.data.byteLength).toBe(64 * 56 * 4);
  expect(litSphere(64, 56).data).not.toBe(sphere.data);
});
