import { kill } from "node:process";
import type { Browser, Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { settled } from "./support/acts.ts";
import { allowCamera, NO_CAMERA, startCamera, TWO_CAMERAS } from "./support/cameras.ts";
import { startStaticHost } from "./support/static-host.ts";
import { studioForFile } from "./support/studio-for-file.ts";
import { openStudio, type StudioPage } from "./support/studio-page.ts";

const studio = studioForFile();

const card = (page: Page) => page.getByRole("alertdialog");

/** What a card says: its code, its title, and its buttons without the one that closes it. */
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

/** The studio in a browser of its own. */
const visitIn = async (args: readonly string[], url = `${studio.url}/`): Promise<StudioPage> => {
  browser = await launchChromium({ args: [...args] });
  return openStudio(browser, `${url}?columns=60&autoOptimize=0`);
};

describe("a camera that the page may not use", () => {
  it("is explained with the steps that change it, and starts by itself once it is allowed", async () => {
    const { complaints } = await studio.visit(async (page) => {
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
    expect(complaints).toEqual([]);
  });

  it("stays away once its card is closed, whatever is allowed then", async () => {
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

  it("can be a video instead", async () => {
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

it("a machine without a camera says so", async () => {
  const { page } = await visitIn(NO_CAMERA);
  await allowCamera(page);
  await page.keyboard.press("c");
  expect(await cardOf(page)).toEqual(["camera_not_found", "No camera found", "Try again", "Use a video file instead"]);
});

// no flag makes Chromium's own cameras be somebody else's, so the browser's answer is what is given here
it("a camera in use by another program is reported, and tried again", async () => {
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

it("a camera that is allowed but gives no picture is reported as busy, and released", async () => {
  await studio.visit(async (page) => {
    await allowCamera(page);
    await page.evaluate(() => {
      // a canvas that is never painted on: its stream runs, and has no frame
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

it("a camera that goes away while it runs leaves its last frame, and can be tried again", async () => {
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

it("a page on an insecure origin says that it gets no camera", async () => {
  const host = await startStaticHost(studio.folder, "/");
  const { page } = await visitIn(
    ["--host-resolver-rules=MAP studio.example 127.0.0.1", ...TWO_CAMERAS],
    host.url.replace("127.0.0.1", "studio.example"),
  );
  await page.keyboard.press("c");
  expect(await cardOf(page)).toEqual(["insecure_page", "This page cannot use a camera", "Use a video file instead"]);
  host.stop();
});

/** Ends the process in which Chromium has its cameras: to the page that is a camera that was unplugged. */
const endCaptureProcess = async (running: Browser): Promise<void> => {
  const session = await running.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  for (const { type, id } of processInfo) if (/video.?capture/i.test(type)) kill(id, "SIGKILL");
};
