import { type InputFormat, Refusal } from "@lumiglyph/contract";
import { hasTooManyScans } from "./jpeg-scans.ts";
import { inflatesTooMuch } from "./png-inflation.ts";

/** Refuses a file that would make its decoder work far longer than its pixels call for, whatever size it announces. */
export const checkWork = (bytes: Uint8Array, format: InputFormat): void => {
  if (format === "jpeg" && hasTooManyScans(bytes)) throw new Refusal("image_unreadable", MANY_SCANS);
  if (format === "png" && inflatesTooMuch(bytes)) throw new Refusal("image_unreadable", MUCH_TEXT);
};

const MANY_SCANS = "The JPEG has more scans than are read. Open it in an image editor and save it as a baseline JPEG.";
const MUCH_TEXT = "The PNG carries more text than is read. Open it in an image editor and save it without metadata.";
