import { ERRORS, LIBRARY_WORDS, type Words } from "@lumiglyph/contract";

/** The words of HTTP: a client sends parameters in a request. */
export const HTTP_WORDS: Words = {
  ...LIBRARY_WORDS,
  choose: "Send one of",
  whole: "The request has",
  says: (code) => ERRORS[code].says,
};
