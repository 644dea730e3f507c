import { describe, expect, it } from "vitest";
import type { SaveChoice } from "../state/studio.ts";
import { createProducts, keyOf } from "./products.ts";

const choice = (format: SaveChoice["format"], scale: SaveChoice["scale"] = 1): SaveChoice => ({
  format,
  scale,
  transparent: false,
  shape: "art",
});

/** A producer that finishes a file on demand. */
const createMaker = () => {
  const made: string[] = [];
  const finish = new Map<string, (text: string) => void>();
  const products = createProducts((wanted, signal) => {
    made.push(keyOf(wanted));
    return new Promise((resolve, reject) => {
      finish.set(keyOf(wanted), (text) => resolve(new Blob([text])));
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  });
  return { products, made, finish: (key: string, text: string) => finish.get(key)!(text) };
};

describe("products", () => {
  it("are made once, and their sizes are UTF-8 bytes", async () => {
    const { products, made, finish } = createMaker();
    const [first, second] = [products.make(choice("text")), products.keep(choice("text"))];
    finish("text", "░▒▓\n");
    expect(await first).toBe(await second);
    expect(made).toEqual(["text"]);
    expect([...products.sizes.value]).toEqual([["text", 10]]);
  });

  it("are keyed by their content: only PNGs have a scale", () => {
    expect(keyOf(choice("svg", 3))).toBe(keyOf(choice("svg", 1)));
    expect(keyOf(choice("png", 3))).not.toBe(keyOf(choice("png", 1)));
    expect(keyOf({ ...choice("png"), transparent: true })).not.toBe(keyOf(choice("png")));
  });

  it("can be canceled and made again", async () => {
    const { products, made } = createMaker();
    const stopped = products.make(choice("svg"));
    products.cancel(choice("svg"));
    await expect(stopped).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    products.make(choice("svg")).catch(() => {});
    expect(made).toEqual(["svg", "svg"]);
  });

  it("finish after the dialog closes only if something waits for them", async () => {
    const { products, finish } = createMaker();
    const nobodys = products.make(choice("html"));
    const wanted = products.keep(choice("svg"));
    products.leave();
    finish("svg", "art");
    await expect(nobodys).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    expect((await wanted).size).toBe(3);
  });
});
