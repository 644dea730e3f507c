import { gridFor, IMAGE_LIMITS, MAX_CELLS, PARAM_ROWS } from "@lumiglyph/contract";
import type { CameraError, PictureSize, SourceError } from "../state/source.ts";
import type { Fault } from "../state/studio.ts";
import type { Refused } from "../worker/preview.ts";
import { canBeShrunk, shrunkSize } from "./image-limits.ts";

/** Actions that cards offer. */
export type WaysOut = {
  readonly pick: (kind?: "video") => void;
  readonly shrink: () => void;
  readonly useColumns: (columns: number) => void;
  /** Tries the camera again. */
  readonly openCamera: () => void;
};

/** The card of a source error, with its actions. */
export const faultCard = (error: SourceError, out: WaysOut): Fault => ({
  code: error.code,
  ...errorWords(error),
  ways: waysFor(error, out),
});

const waysFor = (error: SourceError, out: WaysOut): Fault["ways"] => {
  const another = { label: "Open another file", go: () => out.pick() };
  if (error.code === "image_too_many_pixels" && canBeShrunk(error.size)) {
    return [{ label: "Shrink it here", go: out.shrink }, another];
  }
  if (error.code === "grid_too_large" && error.fitting !== null) {
    const { fitting } = error;
    return [{ label: `Use ${fitting} columns`, go: () => out.useColumns(fitting) }];
  }
  const video = { label: "Use a video file instead", go: () => out.pick("video") };
  if (error.code === "insecure_page") return [video];
  if (CAMERA_CODES.includes(error.code)) return [{ label: "Try again", go: out.openCamera }, video];
  return [another];
};

const CAMERA_CODES: readonly string[] = ["permission_denied", "camera_not_found", "camera_busy", "camera_unplugged"];

/** Shown while an image is being shrunk. */
export const shrinkingCard = (cancel: () => void): Fault => ({
  code: "image_too_many_pixels",
  title: "Shrinking the picture",
  says: "A smaller copy opens in a moment. The file itself does not change.",
  ways: [{ label: "Cancel", go: cancel }],
});

/** Shown when the worker cannot render. */
export const brokenCard = ({ code, message }: Refused, openAgain: () => void): Fault => ({
  code,
  title: "This picture could not be rendered",
  says: message,
  ways: [{ label: "Open it again", go: openAgain }],
});

/** A card's text. */
export type ErrorWords = { readonly title: string; readonly says: string; readonly steps?: readonly string[] };

/** What happened, and what to do about it. */
export const errorWords = (error: SourceError): ErrorWords => {
  switch (error.code) {
    case "image_format_unsupported":
      return {
        title: error.found === undefined ? "Not a picture we can read" : `${error.found} files cannot be opened here`,
        says: error.found === undefined ? READABLE : `${INSTEAD[error.found]} ${READABLE}`,
      };
    case "image_unreadable":
      return { title: "This file would not open", says: UNREADABLE[error.why](error.name) };
    case "image_too_many_pixels":
      return { title: "This picture is too big", says: `${tooBig(error.size)} ${shrinkBy(error.size)}` };
    case "grid_too_large":
      return { title: "Too many characters", says: tooManyCharacters(error.fitting) };
    case "video_codec_unsupported":
      return {
        title: "This browser cannot play that video",
        says: `It is ${error.codec}. H.264, VP9 and AV1 work.`,
      };
    case "video_unreadable":
      return { title: "This file would not open", says: UNPLAYABLE[error.why](error.name) };
    default:
      return CAMERA[error.code];
  }
};

const READABLE = "JPEG, PNG, WebP, GIF, AVIF and SVG work.";

const INSTEAD = {
  HEIC: "Share or export it as JPEG: phones and photo apps offer that.",
  PDF: "Take a screenshot of the page, or export it as PNG.",
  TIFF: "Save it as PNG first.",
  BMP: "Save it as PNG first.",
  PSD: "Export it as PNG first.",
};

const AGAIN = "Export or download it again, then drop it here.";

const UNREADABLE = {
  empty: (name: string) => `${name} is empty. ${AGAIN}`,
  cut: (name: string) => `${name} ends too early, so part of the picture is missing. ${AGAIN}`,
  damaged: (name: string) => `${name} is damaged, so it cannot be read. ${AGAIN}`,
  gone: (name: string) => `${name} was moved or changed. Open it again.`,
  unshrinkable: (name: string) =>
    `${name} needs more memory than this browser has. Shrink it in a picture editor first.`,
};

const UNPLAYABLE = {
  damaged: (name: string) => `${name} is damaged or ends too early, so it cannot be played. ${AGAIN}`,
  soundOnly: (name: string) => `${name} has sound but no picture.`,
};

const CAMERA: { readonly [Code in CameraError["code"]]: ErrorWords } = {
  permission_denied: {
    title: "The camera is blocked for this page",
    says: "Your browser remembers that choice. To change it:",
    steps: [
      "Click the icon to the left of the address.",
      "Set Camera to Allow.",
      "Come back here. The picture starts by itself.",
    ],
  },
  camera_not_found: { title: "No camera found", says: "Connect one and it starts by itself." },
  camera_busy: { title: "Another program is using the camera", says: "Close it there, then try again." },
  camera_unplugged: { title: "The camera was unplugged", says: "The last frame is kept." },
  insecure_page: {
    title: "This page cannot use a camera",
    says: "Browsers allow cameras only over HTTPS or on localhost. Open the studio there.",
  },
};

const tooBig = ({ width, height }: PictureSize): string => {
  if (width * height <= IMAGE_LIMITS.pixels) {
    return `It is ${grouped(width)} × ${grouped(height)}; the limit is ${grouped(IMAGE_LIMITS.side)} per side.`;
  }
  return `It has ${millions(width * height)} million pixels; the limit is ${millions(IMAGE_LIMITS.pixels)}.`;
};

/** The longer side of a size within the limits, rounded down to hundreds if that loses little. */
const shrinkBy = (size: PictureSize): string => {
  const fitting = shrunkSize(size);
  const side = Math.max(fitting.width, fitting.height);
  return `Shrink it to a side of ${grouped(side > 1000 ? side - (side % 100) : side)} or less.`;
};

const tooManyCharacters = (fitting: number | null): string =>
  fitting === null
    ? "This picture is too tall for any number of columns. Crop it, then drop it here."
    : `This picture fits at up to ${fitting} columns.`;

/** Rounded up, so that a size over the limit also reads as such: 41 for 40.2. */
const millions = (pixels: number): string => grouped(Math.ceil(pixels / 1_000_000));

const grouped = (count: number): string => count.toLocaleString("en-US");

/** The most columns below the given number that fit an image of this shape; null if it is too tall for any. */
export const fittingColumns = ({ width, height }: PictureSize, columns: number): number | null => {
  for (let fewer = columns - 1; fewer >= PARAM_ROWS.columns.min; fewer--) {
    if (fewer * gridFor({ columns: fewer }, width, height).rows <= MAX_CELLS) return fewer;
  }
  return null;
};
