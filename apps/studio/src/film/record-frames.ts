import { type ReadonlySignal, signal } from "@preact/signals";
import type { Darkroom } from "../darkroom/darkroom.ts";
import { createRecorder, RECORDER_LIMITS, type RecorderLimits } from "./recorder.ts";
import type { Recording, RecordingEnd } from "./recording.ts";

/** A recording under way. */
export type FrameRecording = {
  /** Whole seconds so far. */
  readonly seconds: ReadonlySignal<number>;
  /** Ends it and gives what there is; null where no frame has come. Once. */
  readonly stop: () => Recording | null;
};

/** Records what is shown from now on. `onEnd` is told where it stops by itself, and why: `stop` still gives it. */
export const recordFrames = (
  tap: Darkroom["tap"],
  onEnd: (why: RecordingEnd) => void,
  limits: RecorderLimits = RECORDER_LIMITS,
): FrameRecording => {
  const recorder = createRecorder(limits);
  const seconds = signal(0);
  let isEnded = false;
  const untap = tap((frame) => {
    const why = isEnded ? null : recorder.take(frame);
    seconds.value = Math.floor(recorder.soFar().seconds);
    if (why === null) return;
    isEnded = true;
    untap();
    onEnd(why);
  });
  return {
    seconds,
    stop: () => {
      isEnded = true;
      untap();
      return recorder.finish();
    },
  };
};

/** What to say of a recording that has stopped by itself. */
export const RECORDING_ENDS: { readonly [Why in Exclude<RecordingEnd, "stopped">]: string } = {
  full: "The recording is full. What there is can be exported.",
  long: "The recording has reached ten minutes. What there is can be exported.",
  regridded: "The recording has ended, because the number of characters has changed.",
};
