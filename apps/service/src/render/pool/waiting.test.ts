import { describe, expect, test } from "vitest";
import { createWaiting } from "./render-pool.ts";

const { signal: never } = new AbortController();

describe("those who wait", () => {
  test("are served in the order they came", async () => {
    const waiting = createWaiting<string>();
    const both = [waiting.wait(never, 5000), waiting.wait(never, 5000)];
    expect([waiting.serve("a"), waiting.serve("b"), waiting.serve("c")]).toEqual([true, true, false]);
    expect(await Promise.all(both)).toEqual(["a", "b"]);
  });

  test("leave with their signal's reason, and what they would have got is the next one's", async () => {
    const waiting = createWaiting<string>();
    const gone = new AbortController();
    const [first, second] = [waiting.wait(gone.signal, 5000), waiting.wait(never, 5000)];
    gone.abort(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    expect(waiting.serve("a")).toBe(true);
    expect(await second).toBe("a");
  });

  test("are refused as overloaded when their time is up, and then wait no more", async () => {
    const waiting = createWaiting<string>();
    await expect(waiting.wait(never, 10)).rejects.toMatchObject({ code: "overloaded" });
    expect(waiting.serve("a")).toBe(false);
  });
});
