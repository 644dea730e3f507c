import { readFileSync } from "node:fs";
import { Refusal } from "@lumiglyph/contract";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { decodeImage, NO_LIMITS } from "./node.ts";

const fixture = (name: string): Uint8Array => readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url));

const small = (options: object, colors: "srgb" | "b-w" = "srgb"): Promise<Uint8Array> =>
  sharp(fixture("koi.png")).resize(26, 19).toColourspace(colors).jpeg(options).toBuffer();

/** Pixels, or the code of the refusal. */
const outcome = async (bytes: Uint8Array): Promise<Uint8Array | string> => {
  try {
    return Buffer.from((await decodeImage(bytes, NO_LIMITS, { columns: 8 })).raster.data);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

describe("a JPEG without its end marker", () => {
  test.each(["baseline.jpg", "progressive.jpg", "gray.jpg", "cmyk.jpg", "exif-6.jpg"])(
    "is drawn: %s (answers 1.9)",
    async (name) => {
      const bytes = fixture(`formats/${name}`);
      const whole = await outcome(bytes);
      expect(typeof whole).toBe("object");
      expect(await outcome(bytes.subarray(0, -2))).toEqual(whole);
      expect(await outcome(bytes.subarray(0, -1))).toEqual(whole);
    },
  );
});

describe("cut anywhere, a JPEG gives the pixels of the whole file or is unreadable", () => {
  const kinds = {
    baseline: () => small({ mozjpeg: false, optimiseCoding: false }),
    "without subsampling": () => small({ chromaSubsampling: "4:4:4" }),
    gray: () => small({}, "b-w"),
    progressive: () => small({ progressive: true }),
    "progressive in many scans": () => small({ mozjpeg: true }),
  };

  test.each(Object.entries(kinds))("%s (answers 1.9)", async (_, made) => {
    const bytes = await made();
    const whole = await outcome(bytes);
    expect(typeof whole).toBe("object");
    let drawn = 0;
    for (let length = 2; length < bytes.length; length++) {
      const cut = await outcome(bytes.subarray(0, length));
      if (typeof cut === "string") {
        expect(["image_unreadable", "image_format_unsupported"]).toContain(cut);
        continue;
      }
      drawn++;
      expect([length, bytes.length, Buffer.compare(cut, whole as Uint8Array)]).toEqual([length, bytes.length, 0]);
      // only the last bytes can be missing: half a file is never complete
      expect(bytes.length - length).toBeLessThanOrEqual(4);
    }
    expect(drawn).toBeGreaterThanOrEqual(2);
  });

  test.each(Object.entries(kinds))(
    "%s whose second half was never written, with or without an end (answers 1.9)",
    async (_, made) => {
      const bytes = await made();
      const half = bytes.subarray(0, bytes.length >> 1);
      for (const rest of [Buffer.alloc(bytes.length - half.length), Buffer.from([0xff, 0xd9]), Buffer.alloc(5)])
        expect([rest.length, typeof (await outcome(Buffer.concat([half, rest])))]).toEqual([rest.length, "string"]);
    },
  );
});
