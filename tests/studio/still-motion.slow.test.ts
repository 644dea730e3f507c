import { expect, test } from "vitest";
import { art, openAndSettle } from "./support/acts.ts";
import { castFrames } from "./support/cast-frames.ts";
import { decodedFrame, openExports, pixelsOf, probe, type Saved, saving, videoRow } from "./support/export-acts.ts";
import { studioForFile } from "./support/studio-for-file.ts";

const studio = studioForFile({ hasCameras: true });

const MOTIONS = ["Dissolve", "Typewriter", "Rain", "Twinkle"] as const;

/** Columns and rows of the page, and pixels of a cell in a PNG at 1 × and in a video. */
const [COLUMNS, CELL] = [100, { width: 8, height: 16 }];

/** Mean colors of all cells of a picture. */
const cellColors = (pixels: Buffer): readonly (readonly number[])[] => {
  const rows = pixels.length / (3 * COLUMNS * CELL.width * CELL.height);
  return Array.from({ length: COLUMNS * rows }, (_, cell) => {
    const [left, top] = [(cell % COLUMNS) * CELL.width, Math.floor(cell / COLUMNS) * CELL.height];
    const sums = [0, 0, 0];
    for (let y = top; y < top + CELL.height; y++) {
      for (let x = left; x < left + CELL.width; x++) {
        for (let channel = 0; channel < 3; channel++)
          sums[channel]! += pixels[3 * (y * COLUMNS * CELL.width + x) + channel]!;
      }
    }
    return sums.map((sum) => sum / (CELL.width * CELL.height));
  });
};

/** Differences of cells' colors, sorted. */
const differences = (one: Buffer, other: Buffer): readonly number[] => {
  const [ours, theirs] = [cellColors(one), cellColors(other)];
  return ours
    .flatMap((color, cell) => color.map((value, i) => Math.abs(value - theirs[cell]![i]!)))
    .sort((a, b) => a - b);
};

test("a picture in motion is a seamless loop in the screen's colors, in every format", async () => {
  const { consoleErrors } = await studio.visit(
    async (page) => {
      await openAndSettle(page, "koi.png");
      await openExports(page);
      const dialog = page.getByRole("dialog", { name: "Export" });
      await dialog.getByRole("button", { name: "1 times" }).click();
      const still = await pixelsOf((await saving(page, dialog.getByRole("button", { name: /^png/ }))).bytes);
      for (const motion of MOTIONS) {
        await dialog.getByRole("button", { name: motion, exact: true }).click();
        const files = new Map<string, Saved>();
        for (const format of ["cast", "gif", "webm", "mp4"]) {
          files.set(format, await saving(page, videoRow(page, format).getByRole("button")));
        }
        // one more than the loop has: the last is the first
        const cast = castFrames(files.get("cast")!.bytes.toString());
        expect(cast).toHaveLength(77);
        expect(cast[75]).toEqual({ ...cast[0], seconds: expect.closeTo(2.98, 3) });
        for (const format of ["gif", "webm", "mp4"]) {
          const file = files.get(format)!;
          expect(probe(file).nb_read_frames, `${motion} as ${format}`).toBe("76");
          const [first, last] = [decodedFrame(file, 0), decodedFrame(file, 75)];
          const seam = differences(first, last);
          // codecs lose different detail in each frame
          expect(format === "gif" ? seam.at(-1) : seam[seam.length >> 1], `${motion} as ${format}`).toBeLessThan(
            format === "gif" ? 0.01 : 2,
          );
          if (motion !== "Dissolve") continue;
          const wrong = differences(first, still);
          const [median, most] = [0.5, 0.95].map((share) => wrong[Math.floor(share * wrong.length)]!) as [
            number,
            number,
          ];
          console.log(
            `${format}: cells differ from the screen by ${median.toFixed(1)}, 19 of 20 by ${most.toFixed(1)}`,
          );
          expect(median, format).toBeLessThan(3);
          // a GIF has 255 colors for all cells, and videos have half the resolution in color
          expect(most, format).toBeLessThan(6);
        }
      }
    },
    { query: `?columns=${COLUMNS}&color=true&fill=0.6&autoOptimize=0` },
  );
  expect(consoleErrors).toEqual([]);
}, 300_000);

test("the art starts and stops moving, and does not move with reduced motion", async () => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    await studio.visit(
      async (page) => {
        await openAndSettle(page, "koi.png");
        await page.keyboard.press("ControlOrMeta+k");
        await page.getByRole("dialog").getByRole("combobox").fill("rain");
        await page.keyboard.press("Enter");
        await page.getByRole("button", { name: "Stop rain" }).waitFor();
        await page.waitForTimeout(300);
        const shots = [await art(page).screenshot()];
        await page.waitForTimeout(300);
        shots.push(await art(page).screenshot());
        expect(shots[0]!.equals(shots[1]!)).toBe(reducedMotion === "reduce");
        await page.getByRole("button", { name: "Stop rain" }).click();
        await page.waitForTimeout(300);
        const still = await art(page).screenshot();
        await page.waitForTimeout(300);
        expect((await art(page).screenshot()).equals(still)).toBe(true);
      },
      { query: "?columns=80", reducedMotion },
    );
  }
}, 90_000);
