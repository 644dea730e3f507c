import type { Param } from "@lumiglyph/contract";

/** A numeric row of the parameter table. */
export type NumberParam = Extract<Param, { readonly min: number }>;

type Range = Pick<NumberParam, "kind" | "min" | "max" | "step" | "none">;

/** Formats a number with the step's decimals, and one or two more if the value is finer. */
export const formatNumber = (value: number, step: number): string => {
  const digits = decimals(step);
  const enough = [digits, digits + 1].find((count) => Math.abs(Number(value.toFixed(count)) - value) < ROUNDING);
  return value.toFixed(enough ?? digits + 2).replace("-", "−");
};

/** Parses a number, accepting a comma and a typographic minus; null if it is none. */
export const readNumber = (text: string): number | null => {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  return /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)$/.test(plain) ? Number(plain) : null;
};

/**
 * Clamps to the range, and rounds integers. If 0 means none, everything below the range becomes 0.
 */
export const clampTo = ({ kind, min, max, none }: Range, value: number): number =>
  none && value < min ? 0 : Math.min(max, Math.max(min, kind === "integer" ? Math.round(value) : tidy(value)));

/** Rounds to the row's steps, or to tenths of them. */
export const snapTo = (range: Range, value: number, fine: boolean): number => {
  const step = fine && range.kind !== "integer" ? range.step / 10 : range.step;
  return clampTo(range, range.min + Math.round((value - range.min) / step) * step);
};

/** The next value some steps, or tenths of steps, further. */
export const nudge = (range: Range, value: number, steps: number, fine: boolean): number => {
  const from = Math.max(value, startOf(range));
  return snapTo(range, from + steps * (fine && range.kind !== "integer" ? range.step / 10 : range.step), fine);
};

/** Where a slider starts: "none" has its own step, if it is allowed. */
export const startOf = ({ min, step, none }: Range): number => (none ? min - step : min);

/** Position in the range, 0 to 1. */
export const fractionOf = (range: Range, value: number): number =>
  Math.max(0, (value - startOf(range)) / (range.max - startOf(range)));

const decimals = (step: number): number => String(step).split(".")[1]?.length ?? 0;

/** Removes binary rounding errors. */
const tidy = (value: number): number => Number(value.toFixed(6));

const ROUNDING = 1e-6;
