import { DEFAULT_PARAMS } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { stateOf } from "./row-state.ts";

const parsed = { params: { ...DEFAULT_PARAMS, contrast: 1.3 }, changed: ["contrast"] } as const;
const quality = { tuned: { gamma: { from: 1, to: 0.892 }, contrast: { from: 1.15, to: 1.33 } } };

test("what nobody has touched has its default", () => {
  expect(stateOf("sharpen", parsed, quality)).toEqual({ origin: "default", value: 0.35 });
  expect(stateOf("gamma", parsed, undefined)).toEqual({ origin: "default", value: 1 });
});

test("what was tuned shows the tuned value", () => {
  expect(stateOf("gamma", parsed, quality)).toEqual({ origin: "tuned", value: 0.892 });
});

test("what the person has set stays, even where the last picture was still tuned in it", () => {
  expect(stateOf("contrast", parsed, quality)).toEqual({ origin: "set", value: 1.3 });
});
