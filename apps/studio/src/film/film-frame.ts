import type { PaintedPage, Rgb } from "../paint/page.ts";

/** One frame of a film in characters. Its arrays hold until the next frame is asked for. */
export type FilmFrame = {
  /** Seconds from the film's beginning. */
  readonly time: number;
  /** Seconds that it stands. */
  readonly duration: number;
  readonly page: FilmPage;
};

/** What a frame shows: a film always has a ground. */
export type FilmPage = PaintedPage & { readonly ground: Rgb };
