import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { largePng } from "../support/large-png.ts";
import { art, openFile, type Picture, settled, showView, stillPicture } from "./support/acts.ts";
import { studioForFile } from "./support/studio-for-file.ts";

const studio = studioForFile();

/** Few columns: the art does not matter here. */
const SMALL = { query: "?columns=48&autoOptimize=0" };

const fixture = (path: string): Buffer => readFileSync(new URL(`../../fixtures/${path}`, import.meta.url));

const named = (name: string, buffer: Buffer, mimeType = "image/png"): Picture => ({ name, mimeType, buffer });

const card = (page: Page) => page.getByRole("alertdialog");

/** A card's code, title, text, and buttons except Close. */
const cardOf = async (page: Page): Promise<readonly string[]> => {
  await card(page).waitFor();
  const [code, title, says] = await Promise.all(
    [".code", "h2", "#fault-says"].map((part) => card(page).locator(part).textContent()),
  );
  return [code!, title!, says!, ...(await card(page).locator(".acts button").allTextContents())];
};

const fileShown = async (page: Page): Promise<string> => (await page.locator(".file").allTextContents()).join();

const artShown = async (page: Page): Promise<string> =>
  (await art(page).all()).length === 0 ? "" : ((await art(page).getAttribute("aria-label")) ?? "");

/** Tens of millions of pixels and hundreds of thousands of cells, on a possibly busy machine. */
const SLOWLY = { timeout: 60_000 };

const AGAIN = "Export or download it again, then drop it here.";

describe("a file that is not a picture", () => {
  const files: readonly (readonly [string, Picture, readonly string[]])[] = [
    [
      "a PDF",
      "bad/document.pdf",
      [
        "image_format_unsupported",
        "PDF files cannot be opened here",
        "Take a screenshot of the page, or export it as PNG. JPEG, PNG, WebP, GIF, AVIF and SVG work.",
        "Open another file",
      ],
    ],
    [
      "a picture in a format that the browser supports but the API does not",
      "bad/picture.bmp",
      [
        "image_format_unsupported",
        "BMP files cannot be opened here",
        "Save it as PNG first. JPEG, PNG, WebP, GIF, AVIF and SVG work.",
        "Open another file",
      ],
    ],
    [
      "a file of 0 bytes",
      named("nothing.png", Buffer.alloc(0)),
      ["image_unreadable", "This file would not open", `nothing.png is empty. ${AGAIN}`, "Open another file"],
    ],
    [
      "a JPEG without its second half",
      "bad/truncated.jpg",
      [
        "image_unreadable",
        "This file would not open",
        `truncated.jpg ends too early, so part of the picture is missing. ${AGAIN}`,
        "Open another file",
      ],
    ],
    [
      "a damaged JPEG",
      "bad/corrupt-scan.jpg",
      [
        "image_unreadable",
        "This file would not open",
        `corrupt-scan.jpg is damaged, so it cannot be read. ${AGAIN}`,
        "Open another file",
      ],
    ],
    [
      "400 million pixels in 48 kB, which nothing here should ever unpack",
      "bad/bomb-20000x20000.png",
      [
        "image_too_many_pixels",
        "This picture is too big",
        "It has 400 million pixels; the limit is 40. Shrink it to a side of 6,300 or less.",
        "Open another file",
      ],
    ],
  ];

  it("shows a card with the reason, and offers another file", async () => {
    const { consoleErrors } = await studio.visit(async (page) => {
      for (const [what, picture, words] of files) {
        await openFile(page, picture);
        expect(await cardOf(page), what).toEqual(words);
        const [chooser] = await Promise.all([
          page.waitForEvent("filechooser"),
          card(page).getByRole("button", { name: "Open another file" }).click(),
        ]);
        await chooser.setFiles({ name: what, mimeType: "image/png", buffer: fixture("charts/ramp.png") });
        await settled(page, what);
        expect(await card(page).count(), what).toBe(0);
      }
    }, SMALL);
    expect(consoleErrors).toEqual([]);
  });
});

