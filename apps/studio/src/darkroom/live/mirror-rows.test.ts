import { expect, test } from "vitest";
import { mirrorRows } from "./gate.ts";

test("left and right of each row are swapped, pixel by pixel", () => {
  const data = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]);
  mirrorRows({ width: 3, height: 2, data });
  expect([...data]).toEqual([9, 10, 11, 12, 5, 6, 7, 8, 1, 2, 3, 4, 29, 30, 31, 32, 25, 26, 27, 28, 21, 22, 23, 24]);
});
