import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Studio } from "../state/studio.ts";
import { sizeWords } from "../ui/format.ts";
import type { ExportProgress, VideoFormat } from "../worker/video/export-messages.ts";
import { stemOf } from "./export-file.ts";
import { askWhere, downloads, failureWords, type SaveTarget } from "./saving.ts";
import { type ExportVideoOptions, exportVideo, jobOf, type VideoRequest } from "./video-export.ts";

type Props = {
  readonly row: (typeof VIDEO_FORMATS)[number];
  readonly request: VideoRequest;
  readonly studio: Studio;
  readonly asksWhere: boolean;
  /** Estimated bytes of the file; undefined until known, null if it cannot be made. */
  readonly estimate: number | null | undefined;
};

/** A video format; clicking exports and saves it. Shows progress and a cancel button meanwhile. */
export const VideoRow = ({ row: { format, words }, request, studio, asksWhere, estimate }: Props) => {
  const videoExports = videoExportsOf(studio);
  const state = videoExports.states[format].value;
  if (state.is === "waiting" || state.is === "going") {
    return <Going ext={format} state={state} onCancel={() => videoExports.cancel(format)} />;
  }
  const save = async (): Promise<void> => {
    const name = videoFileName(request.motion.name, format);
    try {
      const target = asksWhere ? await askWhere(name) : downloads(name);
      if (await videoExports.make({ ...request, format, target })) studio.toast(`Saved ${name}`);
    } catch (error) {
      const failure = failureWords(error);
      if (failure !== null) studio.toast(failure);
    }
  };
  const made = state.is === "done" && isSameRequest(state.request, request) ? state.size : null;
  return (
    <div class="fmt-slot">
      <button type="button" class="fmt" onClick={save}>
        <span class="ext">{format}</span>
        <span class="d">{words}</span>
        <Size made={made} estimate={estimate} />
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
const Size = ({ made, estimate }: Pick<Props, "estimate"> & { readonly made: number | null }) => {
  if (made !== null) {
    return (
      <span class="sz" title={`${made.toLocaleString("en-US")} bytes`}>
        {sizeWords(made)}
      </span>
    );
  }
  if (typeof estimate !== "number") return <span class="sz">{estimate === null ? "" : "…"}</span>;
  return (
    <span class="sz" title="Estimate">
      about {sizeWords(estimate)}
    </span>
  );
};

const isSameRequest = (one: VideoRequest, other: VideoRequest): boolean =>
  one.motion.of === other.motion.of &&
  one.motion.range === other.motion.range &&
  one.options === other.options &&
  one.choice === other.choice;

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
export const videoExportsOf = (studio: Studio): VideoExports => {
  const videoExports = VIDEO_EXPORTS.get(studio) ?? createVideoExports(exporterOf(studio));
  VIDEO_EXPORTS.set(studio, videoExports);
  return videoExports;
};

const exporterOf =
  (studio: Studio): ExportVideo =>
  ({ format, ...request }, { signal }) => {
    // opened now, because another picture may be open when this export's turn comes
    const job = jobOf(studio, request, signal);
    job.catch(() => {});
    return async (onProgress) => exportVideo({ ...(await job), format }, { onProgress, signal });
  };

const VIDEO_EXPORTS = new WeakMap<Studio, VideoExports>();

/** A requested export and its destination. */
export type VideoExportRequest = VideoRequest & { readonly format: VideoFormat; readonly target: SaveTarget };

/** State of a format's export. */
type VideoExportState =
  | { readonly is: "idle" }
  | { readonly is: "waiting" }
  /** 0 of 0 until the first frame is done. */
  | ({ readonly is: "going" } & ExportProgress)
  | { readonly is: "failed"; readonly words: string }
  /** Size in bytes of what was requested. */
  | { readonly is: "done"; readonly size: number; readonly request: VideoRequest };

/** A studio's video exports. They continue after the dialog closes; one runs at a time, and one per format. */
export type VideoExports = {
  readonly states: { readonly [Format in VideoFormat]: ReadonlySignal<VideoExportState> };
  /** Exports and saves a video. False if it was canceled or failed. */
  readonly make: (request: VideoExportRequest) => Promise<boolean>;
  readonly cancel: (format: VideoFormat) => void;
};

/** Prepares an export; the returned function runs it. */
export type ExportVideo = (
  job: Omit<VideoExportRequest, "target">,
  options: Pick<ExportVideoOptions, "signal">,
) => (onProgress: ExportVideoOptions["onProgress"]) => Promise<Blob>;

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
    const run = exportVideo(job, { signal: stop.signal });
    const made = last.then(() => {
      if (!stop.signal.aborted) onProgress({ frame: 0, count: 0, bytes: 0 });
      return run(onProgress);
    });
    last = made.catch(() => {});
    try {
      const file = await Promise.race([made, aborted(stop.signal)]);
      await target(file);
      state.value = { is: "done", size: file.size, request: job };
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
