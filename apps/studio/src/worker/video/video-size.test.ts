import { describe, expect, it, test } from "vitest";
import { createGifPalette, gifPalette } from "./gif.ts";
import { videoChoices } from "./video.ts";
import { bitrateFor, videoSizeFor } from "./video-size.ts";

const cell = (width: number) => ({ width, height: 2 * width });

describe("a video export's size", () => {
  it.each([
    [60, 23, { cell: cell(16), width: 960, height: 736 }],
    [80, 40, { cell: cell(16), width: 1280, height: 1280 }],
    [120, 45, { cell: cell(8), width: 960, height: 720 }],
    [400, 120, { cell: cell(8), width: 3200, height: 1920 }],
    [400, 356, { cell: cell(4), width: 1600, height: 2848 }],
  ] as const)("of %i × %i cells is one that decoders accept", (columns, rows, size) => {
    expect(videoSizeFor({ columns, rows, cellAspect: 0.5 })).toEqual(size);
  });

  it("can be half or twice the usual, as far as decoders accept it", () => {
    const widths = (columns: number) =>
      (["small", "usual", "large"] as const).map(
        (size) => videoSizeFor({ columns, rows: 9, cellAspect: 0.5 }, size).width,
      );
    expect(widths(60)).toEqual([480, 960, 1920]);
    expect(widths(160)).toEqual([640, 1280, 2560]);
    expect(widths(300)).toEqual([1200, 2400, 2400]);
  });

  it("has cells of their shape", () => {
    expect(videoSizeFor({ columns: 100, rows: 60, cellAspect: 1 })).toEqual({
      cell: { width: 8, height: 8 },
      width: 800,
      height: 480,
    });
  });

  it("is even on both sides", () => {
    expect(videoSizeFor({ columns: 9, rows: 3000, cellAspect: 0.5 })).toEqual({
      cell: cell(1),
      width: 10,
      height: 6000,
    });
  });
});

describe("the codecs of a video", () => {
  it("have the lowest sufficient level", () => {
    const codecs = (width: number, height: number, fps: number) =>
      videoChoices("mp4", { cell: cell(8), width, height }, fps).map(({ codec }) => codec);
    expect(codecs(960, 720, 25)).toEqual([
      "avc1.64001f",
      "avc1.4d001f",
      "avc1.42e01f",
      "vp09.00.31.08",
      "av01.0.05M.08",
    ]);
    expect(codecs(1600, 960, 30)[0]).toBe("avc1.640028");
    expect(codecs(1600, 960, 60)[0]).toBe("avc1.640032");
    expect(codecs(3200, 1920, 30)[0]).toBe("avc1.640033");
    expect(codecs(9000, 9000, 30)[0]).toBe("avc1.640034");
  });

  it("are open in WebM", () => {
    const names = videoChoices("webm", { cell: cell(8), width: 960, height: 720 }, 25).map(({ name }) => name);
    expect(names).toEqual(["vp9", "vp8", "av1"]);
  });
});

test("bitrate depends on pixels", () => {
  expect(bitrateFor({ cell: cell(8), width: 960, height: 720 }, 25, 0.2)).toBe(3_456_000);
});

describe("a GIF's palette", () => {
  it("goes from the background to the ink, both exact", () => {
    const colors = gifPalette([0, 0, 0], [229, 229, 229]);
    expect([colors.length, colors[0], colors.at(-1)]).toEqual([64, [0, 0, 0], [229, 229, 229]]);
  });

  it("maps every pixel to the nearest color", () => {
    const { placeOf } = createGifPalette([
      [0, 0, 0],
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
    ]);
    // red is in the lowest byte
    expect([0xff000000, 0xff0000f0, 0xff10e020, 0xfff00000].map(placeOf)).toEqual([0, 1, 2, 3]);
  });

  it("is nearly exact in one ink", () => {
    const colors = gifPalette([0xf5, 0xf2, 0xea], [0x23, 0x28, 0x38]);
    const { placeOf } = createGifPalette(colors);
    for (let share = 0; share <= 255; share++) {
      const mixed = [0, 1, 2].map((i) =>
        Math.round(colors[0]![i]! + ((colors.at(-1)![i]! - colors[0]![i]!) * share) / 255),
      );
      const found = colors[placeOf(mixed[0]! | (mixed[1]! << 8) | (mixed[2]! << 16))]!;
      for (const i of [0, 1, 2]) expect(Math.abs(found[i]! - mixed[i]!)).toBeLessThanOrEqual(5);
    }
  });
});
