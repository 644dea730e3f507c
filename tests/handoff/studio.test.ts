import { HANDOFF_PROTOCOL } from "@lumiglyph/handoff";
import { describe, expect, test } from "vitest";
import { showView } from "../studio/support/acts.ts";
import { builtStudio } from "../studio/support/built-studio.ts";
import { startStaticHost } from "../studio/support/static-host.ts";
import { approveBar, figure, handOver, openPicture, pill } from "./support/acts.ts";
import { twoOriginsForFile } from "./support/two-origins-for-file.ts";

const origins = twoOriginsForFile();

describe("a picture in the studio", () => {
  test("is handed over once the user allows it, and shown cell by cell (spec 4.3, 6.2)", async () => {
    const { consoleErrors } = await origins.visit(
      async (page) => {
        await openPicture(page);
        const receiver = await handOver(page);
        await receiver.locator("#art").waitFor();
        await pill(page, "Delivered").waitFor();
        await receiver.getByText("One frame received").waitFor();
        await receiver.waitForTimeout(400);
        expect([await figure(receiver, "frames"), await figure(receiver, "lost")]).toEqual(["1", "0"]);
        await showView(page, "Text");
        const text = await page.getByRole("document", { name: /^The picture as text/ }).textContent();
        const { lines, colors } = await receiver.evaluate(() => (globalThis as unknown as Heard).frames[0]!);
        expect(lines.join("\n")).toBe(text?.replace(/\n$/, ""));
        expect(colors).toBeGreaterThan(100);
        expect(new URL(receiver.url()).origin).toBe(origins.receiver);
        expect([...new URL(receiver.url()).searchParams]).toEqual([
          ["handoff", "1"],
          ["protocol", HANDOFF_PROTOCOL],
          ["mode", "latest-frame"],
          ["source", "studio"],
          ["traceId", expect.stringMatching(/^(?!0{32})[0-9a-f]{32}$/)],
        ]);
      },
      { before: LISTEN, url: `${origins.studio}/?color=true&columns=80` },
    );
    expect(consoleErrors).toEqual([]);
  });

  test("is not sent before: the bar names the origin, takes no focus, and only its buttons allow it", async () => {
    await origins.visit(async (page, { context }) => {
      await openPicture(page);
      await page.keyboard.press("h");
      const bar = approveBar(page);
      await bar.getByText(`Send this frame to ${origins.receiver}?`).waitFor();
      expect(await bar.locator("p").textContent()).toMatch(/^koi\.png, \d+ × \d+ in color, one frame, \d+ kB\.$/);
      expect(await bar.evaluate((element) => element.contains(document.activeElement))).toBe(false);
      for (const key of ["Enter", " "]) await page.keyboard.press(key);
      await bar.waitFor();
      await page.keyboard.press("h");
      await bar.waitFor({ state: "detached" });
      expect(context.pages()).toHaveLength(1);
      await pill(page, "to http").waitFor();
    });
  });

  test("is not sent by a scripted click", async () => {
    await origins.visit(async (page, { context }) => {
      await openPicture(page);
      await pill(page).click();
      await approveBar(page).waitFor();
      await page.evaluate(() => document.querySelector<HTMLButtonElement>(".approve .go")?.click());
      await page.waitForTimeout(200);
      expect(context.pages()).toHaveLength(1);
      await approveBar(page).waitFor();
    });
  });

  test("is not sent after Not now or Escape, and the focus returns to the pill", async () => {
    await origins.visit(async (page) => {
      await openPicture(page);
      for (const key of ["Enter", "Escape", "h"]) {
        await pill(page).click();
        await approveBar(page).getByRole("button", { name: "Not now" }).focus();
        await page.keyboard.press(key);
        await approveBar(page).waitFor({ state: "detached" });
        expect(await page.evaluate(() => document.activeElement?.className)).toBe("pill");
      }
    });
  });

  test("is announced once to screen readers", async () => {
    await origins.visit(async (page) => {
      await openPicture(page);
      await page.waitForTimeout(2100);
      await page.keyboard.press("h");
      const said = page.locator(".sr[role=status]");
      await said.getByText("Send this frame to").waitFor();
      const words = await said.textContent();
      await page.waitForTimeout(2500);
      expect(await said.textContent()).toBe(words);
    });
  });
});

test("without a configured receiver there is no pill, and its key does nothing", async () => {
  const host = await startStaticHost(await builtStudio(), "/");
  await origins.visit(
    async (page) => {
      await page.getByRole("button", { name: "Koi" }).click();
      await page.locator(".badge").waitFor();
      await page.waitForTimeout(1500);
      await page.keyboard.press("h");
      expect(await page.locator(".pill, .approve").count()).toBe(0);
    },
    { url: `${host.url}?handoff-target=${origins.receiver}&studio=${origins.studio}` },
  );
  host.stop();
});

type Heard = { readonly frames: { readonly lines: string[]; readonly colors: number }[] };

/** Records the frames sent to a receiver. */
const LISTEN = `if (opener !== null) {
  globalThis.frames = [];
  addEventListener("message", ({ data: { type, cols, rows, codebook, cells, rgb } }) => {
    if (type !== "frame") return;
    const [glyphs, bytes] = [[...codebook], new Uint8Array(cells)];
    const lines = Array.from({ length: rows }, (_, row) =>
      Array.from(bytes.subarray(row * cols, (row + 1) * cols), (glyph) => glyphs[glyph]).join(""));
    frames.push({ lines, colors: new Set(Array.from({ length: cols * rows }, (_, at) =>
      new Uint8Array(rgb).slice(3 * at, 3 * at + 3).join())).size });
  });
}`;
