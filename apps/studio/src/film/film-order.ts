import type { RenderOptions } from "@lumiglyph/contract";
import type { VideoFormat } from "./film-formats.ts";
import type { ExportSource } from "./film-source.ts";

/** What the page asks of a Worker that it has started for one film. */
export type ExportMessage = {
  readonly type: "export";
  readonly source: ExportSource;
  /** What a clip is drawn with; a recording is drawn already. */
  readonly options: RenderOptions;
  readonly format: VideoFormat;
};

/** What the Worker tells of it. */
export type ExportReply =
  | ({ readonly type: "progress" } & ExportProgress)
  | { readonly type: "done"; readonly file: Blob }
  /** A sentence for people. */
  | { readonly type: "failed"; readonly message: string };

export type ExportProgress = {
  /** Frames that are done, of how many. */
  readonly frame: number;
  readonly count: number;
  /** Bytes of the file so far. */
  readonly bytes: number;
};
