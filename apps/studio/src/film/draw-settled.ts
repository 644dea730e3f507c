import type { ParsedParams } from "@lumiglyph/contract";
import { finish, type LiveFrame, type Raster, type Stream } from "@lumiglyph/engine";

/** Frames after which parameters have surely arrived where the Auto Director wants them. */
const MOST_FRAMES = 120;

/**
 * Draws the next frame of a stream that nobody waits for. At the first frame of a scene the Auto Director does its work at
 * once, and the frame is drawn until the parameters have come to rest: no film begins with what was not yet tuned.
 */
export const drawSettled = (stream: Stream, raster: Raster, parsed: ParsedParams): LiveFrame => {
  let frame = stream.next(raster, parsed);
  if (!frame.cut || parsed.params.autoOptimize === 0) return frame;
  finish(stream.tune(parsed));
  for (let i = 0; i < MOST_FRAMES; i++) {
    const { params } = frame;
    frame = stream.next(raster, parsed);
    if (i > 0 && JSON.stringify(params) === JSON.stringify(frame.params)) break;
  }
  return frame;
};
