import { INPUT_FORMATS } from "@lumiglyph/contract";

/** Shows the browser's file picker; null where it is closed without a file. Works only within a click or a key press. */
export const pickFile = (page: Document): Promise<File | null> => {
  const input = page.createElement("input");
  input.type = "file";
  input.accept = Object.values(INPUT_FORMATS)
    .map(({ mediaType }) => mediaType)
    .join(",");
  return new Promise((resolve) => {
    input.addEventListener("change", () => resolve(input.files?.[0] ?? null));
    input.addEventListener("cancel", () => resolve(null));
    input.click();
  });
};
