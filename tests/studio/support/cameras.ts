import type { Page } from "playwright-core";

/** What makes Chromium have two cameras that are not there: a moving disc on green, 30 times a second. */
export const TWO_CAMERAS = ["--use-fake-device-for-media-stream=device-count=2,fps=30"];

/** A machine without a camera. */
export const NO_CAMERA = ["--use-fake-device-for-media-stream=device-count=0"];

/** Gives the page leave to use cameras, or takes it back. */
export const allowCamera = async (page: Page, isAllowed = true): Promise<void> => {
  const context = page.context();
  // what was given before stays given otherwise; to give nothing is to refuse everything
  if (!isAllowed) await context.clearPermissions();
  await context.grantPermissions(isAllowed ? ["camera"] : []);
};

/** Starts the camera as a person does who presses C, and waits until there is something to see. */
export const startCamera = async (page: Page): Promise<void> => {
  await allowCamera(page);
  await page.keyboard.press("c");
  await page.getByText("LIVE", { exact: true }).waitFor();
};
