import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openAndSettle, settled } from "./support/acts.ts";
import { studioForFile } from "./support/studio-for-file.ts";

const studio = studioForFile();

const field = (page: Page) => page.getByRole("combobox", { name: "Search commands and parameters" });

const AUTO_OFF = { query: "?autoOptimize=0" };

test("a parameter is set by name and value, with a preview of the grid size", async () => {
  const { consoleErrors } = await studio.visit(async (page) => {
    await openAndSettle(page, "koi.png");
    await page.keyboard.press("Control+k");
    await field(page).fill("columns 200");
    expect(await page.getByRole("listbox", { name: "Results" }).getByRole("option").allTextContents()).toEqual([
      "Set columns to 200200 × 75, 15,000 cells",
      "Columns120[]",
    ]);
    await page.keyboard.press("Enter");
    await field(page).waitFor({ state: "detached" });
    await settled(page);
    expect(await page.getByRole("slider", { name: "Columns" }).inputValue()).toBe("200");
  }, AUTO_OFF);
  expect(consoleErrors).toEqual([]);
});

test("arrows select a command and Enter runs it, even one that opens a dialog", async () => {
  await studio.visit(async (page) => {
    await page.keyboard.press("Control+k");
    await field(page).fill("co");
    const chosen = page.locator("[role=option][aria-selected=true]");
    const first = await chosen.getAttribute("id");
    expect(await field(page).getAttribute("aria-activedescendant")).toBe(first);
    await page.keyboard.press("ArrowDown");
    expect(await chosen.getAttribute("id")).not.toBe(first);
    await field(page).fill("keyboard");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  }, AUTO_OFF);
});

test("toggling a switch keeps the palette open; Escape closes only the palette", async () => {
  await studio.visit(async (page) => {
    await openAndSettle(page, "koi.png");
    await page.keyboard.press("Control+k");
    await field(page).fill("color");
    await page.getByRole("option", { name: /^Color o/ }).click();
    expect(await page.getByRole("option", { name: /^Color o/ }).textContent()).toBe("ColoronK");
    await page.keyboard.press("Escape");
    await field(page).waitFor({ state: "detached" });
    expect(await page.getByRole("switch", { name: "Color" }).isChecked()).toBe(true);
  }, AUTO_OFF);
});
