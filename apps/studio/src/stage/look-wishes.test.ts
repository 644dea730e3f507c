import { DEFAULT_PARAMS } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { LOOKS, lookValues } from "../state/looks.ts";
import { lookOptions, looksKey } from "./contact-sheet.tsx";

const TUNED = { ...DEFAULT_PARAMS, columns: 160, gamma: 0.8, charset: "blocks", color: true } as const;

test("every look is drawn with what the person and the Auto Director have set, and what makes it that look", () => {
  const variants = lookOptions(TUNED);
  expect(variants).toHaveLength(LOOKS.length);
  for (const [index, options] of variants.entries()) {
    expect(options).toEqual({ ...TUNED, ...lookValues(LOOKS[index]!), autoOptimize: 0 });
  }
  expect(variants[0]!.charset).toBe("detailed");
});

test("choosing another look, more columns or another format does not make another contact sheet", () => {
  expect(looksKey(TUNED)).toBe(looksKey({ ...TUNED, ...lookValues(LOOKS[4]), columns: 80, format: "svg" }));
});

test("a parameter that all looks share does", () => {
  expect(looksKey({ ...TUNED, gamma: 0.85 })).not.toBe(looksKey(TUNED));
});
