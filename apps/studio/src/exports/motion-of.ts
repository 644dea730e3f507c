import type { ExportSource } from "../film/film-source.ts";
import { recordingOf } from "../film/recordings.ts";
import type { Studio } from "../state/studio.ts";

/** What can be made a film of, and how long that is. */
export type Motion = {
  readonly source: ExportSource;
  readonly seconds: number;
  /** Counted of a recording; of a video as many as its rate lets expect. */
  readonly frames: number;
};

/** What moves of what is open: a whole video, or what was recorded of a camera; null where nothing does. */
export const motionOf = ({ opened, live }: Pick<Studio, "opened" | "live">): Motion | null => {
  const [what, source] = [opened.value, live.value];
  if (what === null || source === null) return null;
  const { name, file } = what;
  if (source.kind === "video") {
    const { duration, rate } = source;
    return { source: { kind: "clip", file, name }, seconds: duration, frames: Math.round(duration * rate.value) };
  }
  const recording = recordingOf(what).value;
  if (recording === null) return null;
  return {
    source: { kind: "recording", recording, name },
    seconds: recording.seconds,
    frames: recording.frames.length,
  };
};
