import type { FilmFormat } from "../film/film-formats.ts";
import { stemOf } from "./file-name.ts";

/** The name of a film: `trip.mov` gives `trip.mp4`. One that would be the source's own is told apart, and so is the player from a page of one frame. */
export const filmName = (source: string, format: FilmFormat): string => {
  const ending = format === "html" ? "player.html" : format;
  const name = `${stemOf(source)}.${ending}`;
  return name === source ? `${stemOf(source)}.ascii.${ending}` : name;
};
