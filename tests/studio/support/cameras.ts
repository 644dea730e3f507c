import type { Page } from "playwright-core";

/** Chromium flags for two fake cameras: a moving disc on green, 30 frames a second. */
export const TWO_CAMERAS = ["--use-fake-device-for-media-stream=device-count=2,fps=30"];

/** A machine without a camera. */
export const NO_CAMERA = ["--use-fake-device-for-media-stream=device-count=0"];

/** Grants or revokes the page's camera permission. */
export const allowCamera = async (page: Page, isAllowed = true): Promise<void> => {
  const context = page.context();
  // clear earlier grants first; granting nothing denies everything
  if (!isAllowed) await context.clearPermissions();
  await context.grantPermissions(isAllowed ? ["camera"] : []);
};

/** Starts the camera by pressing C, and waits for a picture. */
export const startCamera = async (page: Page): Promise<void> => {
  await allowCamera(page);
  await page.keyboard.press("c");
  await page.getByText("LIVE", { exact: true }).waitFor();
};
