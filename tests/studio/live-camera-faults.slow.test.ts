import { kill } from "node:process";
import type { Browser, Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { settled } from "./support/acts.ts";
import { allowCamera, NO_CAMERA, startCamera, TWO_CAMERAS } from "./support/cameras.ts";
import { startStaticHost } from "./support/static-host.ts";
import { studioForFile } from "./support/studio-for-file.ts";
import { openStudio, type StudioPage } from "./support/studio-page.ts";

const studio = studioForFile({ hasCameras: true });

const card = (page: Page) => page.getByRole("alertdialog");

/** A card's code, title, and buttons except Close. */
const cardOf = async (page: Page): Promise<readonly (string | null)[]> => {
  await card(page).waitFor();
  return [
    await card(page).locator(".code").textContent(),
    await card(page).locator("h2").textContent(),
    ...(await card(page).locator(".acts button").allTextContents()),
  ];
};

let browser: Browser | null = null;
afterEach(async () => {
  await browser?.close();
  browser = null;
});

/** The studio in its own browser. */
const visitIn = async (args: readonly string[], url = `${studio.url}/`): Promise<StudioPage> => {
  browser = await launchChromium({ args: [...args] });
  return openStudio(browser, `${url}?columns=60&autoOptimize=0`);
};

describe("a camera that the page may not use", () => {
  it("shows the steps to allow it, and starts by itself once allowed", async () => {
    const { consoleErrors } = await studio.visit(async (page) => {
      await allowCamera(page, false);
      await page.keyboard.press("c");
      expect(await cardOf(page)).toEqual([
        "permission_denied",
        "The camera is blocked for this page",
        "Try again",
        "Use a video file instead",
      ]);
      expect(await card(page).getByRole("listitem").allTextContents()).toEqual([
        "Click the icon to the left of the address.",
        "Set Camera to Allow.",
        "Come back here. The picture starts by itself.",
      ]);
      await allowCamera(page);
      await page.getByText("LIVE", { exact: true }).waitFor();
      expect(await card(page).count()).toBe(0);
    });
    expect(consoleErrors).toEqual([]);
  });

  it("does not start once its card is closed, even if allowed later", async () => {
    await studio.visit(async (page) => {
      await allowCamera(page, false);
      await page.keyboard.press("c");
      await card(page).waitFor();
      await page.keyboard.press("Escape");
      await allowCamera(page);
      await page.waitForTimeout(500);
      expect(await page.getByText("LIVE", { exact: true }).count()).toBe(0);
    });
  });

  it("can be replaced by a video", async () => {
    await studio.visit(async (page) => {
      await allowCamera(page, false);
      await page.keyboard.press("c");
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        card(page).getByRole("button", { name: "Use a video file instead" }).click(),
      ]);
      expect(await chooser.element().getAttribute("accept")).toBe("video/*,.mkv");
    });
  });
});

it("a machine without a camera is reported", async () => {
  const { page } = await visitIn(NO_CAMERA);
  await allowCamera(page);
  await page.keyboard.press("c");
  expect(await cardOf(page)).toEqual(["camera_not_found", "No camera found", "Try again", "Use a video file instead"]);
});

// no flag makes Chromium's fake cameras busy, so the browser's error is faked
it("a camera in use by another program is reported, and can be retried", async () => {
  await studio.visit(async (page) => {
    await allowCamera(page);
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const { getUserMedia } = mediaDevices;
      mediaDevices.getUserMedia = () => {
        mediaDevices.getUserMedia = getUserMedia;
        return Promise.reject(new DOMException("Could not start video source", "NotReadableError"));
      };
    });
    await page.keyboard.press("c");
    expect(await cardOf(page)).toEqual([
      "camera_busy",
      "Another program is using the camera",
      "Try again",
      "Use a video file instead",
    ]);
    await card(page).getByRole("button", { name: "Try again" }).click();
    await page.getByText("LIVE", { exact: true }).waitFor();
  });
});

it("a camera that delivers no frame is reported as busy, and released", async () => {
  await studio.visit(async (page) => {
    await allowCamera(page);
    await page.evaluate(() => {
      // a canvas that is never painted: its stream runs without frames
      const silent = document.createElement("canvas").captureStream(0);
      navigator.mediaDevices.getUserMedia = async () => silent;
      Object.assign(globalThis, { silent });
    });
    await page.keyboard.press("c");
    await card(page).waitFor({ timeout: 20_000 });
    expect((await cardOf(page))[0]).toBe("camera_busy");
    const state = () => (globalThis as unknown as { silent: MediaStream }).silent.getTracks()[0]!.readyState;
    expect(await page.evaluate(state)).toBe("ended");
  });
});

it("an unplugged camera leaves its last frame, and can be retried", async () => {
  const { page } = await visitIn(TWO_CAMERAS);
  await startCamera(page);
  await settled(page);
  await endCaptureProcess(browser!);
  expect(await cardOf(page)).toEqual([
    "camera_unplugged",
    "The camera was unplugged",
    "Try again",
    "Use a video file instead",
  ]);
  expect(await page.locator("canvas[aria-label^='ASCII art of fake_device_0']").count()).toBe(1);
  await card(page).getByRole("button", { name: "Try again" }).click();
  await page.getByText("LIVE", { exact: true }).waitFor();
});

it("an insecure origin is reported as the reason for no camera", async () => {
  const host = await startStaticHost(studio.folder, "/");
  const { page } = await visitIn(
    ["--host-resolver-rules=MAP studio.example 127.0.0.1", ...TWO_CAMERAS],
    host.url.replace("127.0.0.1", "studio.example"),
  );
  await page.keyboard.press("c");
  expect(await cardOf(page)).toEqual(["insecure_page", "This page cannot use a camera", "Use a video file instead"]);
  host.stop();
});

/** Kills Chromium's camera process, which looks like an unplugged camera to the page. */
const endCaptureProcess = async (running: Browser): Promise<void> => {
  const session = await running.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  for (const { type, id } of processInfo) if (/video.?capture/i.test(type)) kill(id, "SIGKILL");
};
