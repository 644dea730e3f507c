import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { largePng } from "../../support/large-png.ts";
import { art, dragOver, openAndSettle, openFile, type Picture, settled, showView } from "./acts.ts";
import { allowCamera, startCamera } from "./cameras.ts";
import { clip, cutShort } from "./clips.ts";

/** A state of the studio: its query, how to reach it, and whether phones have it, too. */
export type State = {
  readonly query?: string;
  readonly reach: (page: Page) => Promise<unknown>;
  readonly onPhone?: false;
};

const withKoi = (page: Page) => openAndSettle(page, "koi.png");

const fault = (page: Page, picture: Parameters<typeof openFile>[1]) =>
  openFile(page, picture).then(() => page.getByRole("alertdialog").waitFor());

/** A clip that plays even with reduced motion. */
const withClip = async (page: Page): Promise<void> => {
  await openAndSettle(page, clip("clip.mp4"));
  const play = page.getByRole("button", { name: "Play", exact: true });
  if (await play.isVisible()) await play.click();
  await page.getByText(/^\d+ fps$/).waitFor();
};

/** The card for a camera that the browser denies for this reason. */
const withoutCamera = (reason: string) => async (page: Page) => {
  await page.evaluate((name) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", name));
  }, reason);
  await page.keyboard.press("c");
  await page.getByRole("alertdialog").waitFor();
};

/** A button of the top bar, which is in a menu on phones. */
const topButton = async (page: Page, name: string) => {
  const more = page.getByRole("button", { name: "More" });
  if (await more.isVisible()) await more.click();
  await page.getByRole("button", { name }).filter({ visible: true }).click();
};

