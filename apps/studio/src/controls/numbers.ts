import type { Param } from "@lumiglyph/contract";

/** A row of the contract's table whose value is a number. */
export type NumberParam = Extract<Param, { readonly min: number }>;

type Range = Pick<NumberParam, "kind" | "min" | "max" | "step">;

/** A number as people read it: as many decimals as the step has, one or two more where the value is finer than that. */
export const formatNumber = (value: number, step: number): string => {
  const digits = decimals(step);
  const enough = [digits, digits + 1].find((count) => Math.abs(Number(value.toFixed(count)) - value) < ROUNDING);
  return value.toFixed(enough ?? digits + 2).replace("-", "−");
};

/** The number that a text spells, with a comma or a typographer's minus if need be; null where it spells none. */
export const readNumber = (text: string): number | null => {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  return /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)$/.test(plain) ? Number(plain) : null;
};

/** The value within the range; of an integer the nearest whole number. */
export const clampTo = ({ kind, min, max }: Range, value: number): number =>
  Math.min(max, Math.max(min, kind === "integer" ? Math.round(value) : tidy(value)));

/** The nearest value on the grid of the row's steps, or of a tenth of them. */
export const snapTo = (range: Range, value: number, fine: boolean): number => {
  const step = fine && range.kind !== "integer" ? range.step / 10 : range.step;
  return clampTo(range, range.min + Math.round((value - range.min) / step) * step);
};

/** The next value on the grid in a direction: some steps further, or tenths of steps. */
export const nudge = (range: Range, value: number, steps: number, fine: boolean): number =>
  snapTo(range, value + steps * (fine && range.kind !== "integer" ? range.step / 10 : range.step), fine);

/** Where in the range a value lies, 0 to 1. */
export const fractionOf = ({ min, max }: Range, value: number): number => (value - min) / (max - min);

const decimals = (step: number): number => String(step).split(".")[1]?.length ?? 0;

/** Sums of binary fractions have tails that no one has asked for. */
const tidy = (value: number): number => Number(value.toFixed(6));

const ROUNDING = 1e-6;
