import { setTimeout } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { createPatience, TURN_MS } from "./redis-link.ts";

const never = () => new Promise<string>(() => {});

describe("patience", () => {
  test("gives answers on, and what they fail with", async () => {
    const { wait } = createPatience(5, () => {});
    await expect(wait(Promise.resolve("yes"))).resolves.toBe("yes");
    await expect(wait(Promise.reject(new Error("no")))).rejects.toThrow("no");
  });

  test("ends after its turns, not before the last of them", async () => {
    const onSilence = vi.fn();
    const { wait } = createPatience(5, onSilence);
    void wait(never());
    await setTimeout(3 * TURN_MS);
    expect(onSilence).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(onSilence).toHaveBeenCalled(), { interval: 1 });
  });

  test("counts for each question from its own beginning, however many were answered before", async () => {
    const onSilence = vi.fn();
    const { wait } = createPatience(5, onSilence);
    // each takes two turns: together far more than five
    for (let at = 0; at < 6; at++) await wait(setTimeout(2 * TURN_MS));
    expect(onSilence).not.toHaveBeenCalled();
  });

  test("is longer behind many questions of one's own, as long as they are answered one after the other", async () => {
    const onSilence = vi.fn();
    const { wait } = createPatience(5, onSilence);
    // four hundred in about 200 ms: each within a millisecond of the one before
    await Promise.all(Array.from({ length: 400 }, (_, at) => wait(setTimeout(at / 2))));
    expect(onSilence).not.toHaveBeenCalled();
  });

  test("is no longer where not even the first of many is answered", async () => {
    const onSilence = vi.fn();
    const { wait } = createPatience(5, onSilence);
    const begun = performance.now();
    for (let at = 0; at < 400; at++) void wait(never());
    await vi.waitFor(() => expect(onSilence).toHaveBeenCalled(), { interval: 1 });
    expect(performance.now() - begun).toBeLessThan(200);
  });

  test("gives everybody up together", async () => {
    const { wait, giveUp } = createPatience(5, () => giveUp(new Error("silent")));
    const waits = [wait(never()), wait(never())];
    await setTimeout(2 * TURN_MS);
    const late = wait(never());
    await Promise.all([...waits, late].map((one) => expect(one).rejects.toThrow("silent")));
  });

  test("is not spent while this process is held up itself", async () => {
    const onSilence = vi.fn();
    const { wait } = createPatience(5, onSilence);
    // an answer that is there after 20 ms, in a process that does not look for it before 200
    const answer = wait(setTimeout(20, "there"));
    const until = performance.now() + 200;
    while (performance.now() < until);
    expect(await answer).toBe("there");
    expect(onSilence).not.toHaveBeenCalled();
  });
});
