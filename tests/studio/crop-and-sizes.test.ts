import sharp from "sharp";
import { expect, it } from "vitest";
import { art, openAndSettle, settled } from "./support/acts.ts";
import { openExports, saving } from "./support/export-acts.ts";
import { studioForFile } from "./support/studio-for-file.ts";
import { PHONE } from "./support/studio-page.ts";

const studio = studioForFile();

it("a picture is cropped, turned and mirrored, by mouse and by keys, and undo brings it back", async () => {
  const { consoleErrors } = await studio.visit(
    async (page) => {
      const size = () => page.locator(".hud .grid").textContent();
      await openAndSettle(page, "koi.png");
      const before = await size();
      await page.keyboard.press("x");
      const dialog = page.getByRole("dialog", { name: "Crop and rotate" });
      const pixels = () => dialog.locator("footer .mono").textContent();
      const [, width, height] = /(\d+) × (\d+)/.exec((await pixels())!)!.map(Number) as [number, number, number];
      expect(await dialog.getByRole("button", { name: "Apply" }).isDisabled()).toBe(true);

      await dialog.getByRole("button", { name: "Rotate right" }).click();
      expect(await pixels()).toBe(`${height} × ${width}`);
      await dialog.getByRole("button", { name: "1:1" }).click();
      const side = Math.min(width, height);
      expect(await pixels()).toBe(`${side} × ${side}`);
      await dialog.getByRole("button", { name: "Mirror" }).click();

      const corner = dialog.getByRole("button", { name: /^Lower right/ });
      const { x, y } = (await corner.boundingBox())!;
      await page.mouse.move(x + 14, y + 14);
      await page.mouse.down();
      await page.mouse.move(x - 60, y - 60, { steps: 4 });
      await page.mouse.up();
      const dragged = /(\d+) × (\d+)/.exec((await pixels())!)!.map(Number);
      expect(dragged[1]).toBe(dragged[2]);
      expect(dragged[1]).toBeLessThan(side);
      await corner.focus();
      await page.keyboard.press("Shift+ArrowLeft");
      expect(Number.parseInt((await pixels())!, 10)).toBeLessThan(dragged[1]!);

      await dialog.getByRole("button", { name: "Apply" }).click();
      await dialog.waitFor({ state: "hidden" });
      // cells are twice as high as wide: a square has half as many rows
      await expect.poll(size).toBe("80 × 40");
      await page.keyboard.press("ControlOrMeta+z");
      await expect.poll(size).toBe(before);
    },
    { query: "?columns=80&autoOptimize=0" },
  );
  expect(consoleErrors).toEqual([]);
});

it("a PNG is saved in the size of a post, with the art whole and in the middle", async () => {
  await studio.visit(
    async (page) => {
      await openAndSettle(page, "koi.png");
      await openExports(page);
      const dialog = page.getByRole("dialog", { name: "Export" });
      await dialog.getByRole("combobox", { name: "PNG size" }).selectOption("story");
      const { name, bytes } = await saving(page, dialog.getByRole("button", { name: /^png/ }));
      expect(name).toBe("koi-story.png");
      const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([1080, 1920]);
      const isInked = (line: Buffer): boolean => line.some((byte) => byte !== line[0]);
      const rows = Array.from({ length: 1920 }, (_, y) => isInked(data.subarray(3240 * y, 3240 * (y + 1))));
      const [first, last] = [rows.indexOf(true), rows.lastIndexOf(true)];
      expect(Math.abs(first - (1919 - last))).toBeLessThan(3);
      // full width, except for the margin
      const middle = data.subarray(3240 * 960, 3240 * 961);
      expect(middle.subarray(0, 90).every((byte) => byte === middle[0])).toBe(true);
      expect(isInked(middle.subarray(3 * 60, 3 * 1020))).toBe(true);
    },
    { query: "?columns=100&color=true&fill=1&autoOptimize=0" },
  );
});

it("on a phone the dialog fits, and the picture is cropped by touch", async () => {
  await studio.visit(
    async (page) => {
      await openAndSettle(page, "portrait.png");
      await page.getByRole("button", { name: "Crop and rotate" }).tap();
      const dialog = page.getByRole("dialog", { name: "Crop and rotate" });
      await dialog.getByRole("button", { name: "4:5" }).tap();
      const { x, width } = (await dialog.boundingBox())!;
      expect(x >= 0 && x + width <= PHONE.width).toBe(true);
      await dialog.getByRole("button", { name: "Apply" }).tap();
      await settled(page, "portrait.png");
      expect(await art(page).count()).toBe(1);
    },
    { query: "?columns=60&autoOptimize=0", viewport: PHONE, hasTouch: true, isMobile: true },
  );
});
