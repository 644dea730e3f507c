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

/** A file that was dropped or pasted. */
type Transferred = { readonly file: File; readonly name: string };

/** The first picture or video of a drop or of a paste, or else its first file; null where there is no file at all. */
export const fileIn = (transfer: Pick<DataTransfer, "files">): Transferred | null => {
  const files = [...transfer.files];
  const file = files.find(({ type }) => /^(image|video)\//.test(type)) ?? files[0];
  return file === undefined ? null : { file, name: file.name };
};

/** The same of a paste: browsers call a picture that has never been a file "image.png". */
export const pastedIn = (transfer: Pick<DataTransfer, "files">): Transferred | null => {
  const pasted = fileIn(transfer);
  return pasted?.name === "image.png" ? { ...pasted, name: "pasted.png" } : pasted;
};
