/** Codings that a file is kept in besides its plain bytes, the smallest first. */
const CODINGS = ["br", "gzip"] as const;

export type Coding = (typeof CODINGS)[number];

/** The coding to answer an `Accept-Encoding` with, or null for the plain bytes (RFC 9110, section 12.5.3). */
export const preferredCoding = (accepted: string | undefined): Coding | null => {
  const weights = new Map((accepted ?? "").split(",").map(weighted));
  const weightOf = (name: string): number => weights.get(name) ?? weights.get("*") ?? 0;
  const [best] = CODINGS.filter((coding) => weightOf(coding) > 0).toSorted((a, b) => weightOf(b) - weightOf(a));
  return best === undefined || (weights.get("identity") ?? 0) > weightOf(best) ? null : best;
};

/** One entry of the list with its weight; one that cannot be read weighs nothing. */
const weighted = (entry: string): readonly [name: string, weight: number] => {
  const [name = "", ...parameters] = entry
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
};
