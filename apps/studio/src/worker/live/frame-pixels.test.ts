import { expect, test } from "vitest";
import { createFramePixels, type DrawPixels, workingSize } from "./frame-pixels.ts";
import { createTestFrames } from "./testing.ts";

const { make } = createTestFrames();

/** A canvas substitute that records what it is asked to draw. */
const setUp = () => {
  const drawn: string[] = [];
  const draw: DrawPixels = (_frame, { width, height }) => {
    drawn.push(`${width} × ${height}`);
    return new Uint8ClampedArray(4 * width * height);
  };
  return { drawn, pixels: createFramePixels(() => draw) };
};

test("pixels are copied as RGBA", async () => {
  const { drawn, pixels } = setUp();
  const raster = await pixels(make({ width: 3, height: 2, paint: (x, y) => [x, y, 7] }));
  expect(raster).toEqual({
    width: 3,
    height: 2,
    data: Uint8Array.from([0, 0, 7, 255, 1, 0, 7, 255, 2, 0, 7, 255, 0, 1, 7, 255, 1, 1, 7, 255, 2, 1, 7, 255]),
  });
  expect(drawn).toEqual([]);
});

test("the previous frame's raster stays intact, and the one before it is reused", async () => {
  const { pixels } = setUp();
  const frame = (value: number) => make({ paint: () => [value, value, value] });
  const rasters = [await pixels(frame(1)), await pixels(frame(2))];
  expect(rasters.map(({ data }) => data[0])).toEqual([1, 2]);
  const third = await pixels(frame(3));
  expect(third.data).toBe(rasters[0]?.data);
  expect(rasters[1]?.data[0]).toBe(2);
});

test("a rotated frame is drawn upright instead", async () => {
  const { drawn, pixels } = setUp();
  const { width, height } = await pixels(make({ width: 24, height: 32, rotation: 90 }));
  expect([width, height, drawn]).toEqual([24, 32, ["24 × 32"]]);
});

test("a large frame is drawn smaller", async () => {
  const { drawn, pixels } = setUp();
  await pixels(make({ width: 1920, height: 1080 }));
  expect(drawn).toEqual(["960 × 540"]);
});

test("copying as RGBA is not retried in a browser that cannot", async () => {
  const { drawn, pixels } = setUp();
  let pending = 0;
  const copyTo = async (): Promise<PlaneLayout[]> => {
    pending++;
    throw new DOMException("no such format", "NotSupportedError");
  };
  for (let times = 0; times < 2; times++) await pixels(Object.assign(make(), { copyTo }));
  expect([pending, drawn]).toEqual([1, ["32 × 24", "32 × 24"]]);
});

test("a copy in another format, from a browser without the option, is not used", async () => {
  const { drawn, pixels } = setUp();
  await pixels(Object.assign(make(), { copyTo: async () => [] }));
  expect(drawn).toEqual(["32 × 24"]);
});

test.each([
  ["a camera's frame", 640, 480, 640, 480],
  ["one of odd size", 641, 333, 641, 333],
  ["HD", 1280, 720, 1280, 720],
  ["full HD", 1920, 1080, 960, 540],
  ["4K", 3840, 2160, 960, 540],
  ["a phone's, upright", 1080, 1920, 540, 960],
  ["a band", 4000, 100, 4000, 100],
])("%s is drawn from %i × %i as from %i × %i", (_, width, height, across, down) => {
  expect(workingSize({ width, height })).toEqual({ width: across, height: down });
});
