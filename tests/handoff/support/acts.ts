import type { Locator, Page } from "playwright-core";
import { openAndSettle } from "../../studio/support/acts.ts";

/** The pill, by its text. */
export const pill = (page: Page, words = ""): Locator =>
  page.locator(".top").getByRole("button", { name: new RegExp(`^Send(?:ing|) ?.*${words}`) });

/** The approve bar. */
export const approveBar = (page: Page): Locator => page.getByRole("region", { name: "Approve handoff" });

/** Opens a picture and waits for the pill. */
export const openPicture = async (page: Page, name = "koi.png"): Promise<void> => {
  await openAndSettle(page, name);
  await pill(page).waitFor();
};

/** Presses the pill and Allow, and returns the receiver's window. */
export const handOver = async (page: Page): Promise<Page> => {
  await pill(page).click();
  const [receiver] = await Promise.all([
    page.waitForEvent("popup"),
    approveBar(page).getByRole("button", { name: "Allow" }).click(),
  ]);
  return receiver;
};

/** A figure of the reference receiver, by its name. */
export const figure = async (receiver: Page, id: string): Promise<string> =>
  (await receiver.locator(`#${id}`).textContent()) ?? "";

/** Starts the camera and waits until it is visible. The browser needs one that asks for no permission. */
export const openCamera = async (page: Page): Promise<void> => {
  await page.keyboard.press("c");
  await page.locator(".hud").getByText("LIVE").waitFor();
  await pill(page).waitFor();
};
