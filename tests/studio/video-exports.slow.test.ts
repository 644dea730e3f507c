import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { openAndSettle } from "./support/acts.ts";
import { AXE, axeFaults } from "./support/axe.ts";
import { castFrames } from "./support/cast-frames.ts";
import { make } from "./support/clips.ts";
import {
  decodedFrame,
  openExports,
  pixelsOf,
  probe,
  psnr,
  type Saved,
  saving,
  videoRow,
} from "./support/export-acts.ts";
import { studioForFile } from "./support/studio-for-file.ts";
import { openStudio } from "./support/studio-page.ts";

const studio = studioForFile({ hasCameras: true });

const FRAMES = 64;
const FORMATS = ["mp4", "webm", "gif", "cast", "html"] as const;

/** Paused, and without the Auto Director: the page first shows the video's first frame. */
const STILL = { reducedMotion: "reduce" } as const;
const QUERY = "?columns=60&color=true&autoOptimize=0";

const videoExports = new Map<string, Saved>();
const sizes = new Map<string, string | null>();
let painted: Buffer;
let text: string;

beforeAll(async () => {
  const source = "testsrc2=size=160x120:rate=25";
  const encoding = ["-frames:v", `${FRAMES}`, "-c:v", "libx264", "-pix_fmt", "yuv420p"];
  const clip = make("clip.mp4", ["-f", "lavfi", "-i", source, ...encoding]);
  const { page, consoleErrors, close } = await openStudio(studio.browser, `${studio.url}/${QUERY}`, STILL);
  await openAndSettle(page, { name: "clip.mp4", mimeType: "video/mp4", buffer: clip });
  await openExports(page);
  const dialog = page.getByRole("dialog", { name: "Export" });
  painted = (await saving(page, dialog.getByRole("button", { name: /^png/ }))).bytes;
  text = (await saving(page, dialog.getByRole("button", { name: /^txt/ }))).bytes.toString();
  for (const format of FORMATS) {
    videoExports.set(format, await saving(page, videoRow(page, format).getByRole("button")));
    await videoRow(page, format).locator(".sz[title$=bytes]").waitFor();
    sizes.set(format, await videoRow(page, format).locator(".sz").getAttribute("title"));
  }
  expect(consoleErrors).toEqual([]);
  await close();
}, 240_000);

const exported = (format: (typeof FORMATS)[number]): Saved => videoExports.get(format)!;

test("video exports are named after the clip, but never the same, and show their exact sizes afterwards", () => {
  expect(FORMATS.map((format) => exported(format).name)).toEqual([
    "clip.ascii.mp4",
    "clip.webm",
    "clip.gif",
    "clip.cast",
    "clip.player.html",
  ]);
  for (const format of FORMATS) {
    expect(sizes.get(format)).toBe(`${exported(format).bytes.length.toLocaleString("en-US")} bytes`);
  }
});

describe.each([
  ["mp4", "h264"],
  ["webm", "vp9"],
] as const)("the %s", (format, codec) => {
  test("has every frame of the clip, at its size and rate", () => {
    expect(probe(exported(format))).toMatchObject({
      codec_name: codec,
      width: 960,
      height: 736,
      nb_read_frames: `${FRAMES}`,
      avg_frame_rate: "25/1",
    });
  });

  test("matches the page's pixels", async () => {
    const page = await pixelsOf(painted);
    // videos have half the resolution in color, which bright inks show more
    expect(psnr(decodedFrame(exported(format), 0), page)).toBeGreaterThan(22);
    expect(psnr(decodedFrame(exported(format), FRAMES - 1), page)).toBeLessThan(20);
  });
});

describe("the GIF", () => {
  test("has every frame with its duration, and loops forever", async () => {
    const { pages, delay, loop, width, pageHeight } = await sharp(exported("gif").bytes).metadata();
    expect([pages, loop, width, pageHeight ?? 736]).toEqual([FRAMES, 0, 960, 736]);
    expect(delay).toEqual(new Array(FRAMES).fill(40));
  });

  test("matches the page's pixels, and in its other frames the video", async () => {
    expect(psnr(await pixelsOf(exported("gif").bytes), await pixelsOf(painted))).toBeGreaterThan(30);
    for (const frame of [1, 30, FRAMES - 1]) {
      const [gif, video] = [await pixelsOf(exported("gif").bytes, frame), decodedFrame(exported("webm"), frame)];
      expect(psnr(gif, video)).toBeGreaterThan(22);
    }
  });
});

