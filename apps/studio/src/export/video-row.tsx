import type { FontName, RenderOptions } from "@lumiglyph/contract";
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Studio } from "../state/studio.ts";
import { sizeWords } from "../ui/format.ts";
import type { PageShape } from "../worker/paint/view.ts";
import type { ExportProgress, ExportSource, VideoFormat } from "../worker/video/export-messages.ts";
import { bitrateFor, videoSizeFor } from "../worker/video/video-size.ts";
import { gridOf, stemOf } from "./export-file.ts";
import { askWhere, downloads, failureWords, type SaveTarget } from "./saving.ts";
import { type ExportVideoOptions, exportVideo, type Motion } from "./video-export.ts";

type Props = {
  readonly row: (typeof VIDEO_FORMATS)[number];
  readonly motion: Motion;
  readonly studio: Studio;
  readonly asksWhere: boolean;
};

/** A video format; clicking exports and saves it. Shows progress and a cancel button meanwhile. */
export const VideoRow = ({ row: { format, words }, motion, studio, asksWhere }: Props) => {
  const videoExports = videoExportsOf(studio);
  const state = videoExports.states[format].value;
  if (state.is === "waiting" || state.is === "going") {
    return <Going ext={format} state={state} onCancel={() => videoExports.cancel(format)} />;
  }
  const save = async (): Promise<void> => {
    const name = videoFileName(motion.source.name, format);
    try {
      const target = asksWhere ? await askWhere(name) : downloads(name);
      const request: VideoExportRequest = {
        format,
        source: motion.source,
        options: studio.params.options.peek(),
        target,
      };
      if (await videoExports.make(request)) studio.toast(`Saved ${name}`);
    } catch (error) {
      const failure = failureWords(error);
      if (failure !== null) studio.toast(failure);
    }
  };
  return (
    <div class="fmt-slot">
      <button type="button" class="fmt" onClick={save}>
        <span class="ext">{format}</span>
        <span class="d">{words}</span>
        <Size {...{ format, state, motion, studio }} />
      </button>
      {state.is === "failed" && (
        <p class="failed" role="alert">
          {state.words}
        </p>
      )}
    </div>
  );
};

/** The exact size once exported, an estimate before. */
const Size = ({ format, state, motion, studio }: Pick<Props, "motion" | "studio"> & SizeProps) => {
  const options = studio.params.options.value;
  const isMade = state.is === "done" && state.options === options && isSameSource(state.source, motion.source);
  const { seconds, frames } = motion;
  const size = isMade
    ? state.size
    : estimateSize(format, {
        size: { ...gridOf(studio.opened.value!, options), cellAspect: studio.params.all.value.cellAspect },
        frames,
        seconds,
        isColored: studio.params.all.value.color,
      });
  const title = isMade ? `${size.toLocaleString("en-US")} bytes` : "Estimate";
  return (
    <span class="sz" title={title}>
      {isMade ? sizeWords(size) : `about ${sizeWords(Math.round(size))}`}
    </span>
  );
};

type SizeProps = { readonly format: Props["row"]["format"]; readonly state: VideoExportState };

const isSameSource = (one: Motion["source"], other: Motion["source"]): boolean =>
  one.kind === "clip"
    ? other.kind === "clip" && one.file === other.file
    : other.kind === "recording" && one.recording === other.recording;

