import { MAX_QUOTED } from "./limits.ts";

/** A caller's value as an error repeats it: short, on one line, with no control characters. */
export const quote = (value: unknown): string => {
  const text = typeof value === "string" ? value : describe(value);
  const shown = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
  // line separators, lone surrogates and control characters would make the error body itself hard to print or to parse
  return shown.replace(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/gu, "\uFFFD");
};

const describe = (value: unknown): string => {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "an array";
  if (value instanceof Uint8Array) return "a file";
  return "an object";
};
