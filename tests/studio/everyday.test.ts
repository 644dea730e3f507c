import type { Page } from "playwright-core";
import { describe, expect, it, test } from "vitest";
import { art, openAndSettle, openFile, settled } from "./support/acts.ts";
import { studioForFile } from "./support/studio-for-file.ts";
import { DESKTOP, PHONE, TABLET } from "./support/studio-page.ts";

const studio = studioForFile();

const fileShown = (page: Page) => page.locator(".file b");

describe("a picture", () => {
  it("outlives a reload with its settings, in its own tab only, until it is closed", async () => {
    await studio.visit(async (page) => {
      await openAndSettle(page, "koi.png");
      await page.keyboard.press("e");
      await expect.poll(() => page.url()).toContain("edges=true");
      await page.reload();
      await settled(page, "koi.png");
      expect(new URL(page.url()).search).toContain("edges=true");

      const other = await page.context().newPage();
      await other.goto(studio.url);
      await other.getByRole("button", { name: "Koi" }).waitFor();
      await other.close();
      await page.reload();
      await settled(page, "koi.png");

      await page.getByRole("button", { name: "Close and forget the picture" }).click();
      await page.getByRole("button", { name: "Koi" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Koi" }).waitFor();
      await page.waitForTimeout(500);
      expect(await fileShown(page).count()).toBe(0);
    });
  });

  it.each([
    ["a desktop", DESKTOP],
    ["a tablet", TABLET],
    ["a phone", PHONE],
  ])("fills the stage of %s in one direction", async (_, viewport) => {
    await studio.visit(
      async (page) => {
        for (const picture of ["portrait.png", "koi.png"]) {
          await openAndSettle(page, picture);
          const [stage, shown] = [await page.locator(".artarea").boundingBox(), await art(page).boundingBox()];
          const filled = Math.max(shown!.width / stage!.width, shown!.height / stage!.height);
          expect(filled, picture).toBeGreaterThan(0.985);
        }
      },
      { viewport },
    );
  });

  it("that was opened by keys leaves the focus in the viewer", async () => {
    await studio.visit(async (page) => {
      await page.getByRole("button", { name: "Koi" }).focus();
      await page.keyboard.press("Enter");
      await settled(page, "koi.webp");
      expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
    });
  });

  it("may be an SVG", async () => {
    await studio.visit(async (page) => {
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" width="20" height="10"><circle cx="10" cy="5" r="4"/></svg>';
      await openFile(page, { name: "dot.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) });
      await settled(page, "dot.svg");
    });
  });
});

describe("looks", () => {
  it.each([
    ["on a phone, for a portrait", PHONE],
    ["at 200 %", { width: 720, height: 450 }],
  ])("are all there %s", async (_, viewport) => {
    await studio.visit(
      async (page) => {
        await openAndSettle(page, "portrait.png");
        const looks = page.getByRole("radiogroup", { name: "Looks" }).getByRole("radio");
        expect(await looks.count()).toBeGreaterThanOrEqual(10);
        await looks.last().click();
        await expect.poll(() => page.url()).toContain("characters=");
      },
      { viewport },
    );
  });

  it("of the user are named, saved, applied and removed", async () => {
    await studio.visit(async (page) => {
      await openAndSettle(page, "koi.png");
      await page.getByRole("slider", { name: "Gamma" }).press("End");
      await page.keyboard.press("e");
      await page.getByRole("button", { name: "Save as a look" }).click();
      await page.getByRole("textbox", { name: "Name" }).fill("Mine");
      await page.keyboard.press("Enter");
      const own = page.getByRole("radio", { name: "Mine" });
      await expect.poll(() => own.getAttribute("aria-checked")).toBe("true");
      await page.getByRole("radio", { name: "Silver" }).click();
      await page.reload();
      await settled(page, "koi.png");
      await own.click();
      await expect.poll(() => page.url()).toMatch(/gamma=3&edges=true/);
      await own.press("Delete");
      await own.waitFor({ state: "detached" });
    });
  });
});

test("a pasted link and a second file get a message", async () => {
  await studio.visit(async (page) => {
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "https://example.com/cat.jpg");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    });
    await page.locator(".toast", { hasText: "That is a link." }).waitFor();
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      for (const name of ["one.txt", "two.txt"]) dataTransfer.items.add(new File(["x"], name, { type: "image/png" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.locator(".toast", { hasText: "Opening one.txt. One picture at a time." }).waitFor();
  });
});

test("the loupe can be switched off", async () => {
  await studio.visit(async (page) => {
    await openAndSettle(page, "koi.png");
    const { x: left, y: top } = (await art(page).boundingBox())!;
    const hover = (x: number) => page.mouse.move(left + x, top + 200);
    await hover(300);
    await page.locator(".loupe").waitFor();
    await page.keyboard.press("l");
    await hover(320);
    await page.waitForTimeout(200);
    expect(await page.locator(".loupe").count()).toBe(0);
  });
});

test("the palette finds common words", async () => {
  await studio.visit(async (page) => {
    await openAndSettle(page, "koi.png");
    await page.keyboard.press("Control+k");
    for (const word of ["silver", "blocks", "svg", "zoom", "glyphs", "reset", "help", "dark", "download", "octants"]) {
      await page.getByRole("combobox", { name: "Search commands and parameters" }).fill(word);
      expect(await page.getByRole("option").count(), word).toBeGreaterThan(0);
    }
  });
});
