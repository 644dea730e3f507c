import { globSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { art, openAndSettle, settled } from "./support/acts.ts";
import { startStaticHost } from "./support/static-host.ts";
import { studioForFile } from "./support/studio-for-file.ts";
import { openStudio } from "./support/studio-page.ts";

const studio = studioForFile({ hasCameras: true });

/** Waits until the page is cached, reloads it offline, and opens pictures. */
const comesBack = async (page: Page): Promise<void> => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  // a chunk that is still being loaded would count as a failed request
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.reload();
  await openAndSettle(page, "koi.png");
  expect(await art(page).getAttribute("aria-label")).toMatch(/^ASCII art of koi\.png, 64 by /);
  await page.getByText("Offline, everything still works").waitFor();
};

describe("after its first load the page works offline", () => {
  it("from the service: it loads, renders, and has its samples", async () => {
    const { consoleErrors } = await studio.visit(
      async (page) => {
        await comesBack(page);
        await page.waitForLoadState("networkidle");
        await page.reload();
        await page.getByRole("button", { name: "Portrait" }).click();
        await settled(page, "portrait.webp");
        await page.keyboard.press("Control+k");
        await page.getByRole("dialog", { name: "Commands" }).waitFor();
        await page.waitForLoadState("networkidle");
      },
      { query: "?columns=64" },
    );
    expect(consoleErrors).toEqual([]);
  });

  it("from any folder of any host, even one that is gone", async () => {
    const host = await startStaticHost(studio.folder, "/somewhere/deep/");
    const { page, close } = await openStudio(studio.browser, `${host.url}?columns=64`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    host.stop();
    await comesBack(page);
    await close();
  });

  it("exactly the files of the build are cached", async () => {
    await studio.visit(async (page) => {
      await page.evaluate(() => navigator.serviceWorker.ready);
      const kept = await page.evaluate(async () => {
        const [name = ""] = await caches.keys();
        const requests = await (await caches.open(name)).keys();
        return requests.map(({ url }) => new URL(url).pathname);
      });
      const built = globSync(["assets/*", "licenses.txt"], { cwd: studio.folder }).map((name) => `/${name}`);
      expect(kept.toSorted()).toEqual(["/", ...built].toSorted());
    });
  });

  it("other files of the origin still come from the network", async () => {
    await studio.visit(async (page) => {
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.context().setOffline(true);
      await expect(page.goto(`${studio.url}/docs`)).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
    });
  });
});
