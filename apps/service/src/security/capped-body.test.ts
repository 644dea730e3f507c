import { Refusal } from "@lumiglyph/contract";
import { describe, expect, it } from "vitest";
import { readCapped } from "./capped-body.ts";

async function* pieces(...sizes: number[]): AsyncGenerator<Uint8Array> {
  let next = 0;
  for (const size of sizes) yield Uint8Array.from({ length: size }, () => next++ & 255);
}

const tooLarge = (maxBytes: number) => new Refusal("image_too_large", `over ${maxBytes}`);

describe("readCapped", () => {
  it("joins chunks in order", async () => {
    expect(await readCapped(pieces(1, 0, 3), 10, tooLarge)).toEqual(Uint8Array.of(0, 1, 2, 3));
  });

  it("grows past its first buffer up to the limit", async () => {
    const bytes = await readCapped(pieces(65_535, 2, 100_000, 34_463), 200_000, tooLarge);
    expect(bytes).toHaveLength(200_000);
    expect(bytes.every((value, i) => value === (i & 255))).toBe(true);
    expect(bytes.buffer.byteLength).toBe(200_000);
  });

  it("stops at one byte too many, without reading on", async () => {
    let asked = 0;
    async function* endless() {
      for (; ; asked++) yield new Uint8Array(4);
    }
    await expect(readCapped(endless(), 10, tooLarge)).rejects.toThrow("over 10");
    expect(asked).toBe(2);
  });
});
