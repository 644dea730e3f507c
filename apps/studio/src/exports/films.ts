import type { ParsedParams } from "@lumiglyph/contract";
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { FilmFormat } from "../film/film-formats.ts";
import type { FilmProgress } from "../film/film-order.ts";
import type { FilmSource } from "../film/film-source.ts";
import type { MakeFilmOptions } from "../film/make-film.ts";
import { failureWords } from "./failure-words.ts";
import type { SaveTarget } from "./save-target.ts";

/** What is to be made of a film, and where it goes. */
export type FilmWish = {
  readonly format: FilmFormat;
  readonly source: FilmSource;
  readonly parsed: ParsedParams;
  readonly target: SaveTarget;
};

/** How a format is doing. */
export type FilmState =
  | { readonly is: "idle" }
  | { readonly is: "waiting" }
  /** Until the first frame is done, it is 0 of 0. */
  | ({ readonly is: "going" } & FilmProgress)
  | { readonly is: "failed"; readonly words: string }
  /** Bytes, of a film with these parameters. */
  | { readonly is: "done"; readonly size: number; readonly source: FilmSource; readonly parsed: ParsedParams };

/** The films of a studio. They go on when the dialog is closed; one is made at a time, and one of each format. */
export type Films = {
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
      state.value = { is: "done", size: file.size, source: order.source, parsed: order.parsed };
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
