import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { settingsFor } from "../testing/test-parts.ts";
import { decodeLimits } from "./render.ts";
import { createRenderer } from "./renderer.ts";

const bytes = readFileSync(new URL("../../../../fixtures/charts/ramp.png", import.meta.url));
const job = { bytes, options: { columns: 24 }, limits: decodeLimits(settingsFor()) };
const never = new AbortController().signal;

/** What a renderer of this moment's host draws, and what it warns of. */
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
  test("warns of nothing where WebAssembly runs", async () => {
    expect((await drawn()).warnings).toEqual([]);
  });

  test.each([
    ["cannot compile SIMD", { instantiate: () => Promise.reject(new Error("invalid opcode 0xfd")) }],
    ["has no WebAssembly", undefined],
  ])("draws the same on a host that %s, and warns once", async (_what, host) => {
    const { body } = await drawn();
    vi.stubGlobal("WebAssembly", host);
    const slow = await drawn();
    expect(slow.body).toEqual(body);
    expect(slow.warnings).toEqual(["This machine runs no WebAssembly with SIMD: renders are the same, but slower."]);
  });
});
