import { makeFilm } from "../film/make-film.ts";
import type { Studio } from "../state/studio.ts";
import { createFilms, type Films } from "./films.ts";

/** The films of a studio, which outlive the dialog that they are ordered in. */
export const filmsOf = (studio: Studio): Films => {
  const films = FILMS.get(studio) ?? createFilms(makeFilm);
  FILMS.set(studio, films);
  return films;
};

const FILMS = new WeakMap<Studio, Films>();
