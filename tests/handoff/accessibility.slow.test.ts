import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { AXE, axeFaults } from "../studio/support/axe.ts";
import { DESKTOP, NARROWEST, PHONE, TABLET } from "../studio/support/studio-page.ts";
import { approveBar, handOver, openCamera, openPicture, pill } from "./support/acts.ts";
import { twoOriginsForFile } from "./support/two-origins-for-file.ts";

const origins = twoOriginsForFile({
  launch: { args: ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"] },
});

const WINDOWS = [DESKTOP, TABLET, PHONE, NARROWEST];

/** Checks a page, or only the named rules, in every window size and both themes; nothing may need horizontal scrolling. */
const judge = async (page: Page, name: string, isMeant: (fault: string) => boolean = () => true): Promise<void> => {
  for (const viewport of WINDOWS) {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const faults = (await axeFaults(page)).filter(isMeant);
      expect([name, viewport.width, colorScheme, faults]).toEqual([name, viewport.width, colorScheme, []]);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([name, viewport.width, wide]).toEqual([name, viewport.width, 0]);
  }
  await page.setViewportSize(DESKTOP);
};

/** The rest of a page with a camera is checked in the studio's own tests. */
const isOfHandoff = (fault: string): boolean => /\.(pill|approve|top)\b/.test(fault);

const options = { before: AXE, reducedMotion: "reduce" } as const;

describe("both pages pass axe in every window size and theme:", () => {
  test("a picture, from the approval question to delivery", async () => {
    await origins.visit(async (page) => {
      await openPicture(page);
      await judge(page, "pill");
      await pill(page).click();
      await approveBar(page).waitFor();
      await judge(page, "asking");
      await approveBar(page).getByRole("button", { name: "Not now" }).click();
      const receiver = await handOver(page);
      await pill(page, "Delivered").waitFor();
      await judge(page, "delivered");
      await judge(receiver, "receiver, ended");
    }, options);
  });

  test("a camera: live, paused and stalled", async () => {
    await origins.visit(async (page) => {
      await openCamera(page);
      await pill(page).click();
      await judge(page, "asking for a stream", isOfHandoff);
      await approveBar(page).getByRole("button", { name: "Not now" }).click();
      const receiver = await handOver(page);
      await pill(page, "Live").waitFor();
      await judge(page, "live", isOfHandoff);
      await judge(receiver, "receiver, live");
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press(" ");
      await pill(page, "Paused").waitFor();
      await judge(page, "paused", isOfHandoff);
      await judge(receiver, "receiver, paused");
      await receiver.close();
      await pill(page, "Receiver window closed").waitFor();
      await judge(page, "failed", isOfHandoff);
    }, options);
  });

  test("failure cards", async () => {
    await origins.visit(async (page) => {
      await openPicture(page);
      for (const [opens, title] of [
        ["null", "The receiver window was blocked"],
        ["{ closed: true, postMessage() {} }", "The receiver cannot reply"],
      ] as const) {
        await page.evaluate(`window.open = () => (${opens})`);
        await pill(page).click();
        const allow = approveBar(page).getByRole("button", { name: "Allow" });
        if (await allow.isVisible()) await allow.click();
        await page.getByRole("alertdialog", { name: title }).waitFor();
        await judge(page, title);
        await page.keyboard.press("Escape");
      }
    }, options);
  });

  test("the receiver without an opener, and with an unreachable studio", async () => {
    await origins.visit(
      async (page) => {
        await page.getByRole("heading", { name: "No studio opened this page" }).waitFor();
        await judge(page, "alone");
        const query = `handoff=1&protocol=service.v2a.a2v.handoff.v1&mode=latest-frame&source=studio&traceId=${"a".repeat(32)}`;
        await page.goto(`${origins.receiver}/?${query}`);
        await page.getByRole("heading", { name: "The studio cannot be reached from here" }).waitFor();
        await judge(page, "cut off");
      },
      { ...options, url: origins.receiver },
    );
  });
});
