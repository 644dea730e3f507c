import { INPUT_FORMATS } from "@lumiglyph/contract";

/**
 * Shows the browser's file picker, for pictures, videos or both; null where it is closed without a file. Works only within a
 * click or a key press.
 */
export const pickFile = (page: Document, kind?: "image" | "video"): Promise<File | null> => {
  const input = page.createElement("input");
  input.type = "file";
  const pictures = Object.values(INPUT_FORMATS).map(({ mediaType }) => mediaType);
  input.accept = [...(kind === "video" ? [] : pictures), ...(kind === "image" ? [] : VIDEOS)].join(",");
  return new Promise((resolve) => {
    input.addEventListener("change", () => resolve(input.files?.[0] ?? null));
    input.addEventListener("cancel", () => resolve(null));
    input.click();
  });
};

/** Matroska is known to browsers by its ending alone. */
const VIDEOS = ["video/*", ".mkv"];
