import type { GridSize } from "@lumiglyph/contract";
import { bitrateFor } from "../film/bitrate-for.ts";
import type { FilmFormat } from "../film/film-formats.ts";
import { filmSizeFor } from "../film/film-size.ts";

/** What a film's size depends on, as far as it is known before. */
export type FilmFacts = {
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

/** Bytes of a frame, in one ink and in colors: of a GIF by its pixels, of the others by their cells. As measured for decision 29. */
const USUAL = { gif: [0.015, 0.035], cast: [0.4, 6.5], html: [0.12, 1.1] } as const;
