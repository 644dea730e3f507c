import { spawnSync } from "node:child_process";
import { h264, jpeg, uncompressed } from "../tests/live/codecs.ts";
import { type Footage, footageWith } from "../tests/live/footage.ts";
import { SIGMA } from "../tests/live/gates.ts";

/** A noisy scene as it arrives. */
export type Clip = { readonly name: string; readonly footage: Footage };

/** The kinds of noise there are; those of H.264 only where ffmpeg is on the `PATH`. */
export const listClips = (quick: boolean): readonly Clip[] => {
  const clips: Clip[] = [
    { name: "grain", footage: footageWith({ grain: SIGMA }, uncompressed) },
    { name: "blocks", footage: footageWith({ blocks: SIGMA }, uncompressed) },
    { name: "JPEG", footage: footageWith({ grain: SIGMA }, jpeg) },
  ];
  if (quick) return clips.slice(0, 1);
  if (spawnSync("ffmpeg", ["-version"]).status !== 0) return clips;
  return [
    ...clips,
    ...RATES.map((rate) => ({ name: `H.264 ${rate}`, footage: footageWith({ grain: SIGMA }, h264(rate)) })),
  ];
};

/** x264's rate factors: nearly all grain is kept, the usual, small files. */
const RATES = [18, 23, 28];
