import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { restrictSharp } from "./decoders.ts";

const gray = () => sharp({ create: { width: 8, height: 8, channels: 3, background: "#808080" } });

describe("the decoders of a process that restricts them", () => {
  beforeAll(restrictSharp);

  it.each(["jpeg", "png", "webp", "gif", "avif"] as const)("read %s from memory", async (format) => {
    const { width } = await sharp(await gray().toFormat(format).toBuffer()).metadata();
    expect(width).toBe(8);
  });

  it("read no SVG", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>');
    await expect(sharp(svg).metadata()).rejects.toThrow("unsupported image format");
  });

  it("read no TIFF", async () => {
    await expect(sharp(await gray().tiff().toBuffer()).metadata()).rejects.toThrow("unsupported image format");
  });

  it("read no file, whatever its format", async () => {
    const folder = await mkdtemp(join(tmpdir(), "decoders-"));
    try {
      const file = join(folder, "gray.png");
      await writeFile(file, await gray().png().toBuffer());
      await expect(sharp(file).metadata()).rejects.toThrow("unsupported image format");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("use one thread and no cache", () => {
    expect(sharp.concurrency()).toBe(1);
    expect(sharp.cache().items).toEqual({ current: 0, max: 0 });
  });
});
