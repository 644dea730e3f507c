import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openAndSettle, settled, showView } from "./support/acts.ts";
import { allowCamera, startCamera } from "./support/cameras.ts";
import { studioForFile } from "./support/studio-for-file.ts";

const studio = studioForFile({ hasCameras: true });

/** Records every track that the page gets. */
const WATCH_TRACKS = `
  globalThis.tracks = [];
  const { getUserMedia } = navigator.mediaDevices;
  navigator.mediaDevices.getUserMedia = async function (wish) {
    const stream = await getUserMedia.call(this, wish);
    globalThis.tracks.push(...stream.getTracks());
    return stream;
  };
`;

/** Records the timestamps of frames that the page sends to its Worker. */
const WATCH_FRAMES = `
  globalThis.timestamps = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (given, transfer) {
    if (given.message?.type === "push") globalThis.timestamps.push(given.message.frame.timestamp);
    return postMessage.call(this, given, transfer);
  };
`;

const SMALL = { query: "?columns=60&autoOptimize=0", before: [WATCH_TRACKS] };

/** The states of the page's tracks. */
const tracks = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (Reflect.get(globalThis, "tracks") as MediaStreamTrack[]).map(({ readyState }) => readyState));

/** Timestamps of the frames sent so far, in microseconds. */
const timestamps = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => Reflect.get(globalThis, "timestamps") as number[]);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const textOf = async (page: Page): Promise<string> => (await page.locator("pre.plain").textContent()) ?? "";

/** Makes Chromium log an error if a frame was left open. */
const collectGarbage = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  for (let time = 0; time < 3; time++) await session.send("HeapProfiler.collectGarbage");
  await page.waitForTimeout(300);
};

/** Polling timeout. */
const PATIENTLY = { timeout: 30_000 };

/** Whether a text stays the same for this long. */
const isStill = async (page: Page, milliseconds = 700): Promise<boolean> => {
  const before = await textOf(page);
  await page.waitForTimeout(milliseconds);
  return before === (await textOf(page));
};

describe("a camera", () => {
  it("starts with C, is live, and shows its name", async () => {
    const { consoleErrors } = await studio.visit(async (page) => {
      await startCamera(page);
      await settled(page, "fake_device_0");
      expect(await button(page, "Camera").getAttribute("aria-pressed")).toBe("true");
      expect(await page.locator(".file").textContent()).toBe("fake_device_0640 × 480");
      expect(await page.locator(".transport").textContent()).toContain("640 × 480 at 30");
      await expect.poll(() => page.locator(".hud").textContent()).toMatch(/LIVE\d+ fps60 × 23[\d,]+ dropped/);
      expect(await tracks(page)).toEqual(["live"]);
    }, SMALL);
    expect(consoleErrors).toEqual([]);
  });

  it("starts from the empty page's button", async () => {
    await studio.visit(async (page) => {
      await allowCamera(page);
      await page.getByRole("main").getByRole("button", { name: "Camera" }).click();
      await page.getByText("LIVE", { exact: true }).waitFor();
    }, SMALL);
  });

  it("freezes and resumes with Space, and parameters act on the frozen frame", async () => {
    await studio.visit(async (page) => {
      await startCamera(page);
      await page.keyboard.press("4");
      await page.locator("pre.plain").waitFor();
      await expect.poll(() => isStill(page), PATIENTLY).toBe(false);
      await page.keyboard.press("Space");
      await page.getByText("Frozen").waitFor();
      await expect.poll(() => isStill(page), PATIENTLY).toBe(true);
      const frozen = await textOf(page);
      await page.keyboard.press("i");
      await expect.poll(() => textOf(page)).not.toBe(frozen);
      await page.keyboard.press("Space");
      await page.getByText("LIVE", { exact: true }).waitFor();
      await expect.poll(() => isStill(page), PATIENTLY).toBe(false);
    }, SMALL);
  });

  it("has times that start at 0, and sends and drops nothing while frozen", async () => {
    const watched = { ...SMALL, before: [...SMALL.before, WATCH_FRAMES] };
    await studio.visit(async (page) => {
      await startCamera(page);
      const dropped = () => page.locator(".hud .dropped").textContent();
      const [first, ...others] = await timestamps(page);
      expect(first).toBe(0);
      expect(others).toEqual(others.toSorted((one, other) => one - other));
      await page.keyboard.press("Space");
      await page.getByText("Frozen").waitFor();
      // the last statistics from before
      await page.waitForTimeout(500);
      const frozen = [(await timestamps(page)).length, await dropped()];
      await page.waitForTimeout(1000);
      expect([(await timestamps(page)).length, await dropped()]).toEqual(frozen);
      await page.keyboard.press("Space");
      await expect.poll(async () => (await timestamps(page)).length).toBeGreaterThan(Number(frozen[0]));
      expect((await timestamps(page)).at(-1)).toBeGreaterThan(1_500_000);
    }, watched);
  });

  it("is mirrored until turned off: the art and the source", async () => {
    await studio.visit(async (page) => {
      await startCamera(page);
      const mirrored = button(page, "Mirrored");
      expect(await mirrored.getAttribute("aria-pressed")).toBe("true");
      const flipped = () =>
        page
          .locator(".screen video")
          .evaluate((video) => getComputedStyle(video).transform === "matrix(-1, 0, 0, 1, 0, 0)");
      await showView(page, "Source");
      expect(await flipped()).toBe(true);
      await button(page, "Freeze").click();
      await page.keyboard.press("4");
      // long enough that no late frame is still in transit to the page
      await expect.poll(() => isStill(page, 2000)).toBe(true);
      const ink = async () =>
        (await textOf(page)).split("\n").map((line) => [...line].map((glyph) => (glyph === " " ? " " : "#")).join(""));
      const before = await ink();
      await mirrored.click();
      const backward = before.map((line) => [...line].reverse().join(""));
      // the smoothed frame is rendered again from swapped pixels: all but some edges match
      await expect.poll(async () => likeness(await ink(), backward)).toBeGreaterThan(0.97);
      await showView(page, "Source");
      expect([await mirrored.getAttribute("aria-pressed"), await flipped()]).toEqual(["false", false]);
    }, SMALL);
  });

  it("can be switched, and the previous one is released", async () => {
    await studio.visit(async (page) => {
      await startCamera(page);
      const choice = page.getByRole("combobox", { name: "Camera" });
      await expect
        .poll(() => choice.locator("option").allTextContents(), PATIENTLY)
        .toEqual(["fake_device_0", "fake_device_1"]);
      await choice.selectOption({ label: "fake_device_1" });
      await settled(page, "fake_device_1");
      await expect.poll(() => tracks(page), PATIENTLY).toEqual(["ended", "live"]);
    }, SMALL);
  });

  it("is shown on the source side", async () => {
    await studio.visit(async (page) => {
      await startCamera(page);
      await showView(page, "Source");
      const source = page.getByRole("img", { name: "Source of the art, fake_device_0" });
      const first = await source.screenshot();
      await expect.poll(async () => first.equals(await source.screenshot())).toBe(false);
    }, SMALL);
  });

  it("can be recorded, which opens the export of the recording", async () => {
    await studio.visit(async (page) => {
      await startCamera(page);
      await button(page, "Record").click();
      const stop = page.getByRole("button", { name: /^Stop recording/ });
      await expect.poll(() => stop.textContent(), PATIENTLY).toMatch(/0:0[1-9]|0:[1-5]/);
      // a video has one grid
      await page.keyboard.press("]");
      await stop.click();
      const dialog = page.getByRole("dialog", { name: "Export" });
      const length = dialog.getByText(/^\d+(?:\.\d)? s, \d+ frames$/);
      const whole = Number.parseFloat((await length.textContent())!);
      expect(whole).toBeGreaterThanOrEqual(1);
      await dialog.getByRole("slider", { name: "Start" }).fill("0.5");
      await dialog.getByRole("slider", { name: "End" }).fill("0.8");
      await expect.poll(() => length.textContent()).toMatch(/^0\.[23] s/);
      await dialog.getByRole("slider", { name: "End" }).fill("99");
      await expect.poll(async () => Number.parseFloat((await length.textContent())!)).toBeCloseTo(whole - 0.5, 0);
    }, SMALL);
  });
});

