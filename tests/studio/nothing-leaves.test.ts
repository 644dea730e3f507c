import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { art, openAndSettle, openFile, settled, showView } from "./support/acts.ts";
import { studioForFile } from "./support/studio-for-file.ts";

const studio = studioForFile();

/** Waits for a dialog, and closes it. */
const closeDialog = async (page: Page, name: string): Promise<void> => {
  const dialog = page.getByRole("dialog", { name });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
};

const goesOut = (request: Request): boolean => !/^(blob|data):/.test(request.url());

/** Chromium asks for the icon again whenever the address changes. */
const isIcon = (url: string): boolean => /\/icon-[\w-]+\.svg$/.test(url);

/** Everything that can be done with a picture, once. */
const journey = async (page: Page): Promise<void> => {
  await openAndSettle(page, "portrait.png");
  for (const view of ["Split", "Source", "Text", "ASCII"] as const) await showView(page, view);
  await page.getByRole("slider", { name: "Contrast" }).press("ArrowRight");
  await settled(page);
  await page.getByRole("radio", { name: "Color" }).click();
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

test("no request carries anything away: all are GETs without a body, to the page's own origin", async () => {
  const { requests, complaints } = await studio.visit(async (page) => {
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
  expect(complaints).toEqual([]);
});

test("a request that did carry something away would be heard of", async () => {
  const { requests } = await studio.visit(async (page) => {
    await page.evaluate(() => fetch("./", { method: "POST", body: "pixels" }));
    await page.evaluate(() => navigator.sendBeacon("./", "pixels"));
    await page.waitForTimeout(100);
  });
  const carried = requests.filter((request) => request.postData() === "pixels");
  expect(carried.map((request) => request.method())).toEqual(["POST", "POST"]);
});

test("without a network everything still works, once the page is there", async () => {
  const { complaints } = await studio.visit(async (page, { requests }) => {
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
  expect(complaints.filter((complaint) => !isIcon(complaint))).toEqual([]);
});

/** After so long the page has also loaded what it will want later. */
const LOADED_AHEAD_MS = 1500;
