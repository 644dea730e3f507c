import type { RenderOptions } from "@lumiglyph/contract";
import type { FilmFormat } from "./film-formats.ts";
import type { FilmSource } from "./film-source.ts";

/** What the page asks of a Worker that it has started for one film. */
export type FilmOrder = {
  readonly type: "film";
  readonly source: FilmSource;
  /** What a clip is drawn with; a recording is drawn already. */
  readonly options: RenderOptions;
  readonly format: FilmFormat;
};

/** What the Worker tells of it. */
export type FilmReport =
  | ({ readonly type: "progress" } & FilmProgress)
  | { readonly type: "done"; readonly file: Blob }
  /** A sentence for people. */
  | { readonly type: "failed"; readonly message: string };

export type FilmProgress = {
  /** Frames that are done, of how many. */
  readonly frame: number;
  readonly count: number;
  /** Bytes of the file so far. */
  readonly bytes: number;
};
