import type { PaintedPage } from "@lumiglyph/engine/paint/page";
import type { Played } from "../render-worker.ts";
import type { Playback } from "../view-canvas.ts";
import { LOOP_FPS, LOOP_SECONDS } from "./export-messages.ts";
import type { OpaquePage, TimeRange } from "./frame-sequence.ts";
import { type Recording, readFrames } from "./recording.ts";
import { createStillMotion } from "./still-motion.ts";

/** Prepares a playback in the viewer: of a recording, or of a motion of the page that is shown. */
export const createPlayback = async (played: Played): Promise<(page: PaintedPage) => Playback> => {
  if (played.kind === "recording") {
    const playback = await playRecording(played.recording, played.range);
    return () => playback;
  }
  return (page) => {
    const pageAt = createStillMotion(page as OpaquePage, played.motion);
    let shown = -1;
    let last = page;
    return (seconds) => {
      const step = Math.floor((seconds % LOOP_SECONDS) * LOOP_FPS);
      if (step !== shown) last = pageAt(step / (LOOP_SECONDS * LOOP_FPS));
      shown = step;
      return last;
    };
  };
};

/** Reads frames as they are needed, from the start again after each round. */
const playRecording = async (recording: Recording, range: TimeRange): Promise<Playback> => {
  const deltas = await recording.deltas.arrayBuffer();
  let frames = readFrames(recording, deltas, range);
  let shown = frames.next().value!;
  return (seconds) => {
    const time = range.from + (seconds % (range.to - range.from));
    if (time < shown.time) frames = readFrames(recording, deltas, range);
    while (time < shown.time || time >= shown.time + shown.duration) {
      const next = frames.next();
      if (next.done) break;
      shown = next.value;
    }
    return shown.page;
  };
};
