import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { allowCamera, startCamera } from "./support/cameras.ts";
import { studioForFile } from "./support/studio-for-file.ts";

const studio = studioForFile({ hasCameras: true });

const PATIENTLY = { timeout: 15_000 };

/** The inspector's flicker figure, in percent. */
const flicker = async (page: Page): Promise<number> =>
  Number.parseFloat((await page.locator(".meter output").textContent()) ?? "");

describe("while a camera runs", () => {
  it("flicker is shown, and rises while smoothing is held off", async () => {
    await studio.visit(
      async (page) => {
        await startCamera(page);
        await page.locator(".meter output").waitFor();
        expect(await flicker(page)).toBeLessThan(100);
        const compare = page.getByRole("button", { name: "Hold to compare" });
        await compare.focus();
        await page.keyboard.down("Space");
        await expect
          .poll(() => page.locator("#rows-motion").textContent(), PATIENTLY)
          .toMatch(/Smoothing off: [\d.]+ %/);
        await page.keyboard.up("Space");
        // the camera keeps running: the button handled the key
        expect(await page.getByText("LIVE", { exact: true }).count()).toBe(1);
      },
      { query: "?columns=60&autoOptimize=0" },
    );
  });

  it("slow rendering is reported, and one click speeds it up", async () => {
    await studio.visit(
      async (page) => {
        await startCamera(page);
        const fewer = page.getByRole("button", { name: "Use 200 columns" });
        await fewer.click(PATIENTLY);
        await expect.poll(() => page.locator(".hud .grid").textContent(), PATIENTLY).toBe("200 × 75");
      },
      { query: "?columns=400&color=true" },
    );
  });

  it("screen readers hear that it started, without figures", async () => {
    await studio.visit(
      async (page) => {
        await allowCamera(page);
        const said: string[] = [];
        await page.exposeFunction("hear", (words: string) => said.push(words));
        await page.evaluate(() => {
          const region = document.querySelector("[role=status]")!;
          new MutationObserver(() => Reflect.get(globalThis, "hear")(region.textContent)).observe(region, {
            childList: true,
            characterData: true,
            subtree: true,
          });
        });
        await startCamera(page);
        await page.waitForTimeout(5000);
        expect(said.length).toBeLessThanOrEqual(3);
        expect(said.filter((words) => words.includes("fps"))).toEqual([]);
      },
      { query: "?columns=60" },
    );
  });
});
