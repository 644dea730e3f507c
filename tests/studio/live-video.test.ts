import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { art, openAndSettle, openFile, settled, showView } from "./support/acts.ts";
import { clip, cutShort } from "./support/clips.ts";
import { studioForFile } from "./support/studio-for-file.ts";

const studio = studioForFile();

/** Few columns: the art does not matter here. */
const SMALL = { query: "?columns=48&autoOptimize=0" };

const position = (page: Page) => page.getByRole("slider", { name: "Position" });

/** The video's position, in seconds. */
const timeOf = async (page: Page): Promise<number> => Number(await position(page).getAttribute("aria-valuenow"));

/** The element's own position, exact to the frame. */
const exactTime = (page: Page): Promise<number> =>
  page.locator(".screen video").evaluate((video: HTMLVideoElement) => video.currentTime);

/** Resolves as soon as the clip is before where it was a moment ago, watched in the page: a slow poll could miss it. */
const goesBack = (page: Page, from = 0): Promise<void> =>
  page.locator(".screen video").evaluate(
    (video: HTMLVideoElement, start) =>
      new Promise<void>((resolve) => {
        let last = start;
        const look = () => {
          if (video.currentTime < last) return resolve();
          last = video.currentTime;
          requestAnimationFrame(look);
        };
        look();
      }),
    from,
  );

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Opens a clip and pauses it. */
const paused = async (page: Page, name: "clip.mp4" | "cut.mp4" = "clip.mp4"): Promise<void> => {
  await openAndSettle(page, clip(name));
  await button(page, "Pause").click();
  await button(page, "Play").waitFor();
};

/** The characters on display. */
const textOf = async (page: Page): Promise<string> => (await page.locator("pre.plain").textContent()) ?? "";

const cardOf = async (page: Page): Promise<readonly (string | null)[]> => {
  const card = page.getByRole("alertdialog");
  await card.waitFor();
  return Promise.all([".code", "h2", "p:not(.code)"].map((part) => card.locator(part).first().textContent()));
};

describe("a video file", () => {
  it("is recognized by its bytes and plays", async () => {
    const { consoleErrors } = await studio.visit(async (page) => {
      for (const name of ["clip.mp4", "clip.mov", "clip.webm", "clip.mkv"] as const) {
        // neither its name nor its type reveals the format
        const nameless = name.replace(".", " ");
        await openFile(page, { ...clip(name), name: nameless, mimeType: "" });
        await settled(page, nameless);
        expect(await button(page, "Video").getAttribute("aria-pressed"), name).toBe("true");
        const before = await timeOf(page);
        await expect.poll(() => timeOf(page), { message: name }).not.toBe(before);
      }
    }, SMALL);
    expect(consoleErrors).toEqual([]);
  });

  it("with an unsupported codec shows a card that names it", async () => {
    const files = { "mpeg4.mp4": "MPEG-4 Visual", "hevc.mp4": "HEVC", "clip.ogv": "Theora" } as const;
    await studio.visit(async (page) => {
      for (const [name, codec] of Object.entries(files)) {
        await openFile(page, clip(name as keyof typeof files));
        expect(await cardOf(page), name).toEqual([
          "video_codec_unsupported",
          "This browser cannot play that video",
          `It is ${codec}. H.264, VP9 and AV1 work.`,
        ]);
        await page.keyboard.press("Escape");
        await page.getByRole("alertdialog").waitFor({ state: "detached" });
      }
    });
  });

  it("that is damaged, or has only sound, shows a card that says so", async () => {
    await studio.visit(async (page) => {
      await openFile(page, cutShort("clip.mp4"));
      expect(await cardOf(page)).toEqual([
        "video_unreadable",
        "This file would not open",
        "clip.mp4 is damaged or ends too early, so it cannot be played. Export or download it again, then drop it here.",
      ]);
      await page.keyboard.press("Escape");
      await openFile(page, clip("sound.mp4"));
      await expect
        .poll(() => cardOf(page))
        .toEqual(["video_unreadable", "This file would not open", "sound.mp4 has sound but no picture."]);
    });
  });

  it("can be dropped and pasted", async () => {
    await studio.visit(async (page) => {
      await page.getByRole("button", { name: "Koi" }).waitFor();
      for (const how of ["drop", "paste"] as const) {
        await page.evaluate(
          ([kind, bytes]) => {
            const data = new DataTransfer();
            const content = Uint8Array.from(atob(bytes!), (letter) => letter.charCodeAt(0));
            data.items.add(new File([content], `${kind}.mp4`, { type: "video/mp4" }));
            const init = { bubbles: true, cancelable: true };
            document.body.dispatchEvent(
              kind === "drop"
                ? new DragEvent("drop", { dataTransfer: data, ...init })
                : new ClipboardEvent("paste", { clipboardData: data, ...init }),
            );
          },
          [how, clip("clip.mp4").buffer.toString("base64")],
        );
        await settled(page, `${how}.mp4`);
      }
    }, SMALL);
  });

  it("does not play with reduced motion, and shows its first frame", async () => {
    await studio.visit(
      async (page) => {
        await openAndSettle(page, clip("clip.mp4"));
        expect(await art(page).getAttribute("aria-label")).toBe("ASCII art of clip.mp4, 48 by 18 characters");
        await page.waitForTimeout(500);
        expect([await exactTime(page), await button(page, "Play").isVisible()]).toEqual([0, true]);
      },
      { ...SMALL, reducedMotion: "reduce" },
    );
  });

  it("is shown on the source side", async () => {
    await studio.visit(async (page) => {
      await openAndSettle(page, clip("clip.mp4"));
      await showView(page, "Source");
      const source = page.getByRole("img", { name: "Source of the art, clip.mp4" });
      await source.waitFor();
      const first = await source.screenshot();
      await expect.poll(async () => first.equals(await source.screenshot())).toBe(false);
    }, SMALL);
  });
});

