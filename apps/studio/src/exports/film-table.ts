import type { VideoFormat } from "../film/film-formats.ts";

/** The formats of what moves, in the order of the sheet. */
export const VIDEO_FORMATS = [
  { format: "mp4", words: "Video" },
  { format: "webm", words: "Video, open codecs" },
  { format: "gif", words: "Looping picture" },
  { format: "cast", words: "Terminal recording" },
  { format: "html", words: "Player in one file" },
] as const satisfies readonly { readonly format: VideoFormat; readonly words: string }[];