/** Every state of the page, each reached from the empty one. */
export const STATES: { readonly [name: string]: State } = {
  empty: { reach: (page) => page.getByRole("button", { name: "Koi" }).waitFor() },
  "bad link": { query: "?columns=nonsense", reach: (page) => page.getByText("Ignored in the link").first().waitFor() },
  dropping: {
    reach: async (page) => {
      await dragOver(page, "cat.png", "image/png");
      await page.getByText("Drop to open").waitFor();
    },
  },
  "dropping what cannot be read": {
    reach: async (page) => {
      await dragOver(page, "paper.pdf", "application/pdf");
      await page.getByText("Not supported: .pdf").waitFor();
    },
  },
  rendering: {
    query: "?columns=400&autoOptimize=1",
    reach: async (page) => {
      await openFile(page, await slowPicture());
      await page.getByRole("progressbar").waitFor();
    },
  },
  image: { reach: withKoi },
  split: {
    reach: async (page) => {
      await withKoi(page);
      await showView(page, "Split");
      await page.getByRole("slider", { name: "Split" }).waitFor();
    },
  },
  source: {
    reach: async (page) => {
      await withKoi(page);
      await showView(page, "Source");
      await page.getByRole("img", { name: "Source of the art, koi.png" }).waitFor();
    },
  },
  text: {
    reach: async (page) => {
      await withKoi(page);
      await showView(page, "Text");
      await page.getByRole("document", { name: /^The picture as text/ }).waitFor();
    },
  },
  print: {
    query: "?background=light",
    reach: (page) => openAndSettle(page, "line-drawing.png"),
  },
  mosaic: { query: "?charset=octants&color=true", reach: withKoi },
  "two colors": { query: "?color=true&fill=0.6&colors=256", reach: withKoi },
  loupe: {
    onPhone: false,
    reach: async (page) => {
      await withKoi(page);
      await page.getByRole("slider", { name: /^Cells of the art/ }).focus();
      await page.keyboard.press("ArrowRight");
      await page.locator(".loupe").waitFor();
    },
  },
  zoomed: {
    reach: async (page) => {
      await withKoi(page);
      for (const _ of [1, 2, 3]) await page.keyboard.press("+");
    },
  },
  changed: {
    query: "?contrast=1.6&brightness=-20&charset=blocks&color=true&edges=true&glyphStrategy=fixed&format=json",
    reach: withKoi,
  },
  "best effort": {
    query: "?columns=24&charset=minimal&qualityTarget=round-trip",
    reach: (page) => openAndSettle(page, "still-life.png"),
  },
  "target met": { query: "?columns=60", reach: (page) => openAndSettle(page, "line-drawing.png") },
  "auto off": { query: "?autoOptimize=0", reach: withKoi },
  "wrong number": {
    reach: async (page) => {
      await withKoi(page);
      const tab = page.getByRole("tab", { name: "Tone" });
      if (await tab.isVisible()) await tab.click();
      const box = page.getByRole("textbox", { name: "Contrast, number" });
      await box.fill("much");
      await box.press("Enter");
    },
  },
  "export dialog": {
    reach: async (page) => {
      await withKoi(page);
      await topButton(page, "Choose an export format");
      await page.getByRole("dialog", { name: "Export" }).waitFor();
    },
  },
  "a picture in motion": {
    reach: async (page) => {
      await withKoi(page);
      await topButton(page, "Choose an export format");
      await page.getByRole("button", { name: "Rain", exact: true }).click();
      await page.getByText("a loop without a seam").waitFor();
    },
  },
  "crop dialog": {
    reach: async (page) => {
      await withKoi(page);
      await page.keyboard.press("x");
      await page.getByRole("dialog", { name: "Crop and rotate" }).waitFor();
    },
  },
  "keys sheet": {
    reach: async (page) => {
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    },
  },
  palette: {
    reach: async (page) => {
      await withKoi(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search commands and parameters" }).waitFor();
    },
  },
  "palette that sets": {
    query: "?color=true",
    reach: async (page) => {
      await withKoi(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search commands and parameters" }).fill("columns 200");
      await page.getByRole("option", { name: /Set columns to 200/ }).waitFor();
    },
  },
  offline: {
    reach: async (page) => {
      await withKoi(page);
      await page.evaluate(() => {
        Object.defineProperty(navigator, "onLine", { value: false });
        dispatchEvent(new Event("offline"));
      });
    },
  },
  "no picture at all": { reach: (page) => fault(page, "bad/document.pdf") },
  "a picture cut short": { reach: (page) => fault(page, "bad/truncated.png") },
  "a damaged picture": { reach: (page) => fault(page, "bad/corrupt-scan.jpg") },
  "an empty file": { reach: (page) => fault(page, "bad/empty.bin") },
  "too many pixels": { reach: (page) => fault(page, "bad/bomb-20000x20000.png") },
  "too long a side": { reach: (page) => fault(page, "bad/too-wide-13000x10.png") },
  "too many characters": {
    query: "?columns=400",
    reach: (page) => fault(page, { name: "tower.png", mimeType: "image/png", buffer: largePng(100, 1000) }),
  },
  "a fault over a picture": {
    query: "?color=true",
    reach: async (page) => {
      await withKoi(page);
      await fault(page, "bad/truncated.jpg");
      await art(page).waitFor({ state: "attached" });
    },
  },
  undone: {
    reach: async (page) => {
      await withKoi(page);
      await page.keyboard.press("k");
      await settled(page);
      await topButton(page, "Undo");
      await settled(page);
    },
  },
  "a video": { reach: withClip },
  "a video, paused": {
    query: "?color=true",
    reach: async (page) => {
      await withClip(page);
      await page.getByRole("button", { name: "Pause", exact: true }).click();
      await page.getByText("Paused").waitFor();
    },
  },
  "a video, split": {
    query: "?color=true",
    reach: async (page) => {
      await withClip(page);
      await showView(page, "Split");
      await page.getByRole("slider", { name: "Split" }).waitFor();
    },
  },
  "a video's looks": {
    reach: async (page) => {
      await withClip(page);
      await page.getByRole("button", { name: "Looks" }).click();
      await page.getByRole("dialog", { name: "Looks" }).waitFor();
    },
  },
  "a video that is held over the page": {
    reach: async (page) => {
      await dragOver(page, "holiday.mp4", "video/mp4");
      await page.getByText("Drop to open").waitFor();
    },
  },
  "a video that no browser plays": { reach: (page) => fault(page, clip("mpeg4.mp4")) },
  "a damaged video": { reach: (page) => fault(page, cutShort("clip.mp4")) },
  "a camera": { query: "?color=true", reach: startCamera },
  "a camera, frozen": {
    reach: async (page) => {
      await startCamera(page);
      await page.getByRole("button", { name: "Freeze" }).click();
      await page.getByText("Frozen").waitFor();
    },
  },
  "a camera, split": {
    query: "?color=true",
    reach: async (page) => {
      await startCamera(page);
      await showView(page, "Split");
      await page.getByRole("slider", { name: "Split" }).waitFor();
    },
  },
  "a camera in motion's section": {
    reach: async (page) => {
      await startCamera(page);
      const tab = page.getByRole("tab", { name: "Motion" });
      if (await tab.isVisible()) await tab.click();
      await page.getByRole("button", { name: "Hold to compare" }).waitFor();
    },
  },
  "a camera that records": {
    reach: async (page) => {
      await startCamera(page);
      await page.getByRole("button", { name: "Record" }).click();
      await page.getByRole("button", { name: /^Stop recording/ }).waitFor();
    },
  },
  "a camera that is too slow": {
    query: "?columns=400&color=true",
    reach: async (page) => {
      await startCamera(page);
      await page.getByRole("button", { name: /^Use \d+ columns$/ }).waitFor();
    },
  },
  "a camera that is blocked": {
    reach: async (page) => {
      await allowCamera(page, false);
      await page.keyboard.press("c");
      await page.getByRole("alertdialog").waitFor();
    },
  },
  "no camera": { reach: withoutCamera("NotFoundError") },
  "a camera that another program has": { reach: withoutCamera("NotReadableError") },
};

/** The maximum number of cells: some seconds of work. */
const slowPicture = async (): Promise<Picture> => ({
  name: "tall.png",
  mimeType: "image/png",
  buffer: await sharp(readFileSync(new URL("../../../fixtures/still-life.png", import.meta.url)))
    .resize(400, 1200, { fit: "fill" })
    .png()
    .toBuffer(),
});
