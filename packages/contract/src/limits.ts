/** Minimum columns of an output. */
export const MIN_COLUMNS = 8;

/** Maximum rows of a request; with them any picture's grid stays within `MAX_CELLS`. */
export const MAX_ROWS = 400;

/** Maximum cells (columns × rows) of an output (answers 1.11). */
export const MAX_CELLS = 240_000;

/** The largest image that is accepted, unless the operator sets other limits. */
export const IMAGE_LIMITS = { pixels: 40_000_000, side: 12_000 } as const;

/** The largest image that any decoder opens. */
export const LARGEST_IMAGE = { pixels: 268_402_689, side: 65_535 } as const;

/** Maximum characters of a client's value quoted in an error. */
export const MAX_QUOTED = 64;

/** Maximum problems listed in one error; the rest are counted. */
export const MAX_PROBLEMS = 32;

/** Maximum fields of a request, parameters and sources together. */
export const MAX_FIELDS = 96;

/**
 * Maximum characters (UTF-16 code units) of a tool result's text, unless a call allows more
 * (answers 5.6): about 10,000 tokens, beyond which some clients warn about a result or truncate it.
 */
export const USUAL_RESULT_CHARACTERS = 30_000;

/** Upper limit of `maxCharacters` in a tool call. */
export const MAX_RESULT_CHARACTERS = 500_000;

/**
 * Minimum shorter side of a picture, in pixels; below it the tool asks for confirmation (answers
 * 5.9).
 */
export const SMALLEST_UNASKED_SIDE = 16;

/** Bytes of a JSON body besides its base64 image, for the parameters. */
const JSON_OVERHEAD_BYTES = 64 * 1024;

/** Maximum JSON body for an image of so many bytes: its base64 and the other keys. */
export const jsonBodyLimit = (imageBytes: number): number => Math.ceil((imageBytes * 4) / 3) + JSON_OVERHEAD_BYTES;
