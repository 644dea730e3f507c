import { readFileSync } from "node:fs";
import { measureFont } from "@lumiglyph/decode/font";
import { type FontProfile, readProfile } from "@lumiglyph/engine";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { programPath } from "../support/programs.ts";
import { art, openAndSettle, settled, stillPicture } from "./support/acts.ts";
import { openExports, saving } from "./support/export-acts.ts";
import { studioForFile } from "./support/studio-for-file.ts";

const DEJAVU = programPath("DejaVuSansMono.ttf");
const PROPORTIONAL = programPath("DejaVuSans.ttf");

const studio = studioForFile();

const dialog = (page: Page) => page.getByRole("dialog", { name: "Match to a font" });

const openDialog = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Match to a font…" }).click();
  await dialog(page).waitFor();
};

const font = (page: Page) => page.getByRole("combobox", { name: "Font" });

const chosen = (page: Page): Promise<string> =>
  font(page).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text);

/** Matches to a font by its file. */
const matchFile = async (page: Page, file: string): Promise<void> => {
  await openDialog(page);
  await dialog(page).locator("input[type=file]").setInputFiles(file);
};

const savedProfile = async (page: Page): Promise<FontProfile> => {
  await openDialog(page);
  const { bytes } = await saving(page, dialog(page).getByRole("button", { name: /^Save .* profile$/ }));
  await page.keyboard.press("Escape");
  return readProfile(bytes.toString("utf8"));
};

/** Light of each character, from 0 to 1: steps are even in its square root. */
const lightsOf = (steps: string): readonly number[] => {
  const all = Array.from({ length: 92 }, (_, i) => String.fromCharCode(0x23 + i)).filter((one) => one !== "\\");
  const light = Array.from(steps, (one) => (all.indexOf(one) / (all.length - 1)) ** 2);
  return Array.from({ length: 95 }, (_, i) => light.slice(32 * i, 32 * i + 32).reduce((sum, part) => sum + part) / 32);
};

/** Largest relative difference of two fonts' characters, of which the first, a blank, has no light. */
const farthest = (one: string, other: string): number => {
  const [a, b] = [lightsOf(one), lightsOf(other)];
  return Math.max(...a.slice(1).map((light, i) => Math.abs(light - b[i + 1]!) / b[i + 1]!));
};

describe("a custom font", () => {
  it("is measured like on the command line, and draws the art", async () => {
    const { consoleErrors } = await studio.visit(
      async (page) => {
        await openAndSettle(page, "portrait.png");
        const before = await stillPicture(art(page));
        await matchFile(page, DEJAVU);
        await page.getByText("Matched to DejaVu Sans Mono").first().waitFor();
        await settled(page);
        expect(await chosen(page)).toBe("DejaVu Sans Mono");
        expect((await stillPicture(art(page))).equals(before)).toBe(false);

        const [browser, command] = [await savedProfile(page), await measureFont(readFileSync(DEJAVU))];
        expect(farthest(browser.light, command.light)).toBeLessThan(0.005);
        expect(farthest(browser.paper, command.paper)).toBeLessThan(0.005);
        expect(browser.families).toEqual(["DejaVu Sans Mono"]);

        await openExports(page);
        const { bytes } = await saving(page, page.getByRole("button", { name: /HTML/ }).first());
        expect(bytes.toString("utf8")).toMatch(/font(-family)?:[^;]*"DejaVu Sans Mono", "DejaVu Sans Mono"/);
      },
      { query: "?columns=40" },
    );
    expect(consoleErrors).toEqual([]);
  });

  it("is found by its name, and can be removed", async () => {
    await studio.visit(async (page) => {
      await openAndSettle(page, "portrait.png");
      const before = await stillPicture(art(page));
      await openDialog(page);
      await dialog(page).getByLabel("Font on this device").fill("DejaVu Sans Mono");
      await page.keyboard.press("Enter");
      await page.getByText("Matched to DejaVu Sans Mono").first().waitFor();
      await settled(page);
      expect(await chosen(page)).toBe("DejaVu Sans Mono");
      await font(page).selectOption("any");
      await settled(page);
      await page.locator(".toast").waitFor({ state: "detached" });
      expect((await stillPicture(art(page))).equals(before)).toBe(true);
    });
  });

  it("is refused with a message if it cannot be used", async () => {
    await studio.visit(async (page) => {
      await openAndSettle(page, "portrait.png");
      const alert = dialog(page).getByRole("alert");
      await matchFile(page, PROPORTIONAL);
      await expect.poll(() => alert.textContent()).toBe("The font is not monospaced: its characters differ in width.");
      await dialog(page)
        .locator("input[type=file]")
        .setInputFiles({ name: "broken.ttf", mimeType: "font/ttf", buffer: readFileSync(DEJAVU).subarray(0, 9000) });
      await expect.poll(() => alert.textContent()).toMatch(/^The browser cannot read this file\./);
      await dialog(page).getByLabel("Font on this device").fill("No Such Font");
      await page.keyboard.press("Enter");
      await expect.poll(() => alert.textContent()).toMatch(/^This device has no font called No Such Font,/);
      await page.keyboard.press("Escape");
      expect(await chosen(page)).toBe("Any");
    });
  });
});
