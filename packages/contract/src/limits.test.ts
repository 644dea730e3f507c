import { describe, expect, it } from "vitest";
import { jsonBodyLimit, MAX_CELLS } from "./limits.ts";

describe("the limits", () => {
  it("allow at most 240,000 cells", () => expect(MAX_CELLS).toBe(240_000));

  it.each([
    [0, 65_536],
    [3, 65_540],
    [4, 65_542],
    [10_485_760, 14_046_550],
  ])("give a JSON body with %i bytes of image %i: 4/3 of it and 64 KiB", (bytes, limit) =>
    expect(jsonBodyLimit(bytes)).toBe(limit),
  );
});
