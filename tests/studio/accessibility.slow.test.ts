import { describe, expect, test } from "vitest";
import { AXE, axeFaults } from "./support/axe.ts";
import { STATES } from "./support/states.ts";
import { statesForFile } from "./support/states-for-file.ts";
import { studioForFile } from "./support/studio-for-file.ts";
import { DESKTOP, NARROWEST, PHONE, TABLET } from "./support/studio-page.ts";

const studio = studioForFile({ hasCameras: true });

// otherwise fades would be measured halfway
const inState = statesForFile(studio, { before: [AXE], reducedMotion: "reduce" });

const WINDOWS = [DESKTOP, TABLET, PHONE, NARROWEST];

/** Each state is checked in every window size and both themes; the order of themes alternates. */
const themeOf = (state: number, window: number) => ((state + window) % 2 === 0 ? "dark" : "light");

describe("the page passes axe in every window size and theme, without policy violations:", () => {
  test.each(Object.keys(STATES).map((name, at) => ({ name, at })))("$name", async ({ name, at }) => {
    const consoleErrors = await inState(name, async (page) => {
      for (const [index, viewport] of WINDOWS.entries()) {
        const colorScheme = themeOf(at, index);
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        expect([viewport.width, colorScheme, await axeFaults(page)]).toEqual([viewport.width, colorScheme, []]);
      }
    });
    expect(consoleErrors).toEqual([]);
  });

  test("a planted violation is found", async () => {
    await inState("empty", async (page) => {
      await page.evaluate(() => {
        document.querySelector("h1")?.remove();
        for (const label of document.querySelectorAll(".row label")) label.remove();
        document.body.style.setProperty("--text", "#777");
      });
      const faults = (await axeFaults(page)).map((fault) => fault.split(":")[0]);
      expect(new Set(faults)).toEqual(new Set(["color-contrast", "label-title-only", "page-has-heading-one"]));
    });
  });
});
