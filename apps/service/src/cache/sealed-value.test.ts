import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createKeyedHash } from "../shared/shared-settings.ts";
import { renderedAs } from "../testing/test-parts.ts";
import { cachedFields } from "./cached-output.ts";
import { createSeal } from "./sealed-value.ts";

const KEY = "some:key";
const hash = createKeyedHash("secret");
const seal = createSeal(hash);

const sealed = async (body: string | Buffer = "###\n"): Promise<Buffer> => {
  const value = await seal.close(KEY, { ...renderedAs(""), body: Buffer.from(body) });
  if (value === null) throw new Error("too large");
  return value;
};

describe("a sealed value", () => {
  test("restores any output exactly, without its timings", async () => {
    const outputs = fc.record({
      body: fc.uint8Array({ maxLength: 4096 }),
      rmse: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(outputs, async ({ body, rmse }) => {
        const drawn = renderedAs("");
        const output = { ...drawn, body, glyphs: { ...drawn.glyphs, rmse } };
        const value = await seal.close(KEY, output);
        expect(await seal.open(KEY, value ?? Buffer.of())).toEqual({
          ...cachedFields(output),
          body: Buffer.from(body),
        });
      }),
      { numRuns: 50 },
    );
    expect(Object.keys((await seal.open(KEY, await sealed())) ?? {})).not.toContain("timings");
  });

  test("is rejected if any single bit has changed", async () => {
    const value = await sealed();
    for (let bit = 0; bit < value.length * 8; bit++) {
      const damaged = Buffer.from(value);
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(await seal.open(KEY, damaged)).toBeNull();
    }
  });

  test("is rejected if it is truncated, extended, empty or from another program", async () => {
    const value = await sealed();
    const others = [
      ...Array.from({ length: value.length }, (_, length) => value.subarray(0, length)),
      Buffer.concat([value, Buffer.of(0)]),
      Buffer.from("a value of another program"),
      randomBytes(value.length),
    ];
    for (const other of others) expect(await seal.open(KEY, other)).toBeNull();
  });

  test("opens only with its own key and secret", async () => {
    const value = await sealed();
    expect(await seal.open(KEY, value)).not.toBeNull();
    expect(await seal.open("other:key", value)).toBeNull();
    expect(await createSeal(createKeyedHash("another")).open(KEY, value)).toBeNull();
    expect(await createSeal(createKeyedHash(null)).open(KEY, value)).toBeNull();
  });

  test("is not unpacked beyond its declared size, even with a valid signature", async () => {
    const value = await sealed(Buffer.alloc(1024 ** 2));
    for (const lie of [0, 1, 1024, 1024 ** 2 - 1, 1024 ** 2 + 1, 2 ** 32 - 1]) {
      value.writeUInt32BE(lie, 40);
      hash(KEY, value.subarray(36)).copy(value, 4);
      expect(await seal.open(KEY, value)).toBeNull();
    }
    value.writeUInt32BE(1024 ** 2, 40);
    hash(KEY, value.subarray(36)).copy(value, 4);
    expect((await seal.open(KEY, value))?.body).toEqual(Buffer.alloc(1024 ** 2));
  });

  test("is compressed, and outputs that stay large are not sealed", async () => {
    expect((await sealed("#.".repeat(50_000))).length).toBeLessThan(2000);
    expect(await seal.close(KEY, { ...renderedAs(""), body: randomBytes(1024 ** 2) })).toBeNull();
    expect(await seal.close(KEY, { ...renderedAs(""), body: Buffer.alloc(33 * 1024 ** 2) })).toBeNull();
  });
});
