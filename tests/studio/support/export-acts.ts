import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { programPath } from "../../support/programs.ts";

export type Saved = { readonly name: string; readonly bytes: Buffer };

/** The export dialog's row for a video format. */
export const videoRow = (page: Page, format: string): Locator =>
  page
    .getByRole("dialog", { name: "Export" })
    .locator(".fmt-slot")
    .filter({ hasText: new RegExp(`^${format}`) })
    .first();

export const openExports = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Choose an export format" }).click();
  await page.getByRole("dialog", { name: "Export" }).waitFor();
};

/** Saves by clicking a button. */
export const saving = async (page: Page, button: Locator, patience = 120_000): Promise<Saved> => {
  const [download] = await Promise.all([page.waitForEvent("download", { timeout: patience }), button.click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
};

/** ffprobe's result after decoding every frame of a file. */
export type Probed = {
  readonly codec_name: string;
  readonly width: number;
  readonly height: number;
  readonly nb_read_frames: string;
  readonly avg_frame_rate: string;
};

export const probe = ({ name, bytes }: Saved): Probed =>
  inFile(name, bytes, (path) => {
    const args = ["-v", "error", "-count_frames", "-show_streams", "-of", "json", path];
    return (JSON.parse(execFileSync(programPath("ffprobe"), args, { encoding: "utf8" })) as { streams: Probed[] })
      .streams[0]!;
  });

/** A frame of a video as ffmpeg decodes it: RGB bytes. */
export const decodedFrame = ({ name, bytes }: Saved, frame: number): Buffer =>
  inFile(name, bytes, (path) => {
    const args = ["-v", "error", "-i", path, "-vf", `select=eq(n\\,${frame})`, "-frames:v", "1"];
    return execFileSync(programPath("ffmpeg"), [...args, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], {
      maxBuffer: 2 ** 28,
    });
  });

/** The pixels of a picture or of one of its frames: RGB bytes. */
export const pixelsOf = (bytes: Buffer, page = 0): Promise<Buffer> =>
  sharp(bytes, { page }).removeAlpha().toColorspace("srgb").raw().toBuffer();

/** Peak signal-to-noise ratio of two pictures of the same size, in dB. */
export const psnr = (one: Buffer, other: Buffer): number => {
  if (one.length !== other.length) throw new Error(`${one.length} bytes are not ${other.length}`);
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += (one[i]! - other[i]!) ** 2;
  return 10 * Math.log10((255 * 255 * one.length) / sum);
};

const inFile = <Result>(name: string, bytes: Buffer, use: (path: string) => Result): Result => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-export-"));
  try {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
