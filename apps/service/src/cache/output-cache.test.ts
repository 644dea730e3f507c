import { describe, expect, test, vi } from "vitest";
import { createKeyedHash } from "../shared/shared-settings.ts";
import { renderedAs } from "../testing/test-parts.ts";
import type { CachedOutput } from "./cached-output.ts";
import { createOutputCache, type OutputCache } from "./output-cache.ts";
import { createSeal } from "./sealed-value.ts";
import { createMemoryStore, type ValueStore } from "./value-store.ts";

const seal = createSeal(createKeyedHash(null));
const keyed = () => {
  const values = new Map<string, Buffer>();
  const store: ValueStore = {
    get: async (key) => values.get(key) ?? null,
    set: async (key, value) => values.set(key, value),
    held: () => 0,
  };
  return { values, store };
};

const found = (cache: OutputCache) => cache.find("job");
/** Looks up an output that is not cached, and stores this one. */
const stored = async (cache: OutputCache, output: CachedOutput, key = "job") => {
  expect(await cache.find(key)).toBeNull();
  const turn = await cache.turn(key);
  if (turn.is === "ours") turn.end(output);
};

describe("the output cache", () => {
  test("returns a stored value under a key with the format and the version", async () => {
    const { values, store } = keyed();
    const cache = createOutputCache(store, seal);
    await stored(cache, renderedAs("###\n"));
    await expect.poll(() => cache.stats().stored).toBe(1);
    expect(String((await found(cache))?.body)).toBe("###\n");
    expect([...values.keys()]).toEqual(["lumiglyph:render:1:0.3.0:job"]);
    const [value] = [...values.values()];
    expect(cache.stats()).toEqual({
      hits: 1,
      misses: 1,
      stored: 1,
      storedBytes: value?.length,
      heldBytes: 0,
      errors: 0,
    });
  });

  test("treats a damaged value as a miss and counts an error", async () => {
    const { values, store } = keyed();
    const cache = createOutputCache(store, seal);
    values.set("lumiglyph:render:1:0.3.0:job", Buffer.from("a value of another program"));
    expect(await found(cache)).toBeNull();
    expect(cache.stats()).toMatchObject({ hits: 0, misses: 1, errors: 1 });
  });

  test("treats an unreachable store as a miss, without failing the request", async () => {
    const gone = () => Promise.reject(new Error("gone"));
    const cache = createOutputCache({ get: gone, set: gone, held: () => 0 }, seal);
    await stored(cache, renderedAs("###\n"));
    await expect.poll(() => cache.stats().errors).toBe(2);
    expect(cache.stats()).toMatchObject({ hits: 0, misses: 1, stored: 0 });
  });

  test("reports the bytes held in memory", async () => {
    const cache = createOutputCache(
      createMemoryStore(() => 0),
      seal,
    );
    await stored(cache, renderedAs("###\n"));
    await expect.poll(() => cache.stats().heldBytes).toBeGreaterThan(cache.stats().storedBytes);
  });

  test("drops outputs that arrive faster than they can be stored", async () => {
    const cache = createOutputCache({ ...keyed().store, set: () => new Promise(() => {}) }, seal);
    const large = { ...renderedAs(""), body: Buffer.alloc(20 * 1024 ** 2) };
    const closing = vi.spyOn(JSON, "stringify");
    for (let at = 0; at < 5; at++) await stored(cache, large, `job ${at}`);
    expect(closing).toHaveBeenCalledTimes(1);
    closing.mockRestore();
  });
});
