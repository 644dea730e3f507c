import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { settingsFor } from "../testing/test-parts.ts";
import { decodeLimits } from "./render.ts";
import { createRenderer, createWorkerSteps } from "./renderer.ts";

const bytes = readFileSync(new URL("../../../../fixtures/charts/ramp.png", import.meta.url));
const job = { bytes, options: { columns: 24 }, limits: decodeLimits(settingsFor()) };
const never = new AbortController().signal;

/** The output and warnings of a renderer on the current host. */
const drawn = async () => {
  const warnings: string[] = [];
  const { body } = await createRenderer(
    () => 0,
    (sentence) => warnings.push(sentence),
  )(job, never);
  return { body, warnings };
};

afterEach(() => vi.unstubAllGlobals());

describe("a renderer", () => {
  test("warns about nothing if WebAssembly works", async () => {
    expect((await drawn()).warnings).toEqual([]);
  });

  test.each([
    ["cannot compile SIMD", { instantiate: () => Promise.reject(new Error("invalid opcode 0xfd")) }],
    ["has no WebAssembly", undefined],
  ])("renders the same on a host that %s, and warns once", async (_what, host) => {
    const { body } = await drawn();
    vi.stubGlobal("WebAssembly", host);
    const slow = await drawn();
    expect(slow.body).toEqual(body);
    expect(slow.warnings).toEqual([
      "This machine does not support WebAssembly SIMD: renders are slower, but identical.",
    ]);
  });
});

describe("worker steps", () => {
  describe("createWorkerSteps", () => {
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

    test("records start and duration in thousandths", () => {
      expect(taken(["tone", "encode"]).steps()).toEqual([
        { name: "tone", at: 0, ms: 2 },
        { name: "encode", at: 3, ms: 2 },
      ]);
      const steps = createWorkerSteps(() => 0, 0.25);
      steps.add("decode", 0.25, 1.333_333);
      expect(steps.steps()).toEqual([{ name: "decode", at: 0, ms: 1.083 }]);
    });

    test("merges consecutive steps of the same name, from first start to last end", () => {
      expect(taken(["analyze", "analyze", "analyze", "tone", "analyze"]).steps()).toEqual([
        { name: "analyze", at: 0, ms: 8 },
        { name: "tone", at: 9, ms: 2 },
        { name: "analyze", at: 12, ms: 2 },
      ]);
    });

    test("sums durations by name, without the gaps", () => {
      expect(taken(["analyze", "tone", "analyze"]).ms("analyze")).toBe(4);
      expect(taken(["tone"]).ms("encode")).toBe(0);
    });

    test("returns the result of the work", () => {
      expect(createWorkerSteps(() => 0, 0).watch("tone", () => "page")).toBe("page");
    });
  });
});
