import { PARAM_NAMES, paramRow } from "@lumiglyph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { clampTo, formatNumber, fractionOf, type NumberParam, nudge, readNumber, snapTo } from "./numbers.ts";

const ROWS = PARAM_NAMES.map(paramRow).filter((row): row is NumberParam => "min" in row);
const contrast = { kind: "number", min: 0.2, max: 4, step: 0.05 } as const;
const columns = { kind: "integer", min: 8, max: 400, step: 1 } as const;

test("a number has the decimals of its step", () => {
  expect(formatNumber(1, 0.05)).toBe("1.00");
  expect(formatNumber(1.8, 0.1)).toBe("1.8");
  expect(formatNumber(0.03, 0.005)).toBe("0.030");
  expect(formatNumber(120, 1)).toBe("120");
});

test("a value finer than its step shows more decimals", () => {
  expect(formatNumber(0.892, 0.05)).toBe("0.892");
  expect(formatNumber(-13.5, 1)).toBe("−13.5");
  expect(formatNumber(0.0305, 0.005)).toBe("0.0305");
  expect(formatNumber(1.23456, 0.05)).toBe("1.2346");
});

test("numbers are parsed as people write them", () => {
  expect(readNumber(" 1.3 ")).toBe(1.3);
  expect(readNumber("1,3")).toBe(1.3);
  expect(readNumber("−15")).toBe(-15);
  expect(readNumber(".5")).toBe(0.5);
});

test("other text is not a number", () => {
  for (const text of ["", "abc", "1.2.3", "1e3", "0x10", "Infinity", "12px", "-"]) expect(readNumber(text)).toBeNull();
});

test("formatting and parsing gives the same number", () => {
  for (const row of ROWS) {
    fc.assert(
      fc.property(fc.double({ min: row.min, max: row.max, noNaN: true }), fc.boolean(), (value, fine) => {
        const snapped = snapTo(row, value, fine);
        expect(readNumber(formatNumber(snapped, row.step))).toBeCloseTo(snapped, 6);
      }),
      { numRuns: 50 },
    );
  }
});

test("values are clamped to the range, and columns are integers", () => {
  expect(clampTo(contrast, 9)).toBe(4);
  expect(clampTo(contrast, -9)).toBe(0.2);
  expect(clampTo(contrast, 1.237)).toBe(1.237);
  expect(clampTo(columns, 99.6)).toBe(100);
});

test("a slider snaps to steps, with Shift to tenths of them", () => {
  expect(snapTo(contrast, 1.2371, false)).toBe(1.25);
  expect(snapTo(contrast, 1.2371, true)).toBe(1.235);
  expect(snapTo(columns, 99.6, true)).toBe(100);
});

test("every default lies on the grid", () => {
  for (const row of ROWS) expect(snapTo(row, row.default, false)).toBe(row.default);
});

test("an arrow key goes to the next step, even from between two", () => {
  expect(nudge(contrast, 1.15, 1, false)).toBe(1.2);
  expect(nudge(contrast, 1.15, -1, true)).toBe(1.145);
  expect(nudge(contrast, 0.892, 1, false)).toBe(0.95);
  expect(nudge(contrast, 4, 1, false)).toBe(4);
  expect(nudge(columns, 120, 1, true)).toBe(121);
});

test("the ends of a range map to 0 and 1", () => {
  expect([8, 204, 400].map((value) => fractionOf(columns, value))).toEqual([0, 0.5, 1]);
});
