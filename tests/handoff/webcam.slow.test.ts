import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { showView } from "../studio/support/acts.ts";
import { approveBar, handOver, openCamera, pill } from "./support/acts.ts";
import { twoOriginsForFile } from "./support/two-origins-for-file.ts";

const origins = twoOriginsForFile({
  launch: { args: ["--use-fake-device-for-media-stream=fps=30", "--use-fake-ui-for-media-stream"] },
});

/** A page's record of the frames that passed through it, by their times. */
type Noted = { readonly frames: { readonly [time: string]: string }; readonly faults: readonly string[] };

const noted = (page: Page): Promise<Noted> => page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted);

/** Presses a key with no control focused. */
const pressOnPage = async (page: Page, key: string): Promise<void> => {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press(key);
};

/** The last frame that the receiver got, as text, and what the studio shows. */
const received = (receiver: Page): Promise<string> =>
  receiver.evaluate(() => (globalThis as unknown as { lastText: string }).lastText);
const textOf = async (page: Page): Promise<string | undefined> =>
  (await page.getByRole("document", { name: /^The picture as text/ }).textContent())?.replace(/\n$/, "");

const LAUNCH = "?color=true&columns=80";

describe("a camera", () => {
  test("is shown identically by the receiver and the studio, cell by cell, for a hundred frames (spec 1.7)", async () => {
    const { consoleErrors } = await origins.visit(
      async (page) => {
        await openCamera(page);
        const receiver = await handOver(page);
        await pill(page, "Live").waitFor();
        await receiver.waitForFunction(
          () => Object.keys((globalThis as unknown as { noted: Noted }).noted.frames).length >= 100,
          undefined,
          { timeout: 50_000 },
        );
        const [theirs, ours] = [await noted(receiver), await noted(page)];
        const times = Object.keys(theirs.frames).slice(0, 100);
        expect(times.map((time) => theirs.frames[time])).toEqual(times.map((time) => ours.frames[time]));
        // all frames of a moving camera differ, or the comparison proves nothing
        expect(new Set(Object.values(theirs.frames)).size).toBeGreaterThan(50);
        expect(theirs.faults).toEqual([]);
      },
      { before: NOTE, url: `${origins.studio}/${LAUNCH}` },
    );
    expect(consoleErrors).toEqual([]);
  });

  test("that is frozen stays so on both sides, and follows parameter changes", async () => {
    await origins.visit(
      async (page) => {
        await openCamera(page);
        const receiver = await handOver(page);
        await pill(page, "Live").waitFor();
        await pressOnPage(page, " ");
        await pill(page, "Paused").waitFor();
        await receiver.getByRole("status").getByText("Paused").waitFor();
        await showView(page, "Text");
        for (const key of ["]", "[", "e"]) {
          const before = await received(receiver);
          await page.keyboard.press(key);
          await expect.poll(() => received(receiver)).not.toBe(before);
          // both may follow the Auto Director for a moment
          await expect.poll(async () => (await received(receiver)) === (await textOf(page))).toBe(true);
        }
        await pressOnPage(page, " ");
        await receiver.getByRole("status").getByText("Live").waitFor();
      },
      { before: NOTE, url: `${origins.studio}/${LAUNCH}` },
    );
  });

  test("is no longer sent when the user stops it or opens another source", async () => {
    await origins.visit(async (page) => {
      await openCamera(page);
      const receiver = await handOver(page);
      await pill(page, "Live").waitFor();
      await page.keyboard.press("h");
      await pill(page, "Ended").waitFor();
      await receiver.getByRole("status").getByText("Ended").waitFor();
      await pill(page).click();
      await approveBar(page).getByRole("button", { name: "Allow" }).click();
      await pill(page, "Live").waitFor();
      // the same window, at a new address
      await receiver.getByRole("status").getByText("Live").waitFor();
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("o")]);
      await chooser.setFiles("fixtures/koi.png");
      await pill(page, "Ended").waitFor();
      await receiver.getByRole("status").getByText("Ended").waitFor();
    });
  });

  test("continues when the receiver reloads, and fails when its window closes", async () => {
    await origins.visit(async (page) => {
      await openCamera(page);
      const receiver = await handOver(page);
      await pill(page, "Live").waitFor();
      await receiver.reload();
      await receiver.locator("#art").waitFor();
      await pill(page, "Live").waitFor();
      await receiver.close();
      await pill(page, "Receiver window closed").waitFor();
      await Promise.all([page.waitForEvent("popup"), page.getByRole("button", { name: "Try again" }).click()]);
      await pill(page, "Live").waitFor();
    });
  });
});

/**
 * Records the Worker's frames in the studio, and the frames received and painted in the receiver. All
 * cells with the same glyph and color look alike, and no two glyphs do.
 */
const NOTE = `
globalThis.noted = { frames: {}, faults: [] };
const spell = (columns, codebook, cells, rgb) => {
  const glyphs = [...codebook];
  const bytes = new Uint8Array(cells);
  globalThis.lastText = Array.from({ length: bytes.length / columns }, (_, row) =>
    Array.from(bytes.subarray(row * columns, (row + 1) * columns), (glyph) => glyphs[glyph]).join("")).join("\\n");
  return lastText + Array.from(new Uint8Array(rgb ?? 0), (byte) => byte.toString(16)).join();
};
if (opener === null) {
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        const frame = data.message?.type === "cells" ? data.message.frame : null;
        if (frame) noted.frames[frame.time] = spell(frame.size.columns, frame.codebook, frame.cells, frame.inks);
      });
    }
  };
} else {
  addEventListener("message", ({ data }) => {
    if (data.type !== "frame") return;
    const words = spell(data.cols, data.codebook, data.cells, data.rgb);
    if (data.mediaTime !== undefined) noted.frames[data.mediaTime] = words;
    painting = data.seq % 20 === 10 ? data : null;
  });
  // in the same event: the next frame may already have arrived
  let painting = null;
  const { putImageData } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.putImageData = function (...given) {
    putImageData.apply(this, given);
    if (painting !== null) look(painting);
  };
  const look = ({ cols, rows, cells, codebook, rgb }) => {
    const canvas = document.querySelector("#art");
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const cell = canvas.width / cols;
    const kinds = new Map();
    const [glyphs, bytes, colors] = [[...codebook], new Uint8Array(cells), new Uint8Array(rgb)];
    for (let at = 0; at < cols * rows; at++) {
      const color = colors.slice(3 * at, 3 * at + 3).join();
      const tile = context.getImageData((at % cols) * cell, Math.floor(at / cols) * 2 * cell, cell, 2 * cell).data.join();
      const name = glyphs[bytes[at]] + " in " + color;
      if (kinds.has(name) && kinds.get(name) !== tile) noted.faults.push(name + " is painted in two ways");
      kinds.set(name, tile);
      if (glyphs[bytes[at]] !== " " && /^(0,0,0,255,?)+$/.test(tile) && color !== "0,0,0") noted.faults.push(name + " is not seen");
    }
  };
}`;
