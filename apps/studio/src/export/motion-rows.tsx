import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { recordingOf, trimOf } from "../state/recording.ts";
import { STILL_MOTIONS, type Studio } from "../state/studio.ts";
import { wholeTenths } from "../ui/format.ts";
import { wantsLessMotion } from "../ui/reduced-motion.ts";
import type { VideoFormat, VideoSettings } from "../worker/video/export-messages.ts";
import { videoSizeFor } from "../worker/video/video-size.ts";
import { gridOf } from "./export-file.ts";
import { estimateVideos, jobOf, type Motion, motionOf, type VideoRequest } from "./video-export.ts";
import { VIDEO_FORMATS, VideoRow, videoExportsOf } from "./video-row.tsx";

/** Formats for all frames of the source, or for the picture in motion. */
export const MotionRows = ({ studio, asksWhere }: { readonly studio: Studio; readonly asksWhere: boolean }) => {
  const motion = motionOf(studio);
  const isStill = studio.live.value === null;
  return (
    <>
      <h2>
        Motion
        {motion !== null && <span class="cap">{lengthWords(motion)}</span>}
      </h2>
      {isStill && <StillMotions studio={studio} />}
      {motion === null && !isStill && <p class="hint">Record first, then save a video, a GIF or a player.</p>}
      {motion !== null && <Formats studio={studio} motion={motion} asksWhere={asksWhere} />}
    </>
  );
};

const lengthWords = ({ seconds, range, frames, isTrimmable }: Motion): string => {
  if (!isTrimmable) return `${seconds} s, a loop without a seam`;
  const { from, to } = range ?? { from: 0, to: seconds };
  const count = Math.max(1, Math.round((frames * (to - from)) / seconds));
  return `${wholeTenths(to - from)} s, ${count.toLocaleString("en-US")} frames`;
};

/** How the picture moves. It moves on the stage, too. */
const StillMotions = ({ studio: { stillMotion } }: { readonly studio: Studio }) => (
  <fieldset class="seg motions" aria-label="Motion">
    {STILL_MOTIONS.map(({ motion, words }) => (
      <button
        key={motion}
        type="button"
        aria-pressed={stillMotion.value === motion}
        onClick={() => {
          stillMotion.value = motion;
        }}
      >
        {words}
      </button>
    ))}
  </fieldset>
);

type FormatsProps = { readonly studio: Studio; readonly motion: Motion; readonly asksWhere: boolean };

const Formats = ({ studio, motion, asksWhere }: FormatsProps) => {
  const request = { motion, options: studio.params.options.value, choice: studio.videoChoice.value };
  const estimates = useEstimates(studio, request);
  return (
    <>
      {motion.isTrimmable && <Trim studio={studio} motion={motion} />}
      <Choices studio={studio} />
      {VIDEO_FORMATS.map((row) => (
        <VideoRow
          key={row.format}
          row={row}
          request={request}
          studio={studio}
          asksWhere={asksWhere}
          estimate={estimates.get(row.format)}
        />
      ))}
    </>
  );
};

/** Milliseconds that nothing must change before sizes are measured. */
const PAUSE = 400;

/**
 * Estimated bytes of each format, measured on a sample once the choices rest and no export runs.
 */
