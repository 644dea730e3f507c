import type { Field } from "@lumiglyph/contract";

/**
 * The fields of a request target's query, repeated keys and all. Whatever is no valid escape or no valid UTF-8 becomes text
 * that no parameter is spelled with, so that nothing a caller writes can throw here.
 */
export const queryFields = (target: string): readonly Field[] => {
  const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value, origin: "query" }));
};
