import type { Refused } from "../darkroom/darkroom.ts";
import type { Fault } from "../state/studio.ts";
import { canBeShrunk } from "./picture-limits.ts";
import type { Trouble } from "./trouble.ts";
import { troubleWords } from "./trouble-words.ts";

/** What can be done about troubles. */
export type WaysOut = {
  readonly pick: (kind?: "video") => void;
  readonly shrink: () => void;
  readonly useColumns: (columns: number) => void;
  /** Tries the camera again. */
  readonly film: () => void;
};

/** The card of a trouble, with a way out of it. */
export const faultCard = (trouble: Trouble, out: WaysOut): Fault => ({
  code: trouble.code,
  ...troubleWords(trouble),
  ways: waysFor(trouble, out),
});

const waysFor = (trouble: Trouble, out: WaysOut): Fault["ways"] => {
  const another = { label: "Open another file", go: () => out.pick() };
  if (trouble.code === "image_too_many_pixels" && canBeShrunk(trouble.size)) {
    return [{ label: "Shrink it here", go: out.shrink }, another];
  }
  if (trouble.code === "grid_too_large" && trouble.fitting !== null) {
    const { fitting } = trouble;
    return [{ label: `Use ${fitting} columns`, go: () => out.useColumns(fitting) }];
  }
  const video = { label: "Use a video file instead", go: () => out.pick("video") };
  if (trouble.code === "insecure_page") return [video];
  if (CAMERA_CODES.includes(trouble.code)) return [{ label: "Try again", go: out.film }, video];
  return [another];
};

const CAMERA_CODES: readonly string[] = ["permission_denied", "camera_not_found", "camera_busy", "camera_unplugged"];

/** While a smaller copy is made. */
export const shrinkingCard = (cancel: () => void): Fault => ({
  code: "image_too_many_pixels",
  title: "Shrinking it",
  says: "A smaller copy opens in a moment. The file itself stays as it is.",
  ways: [{ label: "Cancel", go: cancel }],
});

/** Where the darkroom cannot draw. */
export const brokenCard = ({ code, message }: Refused, openAgain: () => void): Fault => ({
  code,
  title: "This picture could not be drawn",
  says: message,
  ways: [{ label: "Open it again", go: openAgain }],
});