const useEstimates = (studio: Studio, request: VideoRequest): ReadonlyMap<VideoFormat, number | null> => {
  const estimates = useSignal<ReadonlyMap<VideoFormat, number | null>>(new Map());
  const isExporting = Object.values(videoExportsOf(studio).states).some(
    ({ value: { is } }) => is === "waiting" || is === "going",
  );
  const { motion, options, choice } = request;
  useEffect(() => {
    estimates.value = new Map();
  }, [motion.of, motion.range, options, choice]);
  useEffect(() => {
    if (isExporting || estimates.peek().size === VIDEO_FORMATS.length) return;
    const stop = new AbortController();
    const onEstimate = (format: VideoFormat, bytes: number | null): void => {
      estimates.value = new Map(estimates.peek()).set(format, bytes);
    };
    const measure = async (): Promise<void> =>
      estimateVideos(await jobOf(studio, request, stop.signal), onEstimate, stop.signal);
    // why a format cannot be measured is reported when it is exported
    const timer = setTimeout(() => measure().catch(() => {}), PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [motion.of, motion.range, options, choice, isExporting]);
  return estimates.value;
};

/** The exported part. A recording plays meanwhile; a video shows the frames under the handles. */
const Trim = ({ studio, motion }: { readonly studio: Studio; readonly motion: Motion }) => {
  const { worker, live, opened } = studio;
  const { seconds, of } = motion;
  const { from, to } = motion.range ?? { from: 0, to: seconds };
  const isRecording = live.value?.kind === "camera";
  useEffect(() => {
    const recording = isRecording ? recordingOf(opened.peek()!).peek() : null;
    if (recording === null || wantsLessMotion()) return;
    // while a handle is dragged, the previous playback continues
    const timer = setTimeout(() => worker.play({ kind: "recording", recording, range: { from, to } }), 150);
    return () => clearTimeout(timer);
  }, [worker, opened, isRecording, of, from, to]);
  useEffect(() => () => worker.play(null), [worker, of]);
  const set = (range: { readonly from: number; readonly to: number }, at: number): void => {
    trimOf(of as object).value = range.from <= 0 && range.to >= seconds ? null : range;
    const source = live.peek();
    if (source?.kind === "video") source.seek(at);
  };
  const handle = (words: string, value: number, onInput: (at: number) => void) => (
    <input
      type="range"
      aria-label={words}
      aria-valuetext={`${wholeTenths(value)} seconds`}
      min={0}
      max={seconds}
      step={STEP}
      value={value}
      onInput={({ currentTarget }) => onInput(Number(currentTarget.value))}
    />
  );
  return (
    <div
      class="trim"
      data-late={from > seconds / 2 || undefined}
      style={{ "--from": from / seconds, "--to": to / seconds }}
    >
      <span class="mono">{wholeTenths(from)}</span>
      <div class="handles">
        {handle("Start", from, (at) => set({ from: Math.min(at, to - SHORTEST), to }, Math.min(at, to - SHORTEST)))}
        {handle("End", to, (given) => {
          // the last step may be shorter than the others
          const at = given > seconds - STEP ? seconds : Math.max(given, from + SHORTEST);
          set({ from, to: at }, at);
        })}
      </div>
      <span class="mono">{wholeTenths(to)} s</span>
    </div>
  );
};

/** Seconds. */
const STEP = 0.05;
const SHORTEST = 0.2;

/** Size, frame rate and quality. */
const Choices = ({ studio }: { readonly studio: Studio }) => {
  const { videoChoice, params, opened, live } = studio;
  const recorded = live.value?.kind === "camera" ? recordingOf(opened.value!).value : null;
  const drawn = { ...gridOf(opened.value!, params.options.value), cellAspect: params.all.value.cellAspect };
  const page = recorded?.size ?? drawn;
  const sizes = (["small", "usual", "large"] as const).map((size) => {
    const { width, height } = videoSizeFor(page, size);
    return [size, `${width} × ${height}`] as const;
  });
  const change = (changed: Partial<VideoSettings>): void => {
    videoChoice.value = { ...videoChoice.peek(), ...changed };
  };
  return (
    <div class="choices">
      <Choice words="Size" value={videoChoice.value.size} options={sizes} onChange={(size) => change({ size })} />
      <Choice words="Frames" value={videoChoice.value.fps} options={RATES} onChange={(fps) => change({ fps })} />
      <Choice
        words="Quality"
        value={videoChoice.value.quality}
        options={QUALITIES}
        onChange={(quality) => change({ quality })}
      />
    </div>
  );
};

const RATES = [
  [0, "All"],
  [30, "30 a second"],
  [24, "24 a second"],
  [15, "15 a second"],
  [10, "10 a second"],
] as const;

const QUALITIES = [
  ["less", "Smaller file"],
  ["good", "Good"],
  ["best", "Best"],
] as const;

type ChoiceProps<Value> = {
  readonly words: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, ComponentChildren])[];
  readonly onChange: (value: Value) => void;
};

const Choice = <Value extends string | number>({ words, value, options, onChange }: ChoiceProps<Value>) => (
  <label>
    {words}
    <select value={value} onChange={({ currentTarget }) => onChange(options[currentTarget.selectedIndex]![0])}>
      {options.map(([one, label]) => (
        <option key={one} value={one}>
          {label}
        </option>
      ))}
    </select>
  </label>
);
