import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { statesForFile } from "./support/states-for-file.ts";
import { studioForFile } from "./support/studio-for-file.ts";
import { NARROWEST } from "./support/studio-page.ts";

const inState = statesForFile(studioForFile(), { hasTouch: true, reducedMotion: "reduce" });

/** The narrowest window that WCAG 1.4.10 requires, and 1280 × 1024 pixels at 400 %. */
const SIZES = [NARROWEST, { width: 320, height: 256 }];

/** Elements that cannot be scrolled fully into view, or are always covered. Runs in the page. */
const outOfReach = (): string[] => {
  const faults: string[] = [];
  const { scrollWidth } = document.scrollingElement!;
  if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} wide`);
  const scope = document.querySelector("dialog[open], [popover]:popover-open, [role=alertdialog]") ?? document;
  for (const control of scope.querySelectorAll<HTMLElement>("a[href], button, input, select, [tabindex='0']")) {
    if (control.closest("[inert], :disabled") !== null || !control.checkVisibility({ visibilityProperty: true }))
      continue;
    // a label is clickable for its control
    const target = control.closest("label") ?? control;
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, right, top, bottom } = target.getBoundingClientRect();
    const name = `${control.tagName} ${control.getAttribute("aria-label") ?? target.textContent}`;
    if (left < -1 || right > innerWidth + 1) faults.push(`${name} lies from ${left} to ${right}`);
    const isSeen = [0.5, 0.2, 0.8].some((part) => {
      const there = document.elementFromPoint(left + part * (right - left), top + part * (bottom - top));
      return there !== null && (target.contains(there) || there.contains(target));
    });
    if (!isSeen) faults.push(`${name} lies under something`);
  }
  return faults;
};

/** The same for each section of the inspector, if they are tabs. */
const outOfReachAnywhere = async (page: Page): Promise<readonly string[]> => {
  const faults = await page.evaluate(outOfReach);
  const tabs = page.getByRole("tab");
  for (let at = 0; at < (await tabs.count()); at++) {
    if (!(await tabs.nth(at).isVisible()) || (await page.getByRole("alertdialog").count()) > 0) break;
    await tabs.nth(at).click();
    faults.push(...(await page.evaluate(outOfReach)));
  }
  return [...new Set(faults)];
};

const SHOWN = ["empty", "image", "split", "text", "changed", "best effort", "a fault over a picture"] as const;
const DIALOGS = ["export dialog", "keys sheet"] as const;

describe("at 320 pixels and at 400 % nothing scrolls horizontally and everything is reachable:", () => {
  test.each([...SHOWN, ...DIALOGS])("%s", async (name) => {
    const isDialog = (DIALOGS as readonly string[]).includes(name);
    const look = async (page: Page) => {
      for (const viewport of SIZES) {
        await page.setViewportSize(viewport);
        const faults = isDialog ? await page.evaluate(outOfReach) : await outOfReachAnywhere(page);
        expect([viewport.height, faults]).toEqual([viewport.height, []]);
      }
    };
    await inState(name, look, NARROWEST);
  });

  test("a planted unreachable element is found", async () => {
    const look = async (page: Page) => {
      await page.evaluate(() => {
        const button = document.querySelector<HTMLElement>(".top button")!;
        button.style.position = "fixed";
        button.style.left = "310px";
        document.body.style.width = "400px";
      });
      expect(await page.evaluate(outOfReach)).toEqual(
        expect.arrayContaining(["the page is 400 wide", expect.stringMatching(/^BUTTON .* lies from 310 to /)]),
      );
    };
    await inState("empty", look, NARROWEST);
  });
});
