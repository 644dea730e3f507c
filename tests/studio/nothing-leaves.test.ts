import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { art, openAndSettle, openFile, settled, showView } from "./support/acts.ts";
import { studioForFile } from "./support/studio-for-file.ts";

const studio = studioForFile();

/** Waits for a dialog and closes it. */
const closeDialog = async (page: Page, name: string): Promise<void> => {
  const dialog = page.getByRole("dialog", { name });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
};

const goesOut = (request: Request): boolean => !/^(blob|data):/.test(request.url());

/** Chromium requests the icon again whenever the address changes. */
const isIcon = (url: string): boolean => /\/icon-[\w-]+\.svg$/.test(url);

/** Does everything that can be done with a picture. */
const journey = async (page: Page): Promise<void> => {
  await openAndSettle(page, "portrait.png");
  for (const view of ["Split", "Source", "Text", "ASCII"] as const) await showView(page, view);
  await page.getByRole("slider", { name: "Contrast" }).press("ArrowRight");
  await settled(page);
  await page.getByRole("radio", { name: "Color", exact: true }).click();
  await settled(page);
  await page.keyboard.press("]");
  await settled(page);
  await page.keyboard.press("Control+z");
  await settled(page);
  const saved = page.waitForEvent("download");
  await page.keyboard.press("Control+s");
  await saved;
  await page.getByRole("button", { name: "Choose an export format" }).click();
  await closeDialog(page, "Export");
  await page.keyboard.press("?");
  await closeDialog(page, "Keyboard");
  await openFile(page, "bad/truncated.png");
  await page.getByRole("alertdialog").waitFor();
  await page.keyboard.press("Escape");
  await openAndSettle(page, "still-life.png");
};

test("no data leaves the page: all requests are GETs without a body, to its own origin", async () => {
  const { requests, consoleErrors } = await studio.visit(async (page) => {
    await page.getByRole("button", { name: "Koi" }).click();
    await settled(page, "koi.webp");
    await journey(page);
  });
  const outside = requests.filter(goesOut);
  expect(outside.length).toBeGreaterThan(5);
  for (const request of outside) {
    expect([request.url(), request.method(), request.postData()]).toEqual([request.url(), "GET", null]);
    const { origin, search } = new URL(request.url());
    expect([origin, search]).toEqual([studio.url, ""]);
  }
  expect(consoleErrors).toEqual([]);
});

test("a planted request that sends data is detected", async () => {
  const { requests } = await studio.visit(async (page) => {
    await page.evaluate(() => fetch("./", { method: "POST", body: "pixels" }));
    await page.evaluate(() => navigator.sendBeacon("./", "pixels"));
    await page.waitForTimeout(100);
  });
  const carried = requests.filter((request) => request.postData() === "pixels");
  expect(carried.map((request) => request.method())).toEqual(["POST", "POST"]);
});

test("everything works offline once the page has loaded", async () => {
  const { consoleErrors } = await studio.visit(async (page, { requests }) => {
    await page.getByRole("button", { name: "Koi" }).waitFor();
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(LOADED_AHEAD_MS);
    await page.context().setOffline(true);
    const before = requests.length;
    await journey(page);
    expect(await art(page).getAttribute("aria-label")).toMatch(/^ASCII art of still-life\.png, /);
    const wanted = requests.slice(before).filter(goesOut);
    expect(wanted.map((request) => request.url()).filter((url) => !isIcon(url))).toEqual([]);
  });
  expect(consoleErrors.filter((consoleError) => !isIcon(consoleError))).toEqual([]);
});

/** After this long the page has also preloaded its chunks. */
const LOADED_AHEAD_MS = 1500;