const Going = ({
  ext,
  state,
  onCancel,
}: {
  readonly ext: string;
  readonly state: Extract<VideoExportState, { is: "waiting" | "going" }>;
  readonly onCancel: () => void;
}) => {
  const { frame, count } = state.is === "going" ? state : { frame: 0, count: 0 };
  const percent = Math.floor((100 * frame) / Math.max(1, count));
  const words = count > 0 ? `Frame ${frame} of ${count}` : state.is === "going" ? "Starting" : "Waiting";
  return (
    <div class="fmt-slot busy">
      <div class="fmt">
        <span class="ext">{ext}</span>
        <span class="d">{words}</span>
        <button type="button" class="btn line" aria-label={`Cancel ${ext}`} onClick={onCancel}>
          Cancel
        </button>
        <span class="sz">{percent} %</span>
        <span
          class="bar known"
          role="progressbar"
          aria-label={`${ext} export`}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${percent}%` }} />
        </span>
      </div>
    </div>
  );
};

/**
 * File name of a video: `trip.mov` gives `trip.mp4`. Avoids the source's own name, and distinguishes the player from a
 * single frame's page.
 */
export const videoFileName = (source: string, format: VideoFormat): string => {
  const ending = format === "html" ? "player.html" : format;
  const name = `${stemOf(source)}.${ending}`;
  return name === source ? `${stemOf(source)}.ascii.${ending}` : name;
};

/** The studio's video exports, which outlive the dialog. */
const videoExportsOf = (studio: Studio): VideoExports => {
  const videoExports = VIDEO_EXPORTS.get(studio) ?? createVideoExports(exporterOf(studio));
  VIDEO_EXPORTS.set(studio, videoExports);
  return videoExports;
};

/** Exports in the font that pages are matched to. */
const exporterOf =
  ({ worker }: Studio): ExportVideo =>
  (job, options) => {
    const font = worker.ownFont.value?.profile.id as FontName | undefined;
    const matched = font === undefined ? job.options : { ...job.options, font };
    return exportVideo({ ...job, options: matched, ownFonts: worker.ownFonts.value }, options);
  };

const VIDEO_EXPORTS = new WeakMap<Studio, VideoExports>();

/** What a video's size depends on. */
type SizeFacts = {
  readonly size: PageShape;
  readonly frames: number;
  readonly seconds: number;
  readonly isColored: boolean;
};

/** Estimated bytes of a video. For MP4 and WebM it follows from the bitrate; for the others from typical values. */
export const estimateSize = (format: VideoFormat, { size, frames, seconds, isColored }: SizeFacts): number => {
  if (format === "mp4" || format === "webm") {
    return (bitrateFor(videoSizeFor(size), frames / seconds) * seconds) / 8;
  }
  const [plain, colored] = USUAL[format];
  const { width, height } = videoSizeFor(size);
  const places = format === "gif" ? width * height : size.columns * size.rows;
  return frames * places * (isColored ? colored : plain);
};

/** Bytes per frame in one ink and in color: for a GIF per pixel, for the others per cell. Measured: docs/decisions/0014-painting-and-exports.md. */
const USUAL = { gif: [0.015, 0.035], cast: [0.4, 6.5], html: [0.12, 1.1] } as const;

/** A requested export and its destination. */
export type VideoExportRequest = {
  readonly format: VideoFormat;
  readonly source: ExportSource;
  readonly options: RenderOptions;
  readonly target: SaveTarget;
};

/** State of a format's export. */
type VideoExportState =
  | { readonly is: "idle" }
  | { readonly is: "waiting" }
  /** 0 of 0 until the first frame is done. */
  | ({ readonly is: "going" } & ExportProgress)
  | { readonly is: "failed"; readonly words: string }
  /** Size in bytes for these parameters. */
  | { readonly is: "done"; readonly size: number; readonly source: ExportSource; readonly options: RenderOptions };

/** A studio's video exports. They continue after the dialog closes; one runs at a time, and one per format. */
type VideoExports = {
  readonly states: { readonly [Format in VideoFormat]: ReadonlySignal<VideoExportState> };
  /** Exports and saves a video. False if it was canceled or failed. */
  readonly make: (request: VideoExportRequest) => Promise<boolean>;
  readonly cancel: (format: VideoFormat) => void;
};

export type ExportVideo = (
  job: Omit<VideoExportRequest, "target">,
  options: Pick<ExportVideoOptions, "onProgress" | "signal">,
) => Promise<Blob>;

export const createVideoExports = (exportVideo: ExportVideo): VideoExports => {
  const idle = (): Signal<VideoExportState> => signal<VideoExportState>({ is: "idle" });
  const states = { mp4: idle(), webm: idle(), gif: idle(), cast: idle(), html: idle() };
  const stops = new Map<VideoFormat, AbortController>();
  let last: Promise<unknown> = Promise.resolve();

  const make = async ({ target, ...job }: VideoExportRequest): Promise<boolean> => {
    const state = states[job.format];
    const stop = new AbortController();
    stops.set(job.format, stop);
    state.value = { is: "waiting" };
    const onProgress = (progress: ExportProgress): void => {
      state.value = { is: "going", ...progress };
    };
    const made = last.then(() => {
      if (!stop.signal.aborted) onProgress({ frame: 0, count: 0, bytes: 0 });
      return exportVideo(job, { onProgress, signal: stop.signal });
    });
    last = made.catch(() => {});
    try {
      const file = await Promise.race([made, aborted(stop.signal)]);
      await target(file);
      state.value = { is: "done", size: file.size, source: job.source, options: job.options };
      return true;
    } catch (error) {
      const words = failureWords(error);
      state.value = words === null ? { is: "idle" } : { is: "failed", words };
      return false;
    }
  };
  return { states, make, cancel: (format) => stops.get(format)?.abort() };
};

/** Also cancels an export that still waits for another. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

/** The video formats, in the dialog's order. */
export const VIDEO_FORMATS = [
  { format: "mp4", words: "Video" },
  { format: "webm", words: "WebM video" },
  { format: "gif", words: "Animated GIF" },
  { format: "cast", words: "Terminal recording" },
  { format: "html", words: "Single-file player" },
] as const satisfies readonly { readonly format: VideoFormat; readonly words: string }[];
