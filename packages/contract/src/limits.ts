/** Fewest columns of an output. */
export const MIN_COLUMNS = 8;

/** Most cells (columns × rows) an output may have (answers 1.11). */
export const MAX_CELLS = 240_000;

/** Most characters of a caller's value that an error repeats. */
export const MAX_QUOTED = 64;

/** Most problems that one error lists; the rest is counted. */
export const MAX_PROBLEMS = 32;

/** Most fields, named parameters and sources together, that a request may carry. */
export const MAX_FIELDS = 64;

/** Most characters (UTF-16 code units) of a tool's result (answers 5.6): clients cut or refuse what is longer. */
export const MAX_RESULT_CHARACTERS = 500_000;

/** Bytes that a JSON body may have beyond its base64 image: the parameters. */
const JSON_OVERHEAD_BYTES = 64 * 1024;

/** Bytes of base64 that hold this many bytes of image, with the room for the other keys. */
export const jsonBodyLimit = (imageBytes: number): number => Math.ceil((imageBytes * 4) / 3) + JSON_OVERHEAD_BYTES;
