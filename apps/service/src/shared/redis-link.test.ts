import { setTimeout } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { createReplyTimeout, errorWord, TICK_MS } from "./redis-link.ts";

describe("createReplyTimeout", () => {
  const never = () => new Promise<string>(() => {});

  describe("the timeout", () => {
    test("passes replies and failures through", async () => {
      const { wait } = createReplyTimeout(5, () => {});
      await expect(wait(Promise.resolve("yes"))).resolves.toBe("yes");
      await expect(wait(Promise.reject(new Error("no")))).rejects.toThrow("no");
    });

    test("ends after its last tick, not before", async () => {
      const onSilence = vi.fn();
      const { wait } = createReplyTimeout(5, onSilence);
      void wait(never());
      await setTimeout(3 * TICK_MS);
      expect(onSilence).not.toHaveBeenCalled();
      await vi.waitFor(() => expect(onSilence).toHaveBeenCalled(), { interval: 1 });
    });

    test("restarts for each command, however many were answered before", async () => {
      const onSilence = vi.fn();
      const { wait } = createReplyTimeout(5, onSilence);
      // each takes two ticks: together far more than five
      for (let at = 0; at < 6; at++) await wait(setTimeout(2 * TICK_MS));
      expect(onSilence).not.toHaveBeenCalled();
    });

    test("is the same for a command behind many others", async () => {
      const onSilence = vi.fn();
      const { wait } = createReplyTimeout(5, onSilence);
      const begun = performance.now();
      for (let at = 0; at < 400; at++) void wait(never());
      await vi.waitFor(() => expect(onSilence).toHaveBeenCalled(), { interval: 1 });
      expect(performance.now() - begun).toBeLessThan(1000);
    });

    test("ends early in a process that is so busy that its ticks are late", async () => {
      const onSilence = vi.fn();
      const { wait } = createReplyTimeout(20, onSilence);
      const begun = performance.now();
      void wait(never());
      while (onSilence.mock.calls.length === 0) {
        const until = performance.now() + 40;
        while (performance.now() < until);
        await setTimeout(0);
      }
      // twenty ticks, each as late as that, would be 800 ms
      expect(performance.now() - begun).toBeLessThan(400);
    });

    test("fails all pending commands together", async () => {
      const { wait, giveUp } = createReplyTimeout(5, () => giveUp(new Error("silent")));
      const waits = [wait(never()), wait(never())];
      await setTimeout(2 * TICK_MS);
      const late = wait(never());
      await Promise.all([...waits, late].map((one) => expect(one).rejects.toThrow("silent")));
    });

    test("does not elapse while this process itself is blocked", async () => {
      const onSilence = vi.fn();
      const { wait } = createReplyTimeout(5, onSilence);
      // a reply that arrives after 20 ms, in a process that is blocked until 200
      const answer = wait(setTimeout(20, "there"));
      const until = performance.now() + 200;
      while (performance.now() < until);
      expect(await answer).toBe("there");
      expect(onSilence).not.toHaveBeenCalled();
    });
  });
});

describe("errorWord", () => {
  class ConnectionTimeoutError extends Error {}

  test.each([
    ["ECONNREFUSED", Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:6379"), { code: "ECONNREFUSED" })],
    ["WRONGPASS", new Error("WRONGPASS invalid username-password pair or user is disabled.")],
    ["LOADING", new Error("LOADING Redis is loading the dataset in memory")],
    ["TIMEOUT", new ConnectionTimeoutError("Connection timeout")],
    ["TIMEOUT", AbortSignal.abort(new DOMException("too late", "TimeoutError")).reason],
    ["FAILED", new Error("No such key: client 10.0.0.1")],
    ["FAILED", Object.assign(new Error("x"), { code: "with a blank and 10.0.0.1" })],
    ["FAILED", "no error at all"],
  ])("returns %s", (word, error) => {
    expect(errorWord(error)).toBe(word);
  });
});
