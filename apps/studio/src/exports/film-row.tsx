import type { GridSize, RenderOptions } from "@lumiglyph/contract";
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { bitrateFor } from "../film/bitrate-for.ts";
import type { FilmFormat } from "../film/film-formats.ts";
import type { FilmProgress } from "../film/film-order.ts";
import { filmSizeFor } from "../film/film-size.ts";
import type { FilmSource } from "../film/film-source.ts";
import { type MakeFilmOptions, makeFilm } from "../film/make-film.ts";
import type { Studio } from "../state/studio.ts";
import { failureWords } from "./failure-words.ts";
import { stemOf } from "./file-name.ts";
import type { FILM_TABLE } from "./film-table.ts";
import { gridOf } from "./grid-of.ts";
import type { Motion } from "./motion-of.ts";
import { askWhere, downloads, type SaveTarget } from "./save-target.ts";
import { sizeWords } from "./size-words.ts";

type Props = {
  readonly row: (typeof FILM_TABLE)[number];
  readonly motion: Motion;
  readonly studio: Studio;
  readonly asks: boolean;
};

/** A format of what moves: a press makes it and saves it. Meanwhile the row tells how far it is, and has a button that stops it. */
export const FilmRow = ({ row: { format, words }, motion, studio, asks }: Props) => {
  const films = filmsOf(studio);
  const state = films.states[format].value;
  if (state.is === "waiting" || state.is === "going") {
    return <Going ext={format} state={state} onCancel={() => films.cancel(format)} />;
  }
  const save = async (): Promise<void> => {
    const name = filmName(motion.source.name, format);
    try {
      const target = asks ? await askWhere(name) : downloads(name);
      const wish: FilmWish = { format, source: motion.source, options: studio.params.options.peek(), target };
      if (await films.make(wish)) studio.toast(`Saved ${name}`);
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

/** Exact where the film was made, else about. */
const Size = ({ format, state, motion, studio }: Pick<Props, "motion" | "studio"> & SizeProps) => {
  const options = studio.params.options.value;
  const isMade = state.is === "done" && state.options === options && isSameSource(state.source, motion.source);
  const { seconds, frames } = motion;
  const size = isMade
    ? state.size
    : filmEstimate(format, {
        size: gridOf(studio.opened.value!, options),
        frames,
        seconds,
        isColored: studio.params.all.value.color,
      });
  const title = isMade ? `${size.toLocaleString("en-US")} bytes` : "An estimate";
  return (
    <span class="sz" title={title}>
      {isMade ? sizeWords(size) : `about ${sizeWords(Math.round(size))}`}
    </span>
  );
};

type SizeProps = { readonly format: Props["row"]["format"]; readonly state: FilmState };

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
  readonly state: Extract<FilmState, { is: "waiting" | "going" }>;
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

/** The name of a film: `trip.mov` gives `trip.mp4`. One that would be the source's own is told apart, and so is the player from a page of one frame. */
export const filmName = (source: string, format: FilmFormat): string => {
  const ending = format === "html" ? "player.html" : format;
  const name = `${stemOf(source)}.${ending}`;
  return name === source ? `${stemOf(source)}.ascii.${ending}` : name;
};

/** The films of a studio, which outlive the dialog that they are ordered in. */
const filmsOf = (studio: Studio): Films => {
  const films = FILMS.get(studio) ?? createFilms(makeFilm);
  FILMS.set(studio, films);
  return films;
};

const FILMS = new WeakMap<Studio, Films>();

/** What a film's size depends on, as far as it is known before. */
type FilmFacts = {
  readonly size: GridSize;
  readonly frames: number;
  readonly seconds: number;
  readonly isColored: boolean;
};

/** About how many bytes a film will have. Encoders of video are told how many; the others are guessed by what is usual. */
export const filmEstimate = (format: FilmFormat, { size, frames, seconds, isColored }: FilmFacts): number => {
  if (format === "mp4" || format === "webm") {
    return (bitrateFor(filmSizeFor(size), frames / seconds) * seconds) / 8;
  }
  const [plain, colored] = USUAL[format];
  const { width, height } = filmSizeFor(size);
  const places = format === "gif" ? width * height : size.columns * size.rows;
  return frames * places * (isColored ? colored : plain);
};

/** Bytes of a frame, in one ink and in colors: of a GIF by its pixels, of the others by their cells. Measured: docs/decisions/0014-painting-and-exports.md. */
const USUAL = { gif: [0.015, 0.035], cast: [0.4, 6.5], html: [0.12, 1.1] } as const;

/** What is to be made of a film, and where it goes. */
export type FilmWish = {
  readonly format: FilmFormat;
  readonly source: FilmSource;
  readonly options: RenderOptions;
  readonly target: SaveTarget;
};

/** How a format is doing. */
type FilmState =
  | { readonly is: "idle" }
  | { readonly is: "waiting" }
  /** Until the first frame is done, it is 0 of 0. */
  | ({ readonly is: "going" } & FilmProgress)
  | { readonly is: "failed"; readonly words: string }
  /** Bytes, of a film with these parameters. */
  | { readonly is: "done"; readonly size: number; readonly source: FilmSource; readonly options: RenderOptions };

/** The films of a studio. They go on when the dialog is closed; one is made at a time, and one of each format. */
type Films = {
  readonly states: { readonly [Format in FilmFormat]: ReadonlySignal<FilmState> };
  /** Makes a film and saves it. True where that has come to a good end; false where it was stopped, or has failed. */
  readonly make: (wish: FilmWish) => Promise<boolean>;
  readonly cancel: (format: FilmFormat) => void;
};

export type MakeFilm = (
  order: Omit<FilmWish, "target">,
  options: Pick<MakeFilmOptions, "onProgress" | "signal">,
) => Promise<Blob>;

export const createFilms = (makeFilm: MakeFilm): Films => {
  const idle = (): Signal<FilmState> => signal<FilmState>({ is: "idle" });
  const states = { mp4: idle(), webm: idle(), gif: idle(), cast: idle(), html: idle() };
  const stops = new Map<FilmFormat, AbortController>();
  let last: Promise<unknown> = Promise.resolve();

  const make = async ({ target, ...order }: FilmWish): Promise<boolean> => {
    const state = states[order.format];
    const stop = new AbortController();
    stops.set(order.format, stop);
    state.value = { is: "waiting" };
    const onProgress = (progress: FilmProgress): void => {
      state.value = { is: "going", ...progress };
    };
    const film = last.then(() => {
      if (!stop.signal.aborted) onProgress({ frame: 0, count: 0, bytes: 0 });
      return makeFilm(order, { onProgress, signal: stop.signal });
    });
    last = film.catch(() => {});
    try {
      const file = await Promise.race([film, aborted(stop.signal)]);
      await target(file);
      state.value = { is: "done", size: file.size, source: order.source, options: order.options };
      return true;
    } catch (error) {
      const words = failureWords(error);
      state.value = words === null ? { is: "idle" } : { is: "failed", words };
      return false;
    }
  };
  return { states, make, cancel: (format) => stops.get(format)?.abort() };
};

/** One that waits for another is stopped at once, too. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
