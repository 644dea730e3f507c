import { INPUT_FORMATS } from "@lumiglyph/contract";

/**
 * Open file pickers. Nothing else refers to one, so a browser could collect it as garbage before a
 * file is chosen.
 */
const pickers = new Set<HTMLInputElement>();

/** Shows the browser's file picker for images, videos or both; null if it is dismissed. Needs a user gesture. */
export const pickFile = (page: Document, kind?: "image" | "video"): Promise<File | null> => {
  const input = page.createElement("input");
  input.type = "file";
  const pictures = Object.values(INPUT_FORMATS).map(({ mediaType }) => mediaType);
  input.accept = [...(kind === "video" ? [] : pictures), ...(kind === "image" ? [] : VIDEOS)].join(",");
  return new Promise((resolve) => {
    const settle = (file: File | null): void => {
      pickers.delete(input);
      resolve(file);
    };
    input.addEventListener("change", () => settle(input.files?.[0] ?? null));
    input.addEventListener("cancel", () => settle(null));
    pickers.add(input);
    input.click();
  });
};

/** Browsers know Matroska only by its file extension. */
const VIDEOS = ["video/*", ".mkv"];

/** A dropped or pasted file. */
type Transferred = { readonly file: File; readonly name: string };

/** The first image or video among dropped or pasted files, else the first file; null if there is none. */
export const fileIn = (transfer: Pick<DataTransfer, "files">): Transferred | null => {
  const files = [...transfer.files];
  const file = files.find(({ type }) => /^(image|video)\//.test(type)) ?? files[0];
  return file === undefined ? null : { file, name: file.name };
};

/** The pasted file; browsers name an image that never was a file "image.png". */
export const pastedIn = (transfer: Pick<DataTransfer, "files">): Transferred | null => {
  const pasted = fileIn(transfer);
  return pasted?.name === "image.png" ? { ...pasted, name: "pasted.png" } : pasted;
};
