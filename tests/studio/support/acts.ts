import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";

/** A picture to open: a fixture by its name, or bytes under a name. */
export type Picture = string | { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** Opens a file by pressing O. */
export const openFile = async (page: Page, picture: Picture): Promise<void> => {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("o")]);
  await chooser.setFiles(typeof picture === "string" ? fixturePath(picture) : picture);
};

/** Opens a picture and waits for its full render. */
export const openAndSettle = async (page: Page, picture: Picture): Promise<void> => {
  await openFile(page, picture);
  await settled(page, typeof picture === "string" ? picture : picture.name);
};

/** The art, by its accessible role. */
export const art = (page: Page): Locator => page.getByRole("img", { name: /^ASCII art of / });

/** Waits for the finished art, of a given picture if named. */
export const settled = (page: Page, name = ""): Promise<void> =>
  page
    .locator(`.art[aria-busy="false"] canvas[aria-label^="ASCII art of ${name}"]:not([aria-label*="undefined"])`)
    .waitFor({ state: "attached" });

/** An element as painted, once it holds still: pictures are painted a moment after the page has them. */
export const stillPicture = async (element: Locator): Promise<Buffer> => {
  for (let last = await element.screenshot(); ; ) {
    await element.page().waitForTimeout(500);
    const next = await element.screenshot();
    if (next.equals(last)) return next;
    last = next;
  }
};

/** Drags a file over the page. */
export const dragOver = (page: Page, name: string, type: string): Promise<void> =>
  page.evaluate(
    ([fileName, fileType]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["x"], fileName!, { type: fileType! }));
      document.body.dispatchEvent(new DragEvent("dragenter", { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, type],
  );

/** Selects a view by its button. */
export const showView = (page: Page, view: "ASCII" | "Split" | "Source" | "Text"): Promise<void> =>
  page.getByRole("group", { name: "View" }).getByRole("button", { name: view, exact: true }).click();

const fixturePath = (name: string): string => fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));