describe("a camera is released", () => {
  it.each([
    ["another file is opened", (page: Page) => openAndSettle(page, "koi.png")],
    ["it is undone", (page: Page) => page.keyboard.press("Control+z")],
  ])("when %s", async (_, leave) => {
    const { consoleErrors } = await studio.visit(async (page) => {
      await openAndSettle(page, "portrait.png");
      await startCamera(page);
      await page.waitForTimeout(500);
      await leave(page);
      await expect.poll(() => tracks(page), PATIENTLY).toEqual(["ended"]);
      await settled(page);
      expect([await page.locator("video").count(), page.workers().length]).toEqual([0, 1]);
      await collectGarbage(page);
    }, SMALL);
    expect(consoleErrors).toEqual([]);
  });

  it("when the page is closed", async () => {
    await studio.visit(async (page) => {
      await startCamera(page);
      await page.evaluate(() => {
        addEventListener("pagehide", () => {
          const all = Reflect.get(globalThis, "tracks") as MediaStreamTrack[];
          localStorage.setItem("tracks", all.map(({ readyState }) => readyState).join());
        });
      });
      await page.goto(`${studio.url}/docs`);
      expect(await page.evaluate(() => localStorage.getItem("tracks"))).toBe("ended");
    }, SMALL);
  });

  it("when another source opens before it starts", async () => {
    await studio.visit(async (page) => {
      await allowCamera(page);
      await page.evaluate(() => {
        const { mediaDevices } = navigator;
        const { getUserMedia } = mediaDevices;
        mediaDevices.getUserMedia = async (constraints) => {
          await new Promise((resolve) => setTimeout(resolve, 1500));
          return getUserMedia.call(mediaDevices, constraints);
        };
      });
      await page.keyboard.press("c");
      await openAndSettle(page, "koi.png");
      await expect.poll(() => tracks(page), PATIENTLY).toEqual(["ended"]);
      expect(await page.locator(".file b").textContent()).toBe("koi.png");
    }, SMALL);
  });

  it("by Stop, which keeps the picture; only Camera starts it again, and no frame stays open", async () => {
    const { consoleErrors } = await studio.visit(async (page) => {
      await startCamera(page);
      for (let time = 0; time < 6; time++) {
        await page.getByRole("button", { name: "Stop", exact: true }).click();
        await settled(page, "camera.png");
        for (const keys of ["Control+z", "Control+Shift+z"]) await page.keyboard.press(keys);
        await expect.poll(() => tracks(page), PATIENTLY).toEqual(Array(time + 1).fill("ended"));
        await page.keyboard.press("c");
        await page.getByText("LIVE", { exact: true }).waitFor();
      }
      expect(await tracks(page)).toEqual([...Array(6).fill("ended"), "live"]);
      await collectGarbage(page);
    }, SMALL);
    expect(consoleErrors).toEqual([]);
  });
});

/** Share of equal characters of two texts. */
const likeness = (one: readonly string[], other: readonly string[]): number => {
  const [a, b] = [one.join(""), other.join("")];
  return [...a].filter((glyph, at) => glyph === b[at]).length / Math.max(a.length, b.length);
};
