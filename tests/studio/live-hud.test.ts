import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { allowCamera, startCamera } from "./support/cameras.ts";
import { studioForFile } from "./support/studio-for-file.ts";

const studio = studioForFile();

const PATIENTLY = { timeout: 15_000 };

/** The flicker that the inspector tells, in percent. */
const flicker = async (page: Page): Promise<number> =>
  Number.parseFloat((await page.locator(".meter output").textContent()) ?? "");

describe("while a camera runs", () => {
  it("the flicker is reported, and more of it for as long as smoothing is held off", async () => {
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
        // the camera goes on: the key was the button's
        expect(await page.getByText("LIVE", { exact: true }).count()).toBe(1);
      },
      { query: "?columns=60&autoOptimize=0" },
    );
  });

  it("one that is too slow says so, and one press makes it faster", async () => {
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

  it("screen readers hear that it is there, and no number of it", async () => {
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
