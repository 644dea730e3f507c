import { describe, expect, it } from "vitest";
import { createSlots } from "./slots.ts";

const never = new AbortController().signal;

describe("createSlots", () => {
  it("serves waiting callers in order", async () => {
    const take = createSlots(1);
    const order: string[] = [];
    const first = await take(never);
    const others = ["second", "third"].map(async (name) => {
      const release = await take(never);
      order.push(name);
      release();
    });
    await Promise.resolve();
    expect(order).toEqual([]);
    first();
    await Promise.all(others);
    expect(order).toEqual(["second", "third"]);
  });

  it("forgets aborted waiters", async () => {
    const take = createSlots(1);
    const release = await take(never);
    const impatient = new AbortController();
    const waiting = take(impatient.signal);
    impatient.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    release();
    expect(await take(never)).toBeTypeOf("function");
  });

  it("takes no slot for an aborted signal", async () => {
    const take = createSlots(1);
    await expect(take(AbortSignal.abort("gone"))).rejects.toBe("gone");
    expect(await take(never)).toBeTypeOf("function");
  });

  it("counts a slot released twice once", async () => {
    const take = createSlots(1);
    const release = await take(never);
    release();
    release();
    await take(never);
    await expect(take(AbortSignal.timeout(20))).rejects.toThrow("timeout");
  });
});
