/** An id that a test file cites. */
export type Citation = { readonly file: string; readonly id: string };

/** The ids that a test file cites: string literals in the brackets of a `verifies([...], ...)` that starts its line. */
export const citationsIn = (file: string, text: string): Citation[] =>
  [...text.matchAll(CALL)].flatMap(([, ids]) => [...ids!.matchAll(LITERAL)].map(([, id]) => ({ file, id: id! })));

/** Calls whose ids are not all literals, so that nobody can count them without running the tests. */
export const unreadableCallsIn = (file: string, text: string): string[] => {
  const calls = text.match(/^[ \t]*verifies\s*\(/gm)?.length ?? 0;
  return calls === [...text.matchAll(CALL)].length ? [] : [`${file} has a verifies() without literal ids`];
};

/** Anchored at the start of a line: a call that is commented out is no citation. */
const CALL = /^[ \t]*verifies\s*\(\s*\[((?:\s*"[^"\n]*"\s*,?)+)\s*\]/gm;
const LITERAL = /"([^"\n]*)"/g;