describe("the playback controls", () => {
  it("play and pause with the button and with Space; a held key counts once", async () => {
    await studio.visit(async (page) => {
      await paused(page);
      const still = await exactTime(page);
      await page.waitForTimeout(300);
      expect(await exactTime(page)).toBe(still);
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press("Space");
      await button(page, "Pause").waitFor();
      await page.keyboard.down("Space");
      await page.keyboard.down("Space");
      await page.keyboard.up("Space");
      await button(page, "Play").waitFor();
    }, SMALL);
  });

  it("step by frames, back and forth, and each is rendered", async () => {
    await studio.visit(async (page) => {
      await paused(page);
      await page.keyboard.press("4");
      const frame = async () => Math.floor((await exactTime(page)) * 25 + 0.01);
      // a slow machine may have paused near the end, where steps start over
      while ((await frame()) > 60) {
        const late = await exactTime(page);
        await page.keyboard.press("ArrowLeft");
        await expect.poll(() => exactTime(page)).not.toBe(late);
      }
      // when paused, the element may be a frame ahead of the display; after a step it is not
      const before = await exactTime(page);
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => exactTime(page)).not.toBe(before);
      const first = await frame();
      const seen = new Set([await textOf(page)]);
      for (let step = 1; step <= 12; step++) {
        await page.keyboard.press("ArrowRight");
        await expect.poll(frame).toBe(first + step);
      }
      await expect.poll(async () => seen.add(await textOf(page)).size).toBeGreaterThan(1);
      for (let step = 11; step >= 9; step--) {
        await page.keyboard.press("ArrowLeft");
        await expect.poll(frame).toBe(first + step);
      }
    }, SMALL);
  });

  it("scrub with the pointer and with keys, and announce the position", async () => {
    await studio.visit(async (page) => {
      await paused(page);
      const { x, y, width, height } = (await position(page).boundingBox())!;
      await page.mouse.click(x + width / 2, y + height / 2);
      // the frame on display starts at 1.48
      await expect.poll(() => timeOf(page)).toBe(1.4);
      expect(await position(page).getAttribute("aria-valuetext")).toBe("1.4 of 3 seconds");
      expect(await page.locator(".time").textContent()).toBe("00:01.4 / 00:03.0");
      await page.mouse.move(x + width / 2, y + 5);
      await page.mouse.down();
      for (const share of [0.6, 0.7, 0.8, 0.22]) await page.mouse.move(x + width * share, y + 5);
      await page.mouse.up();
      await expect.poll(() => timeOf(page)).toBe(0.6);
      await position(page).focus();
      await page.keyboard.press("Shift+ArrowRight");
      await expect.poll(() => timeOf(page)).toBe(1.6);
      await page.keyboard.press("Home");
      await expect.poll(() => timeOf(page)).toBe(0);
      expect(await button(page, "Play").isVisible()).toBe(true);
    }, SMALL);
  });

  it("keep playing after a scrub", async () => {
    await studio.visit(async (page) => {
      await openAndSettle(page, clip("clip.mp4"));
      const { x, width, y } = (await position(page).boundingBox())!;
      await page.mouse.click(x + width / 2, y + 5);
      await button(page, "Pause").waitFor();
      const now = await exactTime(page);
      await expect.poll(() => exactTime(page)).not.toBe(now);
    }, SMALL);
  });

  it("loop until turned off, at the chosen speed", async () => {
    await studio.visit(async (page) => {
      await openAndSettle(page, clip("clip.mp4"));
      await page.getByRole("combobox", { name: "Speed" }).selectOption("2");
      await goesBack(page);
      await button(page, "Loop").click();
      await button(page, "Play").waitFor();
      expect(await exactTime(page)).toBeCloseTo(3, 1);
      // from the end it starts over
      const startsOver = goesBack(page, 2.9);
      await button(page, "Play").click();
      await startsOver;
    }, SMALL);
  });

  it("plot the video's brightness while it plays, with the cut in the middle", async () => {
    await studio.visit(async (page) => {
      await openAndSettle(page, clip("cut.mp4"));
      const cuts = page.locator(".scrub .cuts");
      await expect.poll(() => cuts.getAttribute("d"), { timeout: 60_000 }).toMatch(/^M(49|5\d)[\d.]* 0V36$/);
      const hill = (await page.locator(".scrub .light").first().getAttribute("d")) ?? "";
      // black near the bottom, white near the top
      const heights = [...hill.matchAll(/L[\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
      expect([Math.max(...heights) > 33, Math.min(...heights) < 4]).toEqual([true, true]);
    }, SMALL);
  });

  it("have the looks in a popover, and apply the chosen one", async () => {
    await studio.visit(async (page) => {
      await openAndSettle(page, clip("clip.mp4"));
      await button(page, "Looks").click();
      const phosphor = page.getByRole("dialog", { name: "Looks" }).getByRole("radio", { name: "Phosphor" });
      // until it is drawn, a canvas is 300 pixels wide
      const isDrawn = () => phosphor.locator("canvas").evaluate(({ width }: HTMLCanvasElement) => width !== 300);
      await expect.poll(isDrawn).toBe(true);
      await phosphor.click();
      await expect.poll(() => page.url()).toContain("monoColor=%237dff9a");
      await page.keyboard.press("Escape");
      await phosphor.waitFor({ state: "detached" });
    }, SMALL);
  });

  it("apply parameters to a paused frame at once", async () => {
    await studio.visit(async (page) => {
      await paused(page);
      await page.keyboard.press("4");
      const before = await textOf(page);
      await page.keyboard.press("i");
      await expect.poll(() => textOf(page)).not.toBe(before);
    }, SMALL);
  });
});

describe("leaving a video", () => {
  it("by undo restores the previous picture, and redo the video", async () => {
    await studio.visit(async (page) => {
      await openAndSettle(page, "koi.png");
      await openAndSettle(page, clip("clip.mp4"));
      expect(page.workers().length).toBe(1);
      await page.keyboard.press("Control+z");
      await settled(page, "koi.png");
      expect(await page.locator("video").count()).toBe(0);
      expect(await page.getByRole("radiogroup", { name: "Looks" }).isVisible()).toBe(true);
      await page.keyboard.press("Control+Shift+z");
      await settled(page, "clip.mp4");
      await button(page, "Pause").waitFor();
      expect(page.workers().length).toBe(1);
    }, SMALL);
  });

  it("leaves no frame open", async () => {
    const { consoleErrors } = await studio.visit(async (page) => {
      for (const picture of [clip("clip.mp4"), "koi.png", clip("cut.mp4"), "portrait.png"]) {
        await openAndSettle(page, picture);
        await page.waitForTimeout(500);
      }
      const session = await page.context().newCDPSession(page);
      // Chromium warns when an unclosed frame is garbage collected
      for (let time = 0; time < 3; time++) await session.send("HeapProfiler.collectGarbage");
      await page.waitForTimeout(300);
    }, SMALL);
    expect(consoleErrors).toEqual([]);
  });
});
