import { atlasGlyphs, pageStyle } from "@lumiglyph/engine/paint/page";
import type { PageShape } from "@lumiglyph/engine/paint/view";
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { CellFrame } from "../worker/live-feed.ts";
import type { RenderWorker } from "../worker/render-worker.ts";
import { createByteSink } from "../worker/video/byte-sink.ts";
import { blankCells, type PackedCells, packCells, writeDelta } from "../worker/video/cell-deltas.ts";
import type { OpaquePage, TimeRange } from "../worker/video/frame-sequence.ts";
import {
  type FrameStyle,
  type RecordedFrame,
  type Recording,
  type RecordingEnd,
  styleOf,
} from "../worker/video/recording.ts";
import type { Opened } from "./source.ts";

/** A recording in progress. */
export type FrameRecording = {
  /** Whole seconds so far. */
  readonly seconds: ReadonlySignal<number>;
  /** Stops and returns the recording; null if no frame has arrived. Call once. */
  readonly stop: () => Recording | null;
};

/**
 * Records the frames shown from now on. Calls `onEnd` with the reason if it stops by itself; `stop` then still returns
 * it.
 */
export const recordFrames = (
  onCells: RenderWorker["onCells"],
  onEnd: (why: RecordingEnd) => void,
  limits: RecorderLimits = RECORDER_LIMITS,
): FrameRecording => {
  const recorder = createRecorder(limits);
  const seconds = signal(0);
  let isEnded = false;
  const unsubscribe = onCells((frame) => {
    const why = isEnded ? null : recorder.take(frame);
    seconds.value = Math.floor(recorder.soFar().seconds);
    if (why === null) return;
    isEnded = true;
    unsubscribe();
    onEnd(why);
  });
  return {
    seconds,
    stop: () => {
      isEnded = true;
      unsubscribe();
      return recorder.finish();
    },
  };
};

/** Messages for recordings that stop by themselves. */
export const RECORDING_ENDS: { readonly [Why in Exclude<RecordingEnd, "stopped">]: string } = {
  full: "The recording is full. You can export it now.",
  long: "The recording has reached ten minutes. You can export it now.",
  regridded: "The recording ended because the number of characters changed.",
};

/** Collects frames. */
type Recorder = {
  /** Adds a frame, or returns why the recording has ended and adds nothing. */
  readonly take: (frame: CellFrame) => RecordingEnd | null;
  /** Seconds, frames and bytes so far. */
  readonly soFar: () => { readonly seconds: number; readonly frames: number; readonly bytes: number };
  /** The recording; null if no frame has arrived. */
  readonly finish: () => Recording | null;
};

/** Maximum size of a recording. */
type RecorderLimits = { readonly bytes: number; readonly seconds: number };

const RECORDER_LIMITS: RecorderLimits = { bytes: 256 * 2 ** 20, seconds: 600 };

/** Duration of a frame where nothing else defines it: the last one, and one that is not later than its predecessor. */
const FRAME_SECONDS = 1 / 30;

export const createRecorder = ({ bytes, seconds }: RecorderLimits = RECORDER_LIMITS): Recorder => {
  const sink = createByteSink();
  const frames: RecordedFrame[] = [];
  let first: CellFrame | null = null;
  let before: PackedCells = blankCells(0);
  let now: PackedCells = blankCells(0);
  let lastTime = 0;
  let time = 0;
  let end: RecordingEnd = "stopped";

  const begin = (frame: CellFrame): void => {
    first = frame;
    before = blankCells(frame.cells.length);
    now = blankCells(frame.cells.length);
    lastTime = frame.time - FRAME_SECONDS;
    time = -FRAME_SECONDS;
  };
  const endWith = (frame: CellFrame): RecordingEnd => {
    if (end !== "stopped" || first === null) return end;
    if (!isSameShape(shapeOf(frame), shapeOf(first))) end = "regridded";
    else if (time + FRAME_SECONDS >= seconds) end = "long";
    else if (sink.size() >= bytes) end = "full";
    return end;
  };
  const take = (frame: CellFrame): RecordingEnd | null => {
    if (first === null) begin(frame);
    const why = endWith(frame);
    if (why !== "stopped") return why;
    const step = frame.time - lastTime;
    time = Math.max(0, time + (step > 0 ? step : FRAME_SECONDS));
    lastTime = frame.time;
    const page = pageOfCells(frame);
    packCells(page, now);
    const style = sameStyle(frames.at(-1)?.style, page);
    writeDelta(before, now, style, sink);
    frames.push({ time, style, end: sink.size() });
    return null;
  };
  return {
    take,
    soFar: () => ({
      seconds: frames.length === 0 ? 0 : time + FRAME_SECONDS,
      frames: frames.length,
      bytes: sink.size(),
    }),
    finish: () => first && { size: shapeOf(first), frames, seconds: time + FRAME_SECONDS, deltas: sink.toBlob(), end },
  };
};

const shapeOf = ({ size, params: { cellAspect } }: CellFrame): PageShape => ({ ...size, cellAspect });

const isSameShape = (one: PageShape, other: PageShape): boolean =>
  one.columns === other.columns && one.rows === other.rows && one.cellAspect === other.cellAspect;

const pageOfCells = ({ size, params, codebook, cells, inks, grounds }: CellFrame): OpaquePage => {
  const style = pageStyle(params);
  return { ...size, ...style, glyphs: atlasGlyphs(cells, codebook, style.mosaic), colors: inks, grounds };
};

const sameStyle = (last: FrameStyle | undefined, page: OpaquePage): FrameStyle => {
  const style = styleOf(page);
  return last !== undefined && JSON.stringify(last) === JSON.stringify(style) ? last : style;
};

/** The latest recording of a source; null until there is one. */
export const recordingOf = (opened: Opened): Signal<Recording | null> => {
  const known = RECORDINGS.get(opened) ?? signal<Recording | null>(null);
  RECORDINGS.set(opened, known);
  return known;
};

const RECORDINGS = new WeakMap<Opened, Signal<Recording | null>>();

/** The part of a recording or video file that is exported; null is all of it. */
export const trimOf = (of: object): Signal<TimeRange | null> => {
  const known = TRIMS.get(of) ?? signal<TimeRange | null>(null);
  TRIMS.set(of, known);
  return known;
};

const TRIMS = new WeakMap<object, Signal<TimeRange | null>>();

/**
 * Number of video exports in progress. They slow the preview down, so its frame rate is not
 * meaningful meanwhile.
 */
export const runningExports = signal(0);
