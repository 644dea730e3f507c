import { expect, test } from "vitest";
import { approveBar, openPicture, pill } from "./support/acts.ts";
import { twoOriginsForFile } from "./support/two-origins-for-file.ts";

const origins = twoOriginsForFile({ launch: { ignoreDefaultArgs: ["--disable-popup-blocking"] } });

/** A page that uses up the user's click, so the browser blocks a second window. */
const GREEDY = `addEventListener("click", () => { if (globalThis.isGreedy) open("about:blank", "greedy")?.close(); }, true);`;

test("a blocked window is reported, and another click opens it", async () => {
  const { consoleErrors } = await origins.visit(
    async (page) => {
      await openPicture(page);
      await page.evaluate(() => Object.assign(globalThis, { isGreedy: true }));
      await pill(page).click();
      await approveBar(page).getByRole("button", { name: "Allow" }).click();
      const card = page.getByRole("alertdialog", { name: "The receiver window was blocked" });
      await card.getByText("popup_blocked").waitFor();
      // a scripted click: the browser opens nothing, and the card stays
      const session = await page.context().newCDPSession(page);
      const press = `dispatchEvent(new KeyboardEvent("keydown", { key: "h", bubbles: true }))`;
      await page.waitForTimeout(6000);
      await session.send("Runtime.evaluate", { expression: press, userGesture: false });
      await page.waitForTimeout(300);
      expect(page.context().pages()).toHaveLength(1);
      await pill(page, "Window blocked").waitFor();
      await page.evaluate(() => Object.assign(globalThis, { isGreedy: false }));
      const [receiver] = await Promise.all([
        page.waitForEvent("popup"),
        card.getByRole("button", { name: "Open receiver" }).click(),
      ]);
      await receiver.locator("#art").waitFor();
      await pill(page, "Delivered").waitFor();
    },
    { before: GREEDY },
  );
  expect(consoleErrors).toEqual([]);
});
