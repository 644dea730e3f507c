/** What films are developed into. */
export type FilmFormat = "mp4" | "webm" | "gif" | "cast" | "html";
