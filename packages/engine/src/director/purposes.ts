import type { QualityTarget } from "@lumiglyph/contract";

/** What each target is for, as one phrase. */
export const PURPOSES: Readonly<Record<QualityTarget, string>> = {
  balanced: "the picture as a whole",
  portrait: "faces: even tones and form before detail",
  motion: "frames of a video: noise must not be seen to change the page",
  "low-light": "dark pictures: what is in the shadows",
  "round-trip": "text that is to become a picture again",
};
