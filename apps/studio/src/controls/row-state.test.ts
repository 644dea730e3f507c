import { expect, test } from "vitest";
import { stateOf } from "./use-row.ts";

const options = { contrast: 1.3 };
const quality = { tuned: { gamma: { from: 1, to: 0.892 }, contrast: { from: 1.15, to: 1.33 } } };

test("what nobody has touched has its default", () => {
  expect(stateOf("sharpen", options, quality)).toEqual({ origin: "default", value: 0.35 });
  expect(stateOf("gamma", options, undefined)).toEqual({ origin: "default", value: 1 });
});

test("what was tuned shows the tuned value", () => {
  expect(stateOf("gamma", options, quality)).toEqual({ origin: "tuned", value: 0.892 });
});

test("what the person has set stays, even where the last picture was still tuned in it", () => {
  expect(stateOf("contrast", options, quality)).toEqual({ origin: "set", value: 1.3 });
});

test("what the person has set to its default is set, not tuned", () => {
  expect(stateOf("gamma", { gamma: 1 }, quality)).toEqual({ origin: "set", value: 1 });
});
