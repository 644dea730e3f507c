import { describe, expect, test } from "vitest";
import { createWorkerSteps } from "./renderer.ts";

describe("a worker's steps", () => {
  const taken = (names: readonly ("tone" | "analyze" | "encode")[]) => {
    let now = 100;
    const steps = createWorkerSteps(() => now, 100);
    for (const name of names) {
      steps.watch(name, () => {
        now += 2;
      });
      now += 1;
    }
    return steps;
  };

  test("are told by when they began and how long they took, to a thousandth", () => {
    expect(taken(["tone", "encode"]).steps()).toEqual([
      { name: "tone", at: 0, ms: 2 },
      { name: "encode", at: 3, ms: 2 },
    ]);
    const steps = createWorkerSteps(() => 0, 0.25);
    steps.add("decode", 0.25, 1.333_333);
    expect(steps.steps()).toEqual([{ name: "decode", at: 0, ms: 1.083 }]);
  });

  test("of one name in a row are one, from the first's beginning to the last's end", () => {
    expect(taken(["analyze", "analyze", "analyze", "tone", "analyze"]).steps()).toEqual([
      { name: "analyze", at: 0, ms: 8 },
      { name: "tone", at: 9, ms: 2 },
      { name: "analyze", at: 12, ms: 2 },
    ]);
  });

  test("sum up by name, without what lay between them", () => {
    expect(taken(["analyze", "tone", "analyze"]).ms("analyze")).toBe(4);
    expect(taken(["tone"]).ms("encode")).toBe(0);
  });

  test("give back what the work does", () => {
    expect(createWorkerSteps(() => 0, 0).watch("tone", () => "page")).toBe("page");
  });
});
