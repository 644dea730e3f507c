import { expect, test } from "vitest";
import { loupePlace } from "./loupe.tsx";

const AREA = { width: 1000, height: 600 };

test("the card is centered below its cell", () => {
  expect(loupePlace({ left: 500, top: 100, width: 6, height: 12 }, AREA)).toEqual({ left: 369, top: 122 });
});

test("it goes above if there is no room below", () => {
  expect(loupePlace({ left: 500, top: 560, width: 6, height: 12 }, AREA)).toEqual({ left: 369, top: 466 });
});

test("it stays inside the area at both sides, and at the top if there is room neither below nor above", () => {
  expect(loupePlace({ left: 0, top: 100, width: 6, height: 12 }, AREA).left).toBe(0);
  expect(loupePlace({ left: 994, top: 100, width: 6, height: 12 }, AREA).left).toBe(732);
  expect(loupePlace({ left: 500, top: 50, width: 6, height: 12 }, { width: 1000, height: 120 }).top).toBe(0);
});
