/** What films are developed into. */
export type VideoFormat = "mp4" | "webm" | "gif" | "cast" | "html";
