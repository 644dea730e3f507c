import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openAndSettle, settled } from "./support/acts.ts";
import { studioForFile } from "./support/studio-for-file.ts";

const studio = studioForFile();

/** More tab stops than the page has. */
const MOST_STOPS = 150;

/** Presses Tab until an element has the focus. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} has no place in the order of stops.`);
};

/** The focused element: its markup, and whether its focus is visible. Runs in the page. */
const stopHere = () => {
  const { activeElement: here } = document;
  if (here === null || here === document.body) return null;
  const rings = [here, ...here.querySelectorAll("*"), here.parentElement!].flatMap((element) =>
    ["", "::before", "::after"].map((part) => getComputedStyle(element, part)),
  );
  const isRinged = rings.some(({ outlineStyle, outlineWidth, outlineColor }) => {
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1.5 && !outlineColor.endsWith(" 0)");
  });
  const { width, height } = here.getBoundingClientRect();
  const name = here.getAttribute("aria-label") ?? here.id ?? "";
  return {
    name: `${here.tagName.toLowerCase()}.${here.className} ${name} ${here.textContent?.slice(0, 20)}`,
    isRinged,
    isSeen: width > 0 && height > 0,
  };
};

test("the keyboard is enough from the empty page to a saved file", async () => {
  const { consoleErrors } = await studio.visit(async (page) => {
    await tabTo(page, page.getByRole("button", { name: "Koi" }));
    await page.keyboard.press("Enter");
    await settled(page, "koi.webp");
    const columns = page.getByRole("slider", { name: "Columns" });
    await tabTo(page, columns);
    await page.keyboard.press("ArrowLeft");
    expect(await columns.inputValue()).toBe("159");
    await page.keyboard.press("2");
    const split = page.getByRole("slider", { name: "Split" });
    await split.waitFor();
    await page.keyboard.press("Escape");
    await tabTo(page, split);
    const before = await split.getAttribute("aria-valuenow");
    await page.keyboard.press("ArrowRight");
    expect(await split.getAttribute("aria-valuenow")).not.toBe(before);
    await settled(page);
    const chooser = page.getByRole("button", { name: "Choose an export format" });
    await tabTo(page, chooser);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Export" }).waitFor();
    await tabTo(page, page.getByRole("button", { name: /Plain text/ }));
    const saved = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    const download = await saved;
    expect(download.suggestedFilename()).toBe("koi.txt");
    expect(readFileSync(await download.path(), "utf8")).toMatch(/^([^\n]{159}\n)+$/);
    await page.keyboard.press("Escape");
    expect(await chooser.evaluate((element) => element === document.activeElement)).toBe(true);
  });
  expect(consoleErrors).toEqual([]);
});

test("Tab reaches the whole page, and the focus is visible everywhere", async () => {
  await studio.visit(
    async (page) => {
      await openAndSettle(page, "koi.png");
      await page.keyboard.press("2");
      const stops: NonNullable<ReturnType<typeof stopHere>>[] = [];
      for (let at = 0; at < MOST_STOPS; at++) {
        await page.keyboard.press("Tab");
        const stop = await page.evaluate(stopHere);
        if (stop === null || (at > 0 && stop.name === stops[0]?.name)) break;
        stops.push(stop);
      }
      expect(stops.length).toBeGreaterThan(60);
      expect(stops.length).toBeLessThan(MOST_STOPS);
      expect(stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name)).toEqual([]);
      expect(stops.filter(({ isRinged }) => !isRinged).map(({ name }) => name)).toEqual([]);
    },
    { query: "?color=true&edges=true&contrast=2&autoOptimize=0" },
  );
});

test("single-letter keys do nothing while typing a number, or when switched off", async () => {
  await studio.visit(async (page) => {
    await openAndSettle(page, "koi.png");
    const color = page.getByRole("switch", { name: "Color" });
    await page.getByRole("textbox", { name: "Contrast, number" }).focus();
    await page.keyboard.press("k");
    expect(await color.isChecked()).toBe(false);
    await page.keyboard.press("Escape");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("k");
    expect(await color.isChecked()).toBe(true);
    await page.keyboard.press("?");
    await page.getByRole("switch", { name: "Single-letter keys" }).click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("k");
    expect(await color.isChecked()).toBe(true);
    await page.reload();
    await page.keyboard.press("k");
    expect(await page.getByRole("switch", { name: "Color" }).isChecked()).toBe(true);
  }, AUTO_OFF);
});

test("a dialog requested while another closes opens", async () => {
  await studio.visit(async (page) => {
    await openAndSettle(page, "portrait.png");
    const sheet = page.getByRole("dialog", { name: "Keyboard" });
    for (let time = 0; time < 5; time++) {
      await page.getByRole("button", { name: "Choose an export format" }).click();
      await page.getByRole("dialog", { name: "Export" }).waitFor();
      // fast typing: the first dialog's close event comes after the second key
      await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("?")]);
      await sheet.waitFor();
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "detached" });
    }
  }, AUTO_OFF);
});

test("a key pressed right after a dialog is dismissed counts", async () => {
  await studio.visit(async (page) => {
    await openAndSettle(page, "portrait.png");
    for (const [key, name] of [
      ["?", "Keyboard"],
      ["Control+Shift+s", "Export"],
    ] as const) {
      await page.keyboard.press(key);
      const dialog = page.getByRole("dialog", { name });
      await dialog.waitFor();
      // in one task, so that no event comes in between
      const theme = await dialog.evaluate((element) => {
        const { dataset } = document.documentElement;
        const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "t", bubbles: true }));
        const before = dataset["theme"];
        press();
        const whileOpen = dataset["theme"];
        if (element instanceof HTMLDialogElement) element.close();
        else if (element instanceof HTMLElement) element.hidePopover();
        press();
        return { before, whileOpen, after: dataset["theme"] };
      });
      expect(theme.whileOpen, name).toBe(theme.before);
      expect(theme.after, name).not.toBe(theme.before);
      await dialog.waitFor({ state: "detached" });
    }
  }, AUTO_OFF);
});

/** Faster without the Director. */
const AUTO_OFF = { query: "?autoOptimize=0" };
