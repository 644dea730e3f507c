import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";

/** A picture to open: a fixture by its name, or bytes under a name. */
export type Picture = string | { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** Opens a file as a person does who presses O. */
export const openFile = async (page: Page, picture: Picture): Promise<void> => {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("o")]);
  await chooser.setFiles(typeof picture === "string" ? fixturePath(picture) : picture);
};

/** Opens a picture and waits until it is drawn in full. */
export const openAndSettle = async (page: Page, picture: Picture): Promise<void> => {
  await openFile(page, picture);
  await settled(page, typeof picture === "string" ? picture : picture.name);
};

/** The art as assistive technology finds it. */
export const art = (page: Page): Locator => page.getByRole("img", { name: /^ASCII art of / });

/** Resolves when there is art, of this picture where one is named, and nothing more is being drawn. */
export const settled = (page: Page, name = ""): Promise<void> =>
  page
    .locator(`.art[aria-busy="false"] canvas[aria-label^="ASCII art of ${name}"]:not([aria-label*="undefined"])`)
    .waitFor({ state: "attached" });

/** Lets a file hover over the page, as if it was dragged in from another program. */
export const dragOver = (page: Page, name: string, type: string): Promise<void> =>
  page.evaluate(
    ([fileName, fileType]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["x"], fileName!, { type: fileType! }));
      document.body.dispatchEvent(new DragEvent("dragenter", { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, type],
  );

/** Shows a side of the picture by its button. */
export const showView = (page: Page, view: "ASCII" | "Split" | "Source" | "Text"): Promise<void> =>
  page.getByRole("group", { name: "View" }).getByRole("button", { name: view, exact: true }).click();

const fixturePath = (name: string): string => fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));
