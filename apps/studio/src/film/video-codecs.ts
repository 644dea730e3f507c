import type { FilmSize } from "./film-size.ts";

/** A codec as containers call it, and as browsers do (RFC 6381). */
export type VideoChoice = { readonly name: "avc" | "vp9" | "vp8" | "av1"; readonly codec: string };

/** What a container takes, the best first: what most players play, then what is encoded faster. */
export const videoChoices = (container: "mp4" | "webm", size: FilmSize, fps: number): readonly VideoChoice[] => {
  const level = levelFor(size, fps);
  const avc = AVC_PROFILES.map((profile) => ({ name: "avc", codec: `avc1.${profile}${level.avc}` }) as const);
  const vp9 = { name: "vp9", codec: `vp09.00.${level.vp9}.08` } as const;
  const av1 = { name: "av1", codec: `av01.0.${level.av1}M.08` } as const;
  return container === "mp4" ? [...avc, vp9, av1] : [vp9, { name: "vp8", codec: "vp8" }, av1];
};

/** High, Main, and Constrained Baseline. */
const AVC_PROFILES = ["6400", "4d00", "42e0"] as const;

/** The lowest level that holds frames of this size at this rate: who plays a file may refuse those that say too much. */
const levelFor = ({ width, height }: FilmSize, fps: number): (typeof LEVELS)[number] => {
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  return LEVELS.find(({ frame, rate }) => blocks <= frame && blocks * fps <= rate) ?? LEVELS.at(-1)!;
};

/**
 * Blocks of 16 × 16 pixels in a frame and in a second, and the levels that go so far: 3.1, 4.0, 5.0, 5.1 and 5.2 of H.264
 * (table A-1), and of VP9 and AV1 those that go at least as far.
 */
const LEVELS = [
  { frame: 3_600, rate: 108_000, avc: "1f", vp9: "31", av1: "05" },
  { frame: 8_192, rate: 245_760, avc: "28", vp9: "40", av1: "08" },
  { frame: 22_080, rate: 589_824, avc: "32", vp9: "50", av1: "12" },
  { frame: 36_864, rate: 983_040, avc: "33", vp9: "51", av1: "13" },
  { frame: 36_864, rate: 2_073_600, avc: "34", vp9: "52", av1: "14" },
] as const;
