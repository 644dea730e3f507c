import { describe, expect, test, vi } from "vitest";
import { createKeyedHash } from "../shared/shared-settings.ts";
import { renderedAs } from "../testing/test-parts.ts";
import { createOutputCache } from "./output-cache.ts";
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

describe("the output cache", () => {
  test("finds what it was given, under a key that tells its form and the version", async () => {
    const { values, store } = keyed();
    const cache = createOutputCache(store, seal);
    expect(await cache.find("job")).toBeNull();
    cache.keep("job", renderedAs("###\n"));
    await vi.waitFor(() => expect(cache.stats().stored).toBe(1));
    expect(String((await cache.find("job"))?.body)).toBe("###\n");
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

  test("takes a damaged value for none, and counts it", async () => {
    const { values, store } = keyed();
    const cache = createOutputCache(store, seal);
    values.set("lumiglyph:render:1:0.3.0:job", Buffer.from("a value of another program"));
    expect(await cache.find("job")).toBeNull();
    expect(cache.stats()).toMatchObject({ hits: 0, misses: 1, errors: 1 });
  });

  test("is a miss where the store cannot be asked, and no error of anybody", async () => {
    const gone = () => Promise.reject(new Error("gone"));
    const cache = createOutputCache({ get: gone, set: gone, held: () => 0 }, seal);
    expect(await cache.find("job")).toBeNull();
    cache.keep("job", renderedAs("###\n"));
    await vi.waitFor(() => expect(cache.stats().errors).toBe(2));
    expect(cache.stats()).toMatchObject({ hits: 0, misses: 1, stored: 0 });
  });

  test("tells what it holds in memory", async () => {
    const cache = createOutputCache(
      createMemoryStore(() => 0),
      seal,
    );
    cache.keep("job", renderedAs("###\n"));
    await vi.waitFor(() => expect(cache.stats().heldBytes).toBeGreaterThan(cache.stats().storedBytes));
  });

  test("lets outputs go that come faster than they can be kept", async () => {
    const cache = createOutputCache({ ...keyed().store, set: () => new Promise(() => {}) }, seal);
    const large = { ...renderedAs(""), body: Buffer.alloc(20 * 1024 ** 2) };
    const closing = vi.spyOn(JSON, "stringify");
    for (let at = 0; at < 5; at++) cache.keep(`job ${at}`, large);
    expect(closing).toHaveBeenCalledTimes(1);
    closing.mockRestore();
  });
});
