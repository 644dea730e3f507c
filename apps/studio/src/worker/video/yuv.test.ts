import { describe, expect, it } from "vitest";
import { createPlanes } from "./yuv.ts";

/** Planes of a picture of 4 × 4 pixels in one color. */
const planesOf = (red: number, green: number, blue: number) => {
  const { bytes, convert } = createPlanes({ width: 4, height: 4 });
  const pixels = new Uint32Array(16).fill(((0xff << 24) | (blue << 16) | (green << 8) | red) >>> 0);
  convert({ pixels, top: 0, bottom: 4 });
  return [bytes[0]!, bytes[16]!, bytes[20]!];
};

/** The inverse as the recommendation writes it. */
const colorOf = ([luma, blue, red]: readonly number[]) => {
  const [y, pb, pr] = [(luma! - 16) / 219, (blue! - 128) / 224, (red! - 128) / 224];
  return [y + 1.5748 * pr, y - 0.1873 * pb - 0.4681 * pr, y + 1.8556 * pb].map((value) => 255 * value);
};

describe("a color in a video", () => {
  it.each([
    [0, 0, 0, [16, 128, 128]],
    [255, 255, 255, [235, 128, 128]],
    [255, 0, 0, [63, 102, 240]],
    [0, 255, 0, [173, 42, 26]],
    [0, 0, 255, [32, 240, 118]],
  ])("of %i, %i, %i is BT.709's", (red, green, blue, planes) => {
    expect(planesOf(red, green, blue)).toEqual(planes);
  });

  it("is decoded within 2 of 255", () => {
    for (let i = 0; i < 4096; i++) {
      const color = [(i & 15) * 17, ((i >> 4) & 15) * 17, (i >> 8) * 17] as const;
      const back = colorOf(planesOf(...color));
      for (const [channel, value] of color.entries()) expect(Math.abs(back[channel]! - value)).toBeLessThan(2);
    }
  });
});

it("rows that were not painted stay unchanged", () => {
  const { bytes, convert } = createPlanes({ width: 2, height: 6 });
  convert({ pixels: new Uint32Array(12).fill(0xffffffff), top: 3, bottom: 4 });
  expect([...bytes.subarray(0, 12)]).toEqual([0, 0, 0, 0, 235, 235, 235, 235, 0, 0, 0, 0]);
});