describe("a picture that is too big", () => {
  it("is shrunk here, and opens as a copy named as such", async () => {
    const { consoleErrors } = await studio.visit(async (page) => {
      await openFile(page, named("poster.png", largePng(10_000, 6000)));
      expect(await cardOf(page)).toEqual([
        "image_too_many_pixels",
        "This picture is too big",
        "It has 60 million pixels; the limit is 40. Shrink it to a side of 8,100 or less.",
        "Shrink it here",
        "Open another file",
      ]);
      await card(page).getByRole("button", { name: "Shrink it here" }).click();
      await expect.poll(() => fileShown(page), SLOWLY).toBe("poster (smaller).png8164 × 4898");
    });
    expect(consoleErrors).toEqual([]);
  }, 90_000);

  it("is shrunk upright if its file has an orientation", async () => {
    await studio.visit(
      async (page) => {
        await openFile(page, named("tall.jpg", await turnedJpeg(13_000, 16), "image/jpeg"));
        expect((await cardOf(page))[2]).toContain("It is 13,000 × 16; the limit is 12,000 per side.");
        await card(page).getByRole("button", { name: "Shrink it here" }).click();
        await expect.poll(() => fileShown(page), SLOWLY).toBe("tall (smaller).jpg14 × 12000");
      },
      { query: "?columns=8" },
    );
  }, 90_000);
});

describe("a picture with too many characters", () => {
  it("is rendered in the columns that fit, with one click", async () => {
    await studio.visit(
      async (page) => {
        await openFile(page, named("tower.png", largePng(100, 1000)));
        expect(await cardOf(page)).toEqual([
          "grid_too_large",
          "Too many characters",
          "This picture fits at up to 219 columns.",
          "Use 219 columns",
        ]);
        await card(page).getByRole("button", { name: "Use 219 columns" }).click();
        await expect.poll(() => artShown(page), SLOWLY).toBe("ASCII art of tower.png, 219 by 1095 characters");
        expect(await card(page).count()).toBe(0);
      },
      { query: "?columns=400" },
    );
  }, 90_000);
});

describe("a picture of one pixel", () => {
  it("is rendered", async () => {
    await studio.visit(async (page) => {
      await openFile(page, "charts/one-pixel.png");
      await settled(page);
      expect(await art(page).getAttribute("aria-label")).toBe("ASCII art of one-pixel.png, 160 by 80 characters");
    });
  });
});

describe("an animated picture", () => {
  it.each(["animated.gif", "animated.webp"])("%s plays, and can be paused and scrubbed", async (name) => {
    await studio.visit(async (page) => {
      await openFile(page, `formats/${name}`);
      await page.getByRole("group", { name: "Playback" }).waitFor();
      expect(await page.locator(".file b").textContent()).toBe(name);
      await page.keyboard.press("4");
      const lines = page.getByRole("document", { name: /^The picture as text/ });
      const shown = new Set<string | null>();
      await expect.poll(async () => shown.add(await lines.textContent()).size, SLOWLY).toBeGreaterThan(1);
    });
  });

  it("is its first frame if the browser cannot convert it", async () => {
    await studio.visit(
      async (page) => {
        await openFile(page, "formats/animated.gif");
        await settled(page);
        await showView(page, "Source");
        const source = page.getByRole("img", { name: "Source of the art, animated.gif" });
        const first = await stillPicture(source);
        // its frames last 300 ms, and all differ
        for (let shot = 0; shot < 3; shot++) {
          await page.waitForTimeout(250);
          expect(first.equals(await source.screenshot())).toBe(true);
        }
      },
      { before: ["delete globalThis.ImageDecoder"] },
    );
  });
});

describe("dropping and pasting", () => {
  const give = (page: Page, how: "drop" | "paste", name: string) =>
    page.evaluate(
      ([kind, fileName, bytes]) => {
        const data = new DataTransfer();
        const content = Uint8Array.from(atob(bytes!), (letter) => letter.charCodeAt(0));
        data.items.add(new File([content], fileName!, { type: "image/png" }));
        const event =
          kind === "drop"
            ? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
        document.body.dispatchEvent(event);
      },
      [how, name, fixture("charts/edges.png").toString("base64")],
    );

  it("opens the picture", async () => {
    await studio.visit(async (page) => {
      await page.getByRole("button", { name: "Koi" }).waitFor();
      for (const [how, name, shown] of [
        ["drop", "edges.png", "edges.png"],
        ["paste", "image.png", "pasted.png"],
      ] as const) {
        await give(page, how, name);
        await settled(page, shown);
        expect(await page.locator(".file b").textContent()).toBe(shown);
      }
    }, SMALL);
  });
});

/** A black JPEG stored in this size, to be rotated by 90° (EXIF orientation 6). */
const turnedJpeg = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#000" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
