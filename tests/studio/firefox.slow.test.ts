import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clip } from "./support/clips.ts";
import { type FirefoxPage, hasFirefox, openFirefox } from "./support/firefox.ts";
import { studioForFile } from "./support/studio-for-file.ts";
import { DESKTOP } from "./support/studio-page.ts";

const studio = studioForFile();

/** Folder for screenshots for review. */
const { FIREFOX_SHOTS: SHOTS } = process.env;

// Debian's package is large, so only the nightly run installs it
describe.skipIf(!hasFirefox())("in Firefox", () => {
  let page: FirefoxPage;
  beforeAll(async () => {
    page = await openFirefox(DESKTOP);
  }, 60_000);
  afterAll(() => page?.close());

  const drop = async (name: string, type: string, bytes: Buffer): Promise<void> => {
    await page.evaluate(`(() => {
      const bytes = Uint8Array.from(atob("${bytes.toString("base64")}"), (c) => c.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], "${name}", { type: "${type}" }));
      for (const kind of ["dragenter", "dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
      }
    })()`);
  };
  const shoot = async (name: string): Promise<void> => {
    if (SHOTS !== undefined) writeFileSync(`${SHOTS}/${name}.png`, await page.screenshot());
  };
  const press = (name: string): Promise<void> =>
    page.evaluate(`[...document.querySelectorAll("button")].find((button) =>
      (button.getAttribute("aria-label") ?? button.textContent).trim().startsWith("${name}")).click()`);

  it("a picture becomes art, in its own colors", async () => {
    await page.goto(studio.url);
    await page.until(`document.querySelector("h1, .hero") !== null`);
    await shoot("start");
    await drop("koi.png", "image/png", readFileSync(new URL("../../fixtures/koi.png", import.meta.url)));
    await page.until(
      `document.querySelector('.art[aria-busy="false"] canvas[aria-label^="ASCII art of koi.png"]') !== null`,
    );
    await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 1500))`);
    await shoot("koi");
    expect(page.problems).toEqual([]);
  }, 90_000);

  it("it is saved as a PNG, text, and as a loop in every format that Firefox can encode", async () => {
    await page.evaluate(`(() => {
      window.saved = [];
      const files = new Map();
      const { createObjectURL } = URL;
      URL.createObjectURL = (file) => {
        const url = createObjectURL(file);
        files.set(url, file);
        return url;
      };
      const { click } = HTMLAnchorElement.prototype;
      HTMLAnchorElement.prototype.click = function () {
        if (this.download) saved.push([this.download, files.get(this.href).size]);
        else click.call(this);
      };
    })()`);
    await press("Choose an export format");
    await page.until(`document.querySelector(".export .fmt .sz")?.textContent !== ""`);
    await press("Twinkle");
    await page.until(`document.querySelectorAll(".export .fmt-slot").length > 10`);
    await shoot("export");
    for (const format of ["png", "txt", "gif", "webm", "mp4", "cast"]) {
      const before = await page.evaluate<number>("saved.length");
      await page.evaluate(`[...document.querySelectorAll(".export button.fmt")].find((row) =>
        row.querySelector(".ext").textContent === "${format}").click()`);
      await page.until(`saved.length > ${before} || document.querySelector(".export .failed") !== null`, 120_000);
    }
    const saved = await page.evaluate<[string, number][]>("saved");
    for (const [, size] of saved) expect(size).toBeGreaterThan(1000);
    expect(saved.map(([name]) => name)).toEqual([
      "koi@2x.png",
      "koi.txt",
      "koi.gif",
      "koi.webm",
      "koi.mp4",
      "koi.cast",
    ]);
    expect(page.problems).toEqual([]);
  }, 400_000);

  it("a video plays as art", async () => {
    const { name, mimeType, buffer } = clip("clip.webm");
    await page.goto(`${studio.url}/?columns=80`);
    await drop(name, mimeType, buffer);
    await page.until(`/[1-9]\\d* fps/.test(document.querySelector(".hud")?.textContent ?? "")`);
    await shoot("video");
    expect(page.problems).toEqual([]);
  }, 90_000);

  it("the camera becomes art, and stops", async () => {
    await page.goto(`${studio.url}/?columns=80`);
    await page.until(`document.querySelector("h1, .hero") !== null`);
    await press("Camera");
    await page.until(`/[1-9]\\d* fps/.test(document.querySelector(".hud")?.textContent ?? "")`);
    await shoot("camera");
    await press("Stop");
    await page.until(`document.querySelector(".hud .live") === null`);
    expect(page.problems).toEqual([]);
  }, 90_000);
});
