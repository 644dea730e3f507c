import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { art, openAndSettle, settled } from "./support/acts.ts";
import { studioForFile } from "./support/studio-for-file.ts";

const studio = studioForFile();

const queryOf = (page: Page): string => new URL(page.url()).search;
const contrast = (page: Page) => page.getByRole("slider", { name: "Contrast" });
const size = async (page: Page) =>
  /(\d+) by (\d+)/.exec((await art(page).getAttribute("aria-label")) ?? "")?.slice(1, 3);

describe("the page's address", () => {
  test("holds only the set parameters, under the API's names", async () => {
    await studio.visit(async (page) => {
      expect(queryOf(page)).toBe("");
      await openAndSettle(page, "koi.png");
      const start = "?columns=160&color=true&glyphStrategy=fixed&fill=0.8";
      await expect.poll(() => queryOf(page)).toBe(start);
      await contrast(page).press("End");
      await page.getByRole("radiogroup", { name: "Looks" }).getByRole("radio", { name: "Mosaic" }).click();
      await expect.poll(() => queryOf(page)).toBe("?columns=160&charset=octants&color=true&contrast=4");
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await expect.poll(() => queryOf(page)).toBe(start);
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await expect.poll(() => queryOf(page)).toBe("");
    });
  });

  test("restores them when opened again", async () => {
    await studio.visit(
      async (page) => {
        await openAndSettle(page, "koi.png");
        expect((await size(page))?.[0]).toBe("72");
        expect(await contrast(page).inputValue()).toBe("1.5");
        expect(await page.getByRole("switch", { name: "Invert" }).isChecked()).toBe(true);
        expect(queryOf(page)).toBe("?columns=72&invert=true&contrast=1.5");
      },
      { query: "?columns=72&contrast=1.5&invert=true" },
    );
  });

  test("is parsed strictly: invalid values are ignored and reported", async () => {
    await studio.visit(
      async (page) => {
        await page.getByText("Ignored in the link: columns, colums").first().waitFor();
        await openAndSettle(page, "koi.png");
        expect(await contrast(page).inputValue()).toBe("1.5");
        await expect.poll(() => queryOf(page)).toBe("?contrast=1.5");
      },
      { query: "?columns=9000&contrast=1.5&colums=1&utm_source=mail" },
    );
  });
});

describe("undo and redo", () => {
  test("restore parameters and pictures", async () => {
    await studio.visit(async (page) => {
      const [undo, redo] = ["Undo", "Redo"].map((name) => page.getByRole("button", { name, exact: true }));
      await openAndSettle(page, "koi.png");
      await contrast(page).press("End");
      await settled(page);
      const most = await contrast(page).inputValue();
      await openAndSettle(page, "portrait.png");
      expect(await art(page).getAttribute("aria-label")).toMatch(/^ASCII art of portrait\.png/);
      await undo?.click();
      await expect.poll(() => art(page).getAttribute("aria-label")).toMatch(/^ASCII art of koi\.png/);
      expect(await contrast(page).inputValue()).toBe(most);
      await page.keyboard.press("Control+z");
      expect(await contrast(page).inputValue()).toBe("1.15");
      await page.keyboard.press("Control+Shift+z");
      expect(await contrast(page).inputValue()).toBe(most);
      await redo?.click();
      await expect.poll(() => art(page).getAttribute("aria-label")).toMatch(/^ASCII art of portrait\.png/);
      expect(await redo?.isDisabled()).toBe(true);
    }, AUTO_OFF);
  });

  test("treat one drag of a slider as one step", async () => {
    await studio.visit(async (page) => {
      await openAndSettle(page, "koi.png");
      // all in one turn: the time between keys depends on the machine
      await contrast(page).evaluate((slider) => {
        for (const value of ["1.25", "1.35", "1.45"]) {
          (slider as HTMLInputElement).value = value;
          slider.dispatchEvent(new Event("input", { bubbles: true }));
        }
      });
      await contrast(page).focus();
      expect(await contrast(page).inputValue()).toBe("1.45");
      await page.keyboard.press("Control+z");
      expect(await contrast(page).inputValue()).toBe("1.15");
    }, AUTO_OFF);
  });
});

/** Faster without the Director. */
const AUTO_OFF = { query: "?autoOptimize=0" };
