import type { PaintedPage, Rgb } from "../paint/page.ts";

/** One frame of a film in characters. Its arrays hold until the next frame is asked for. */
export type SequenceFrame = {
  /** Seconds from the film's beginning. */
  readonly time: number;
  /** Seconds that it stands. */
  readonly duration: number;
  readonly page: OpaquePage;
};

/** What a frame shows: a film always has a ground. */
export type OpaquePage = PaintedPage & { readonly ground: Rgb };