describe("the cast", () => {
  test("shows the page's text on a terminal, and then all frames at their times", () => {
    const shown = castFrames(exported("cast").bytes.toString());
    expect(shown).toHaveLength(FRAMES + 1);
    expect(`${shown[0]!.lines.join("\n")}\n`).toBe(text);
    expect(shown.map(({ seconds }) => Math.round(seconds * 1000))).toEqual(
      Array.from({ length: FRAMES + 1 }, (_, i) => i * 40),
    );
    expect(new Set(shown.map(({ lines }) => lines.join())).size).toBeGreaterThan(FRAMES / 2);
  });
});

describe("the player", { timeout: 60_000 }, () => {
  /** Opens it from disk. */
  const withPlayer = async (body: (page: Page) => Promise<void>, motion: "reduce" | "no-preference"): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), "lumiglyph-player-"));
    const file = join(folder, exported("html").name);
    writeFileSync(file, exported("html").bytes);
    const options = { reducedMotion: motion, before: [AXE] };
    const { page, consoleErrors, requests, close } = await openStudio(
      studio.browser,
      pathToFileURL(file).href,
      options,
    );
    try {
      await page.getByRole("form", { name: "Player" }).waitFor();
      await body(page);
      expect(consoleErrors).toEqual([]);
      expect(requests.map((request) => request.url())).toEqual([pathToFileURL(file).href]);
    } finally {
      await close();
      rmSync(folder, { recursive: true });
    }
  };
  const textOf = (page: Page) =>
    page.getByRole("img", { name: /drawn in characters/ }).evaluate((art) => art.textContent);

  test("has the cast's exact frames, back and forth, and fetches nothing", async () => {
    const shown = castFrames(exported("cast").bytes.toString());
    await withPlayer(async (page) => {
      expect(await textOf(page)).toBe(text);
      const place = page.getByRole("slider", { name: "Position" });
      for (const frame of [1, 2, 40, 63, 10, 0]) {
        await place.fill(`${frame}`);
        expect(await textOf(page)).toBe(`${shown[frame]!.lines.join("\n")}\n`);
      }
      await place.fill("50");
      expect(await place.getAttribute("aria-valuetext")).toBe("2.0 of 2.6 seconds");
    }, "reduce");
  });

  test("plays by itself, pauses, and plays once with Loop off", async () => {
    await withPlayer(async (page) => {
      const place = page.getByRole("slider", { name: "Position" });
      const first = await place.inputValue();
      await page.waitForFunction((value) => document.querySelector("input")!.value !== value, first);
      await page.getByRole("button", { name: "Loop" }).click();
      await page.getByRole("button", { name: "Play" }).waitFor();
      expect(await place.inputValue()).toBe(`${FRAMES - 1}`);
    }, "no-preference");
  });

  test("does not play with reduced motion until started", async () => {
    await withPlayer(async (page) => {
      const place = page.getByRole("slider", { name: "Position" });
      await page.waitForTimeout(300);
      expect(await place.inputValue()).toBe("0");
      await page.getByRole("button", { name: "Play" }).click();
      await page.waitForFunction(() => document.querySelector("input")!.value !== "0");
      await page.getByRole("button", { name: "Pause" }).click();
      const stopped = await place.inputValue();
      await page.waitForTimeout(200);
      expect(await place.inputValue()).toBe(stopped);
    }, "reduce");
  });

  test("copies the frame's text, shows its colors, and passes axe", async () => {
    await withPlayer(async (page) => {
      await page.getByRole("button", { name: "Copy text" }).click();
      await page.getByText(/^Text (copied|selected)/).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      const pixels = await pixelsOf(await page.locator("figure").screenshot());
      let colored = 0;
      for (let i = 0; i < pixels.length; i += 3) {
        const color = pixels.subarray(i, i + 3);
        if (Math.max(...color) - Math.min(...color) > 100) colored++;
      }
      // the rest is black, and the edges of strokes
      expect((3 * colored) / pixels.length).toBeGreaterThan(0.05);
    }, "reduce");
  });
});
