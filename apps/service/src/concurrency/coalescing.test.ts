import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { createCoalescer } from "./coalescing.ts";

/** Work that the test settles itself; rejects when it is aborted. */
const started = () => {
  const coalescer = createCoalescer<string, string>();
  const work = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const run = coalescer.start("key", "payload", (_payload, signal) => {
    signals.push(signal);
    signal.addEventListener("abort", () => work.reject(signal.reason));
    return work.promise;
  });
  return { coalescer, run, ...work, signal: signals[0]! };
};

const gone = () => {
  const controller = new AbortController();
  return { signal: controller.signal, go: () => controller.abort(new Error("gone")) };
};
const stays = new AbortController().signal;

describe("coalescing", () => {
  test("gives all joined requests the same result", async () => {
    const { run, resolve } = started();
    const requests = [run.wait(stays), run.wait(stays), run.wait(stays)];
    resolve("done");
    expect(await Promise.all(requests)).toEqual(["done", "done", "done"]);
  });

  test("gives all joined requests the same failure", async () => {
    const { run, reject } = started();
    const requests = [run.wait(stays), run.wait(stays)];
    reject(new Error("broken"));
    for (const request of requests) await expect(request).rejects.toThrow("broken");
  });

  test("continues for the others when one leaves, even the first", async () => {
    const { coalescer, run, signal, resolve } = started();
    const first = gone();
    const leaving = run.wait(first.signal);
    const staying = run.wait(stays);
    first.go();
    await expect(leaving).rejects.toThrow("gone");
    expect([signal.aborted, coalescer.get("key")]).toEqual([false, run]);
    resolve("done");
    expect(await staying).toBe("done");
  });

  test("aborts when the last one leaves, and accepts no one afterwards", async () => {
    const { coalescer, run, signal } = started();
    const [first, last] = [gone(), gone()];
    const requests = [run.wait(first.signal), run.wait(last.signal)];
    first.go();
    expect(signal.aborted).toBe(false);
    last.go();
    expect([signal.aborted, coalescer.get("key")]).toEqual([true, undefined]);
    for (const request of requests) await expect(request).rejects.toThrow("gone");
    await run.done;
  });

  test("aborts for a request that was already aborted", async () => {
    const { run, signal } = started();
    const request = gone();
    request.go();
    await expect(run.wait(request.signal)).rejects.toThrow("gone");
    expect(signal.aborted).toBe(true);
  });

  test("ends with its work, and the next request starts a new run", async () => {
    const { coalescer, run, resolve } = started();
    resolve("done");
    await run.done;
    expect(coalescer.get("key")).toBeUndefined();
    const next = coalescer.start("key", "payload", async () => "next");
    expect(await next.wait(stays)).toBe("next");
  });

  test("a late end of an aborted run does not end the next run with the same key", async () => {
    const coalescer = createCoalescer<string, string>();
    const slow = Promise.withResolvers<string>();
    const old = coalescer.start("key", "payload", () => slow.promise);
    const request = gone();
    const left = old.wait(request.signal);
    request.go();
    await expect(left).rejects.toThrow("gone");
    const next = coalescer.start("key", "payload", () => new Promise(() => {}));
    slow.resolve("late");
    await old.done;
    expect(coalescer.get("key")).toBe(next);
  });

  test("leaves no listener on a longer-lived signal", async () => {
    const { run, resolve } = started();
    const request = run.wait(stays);
    expect(getEventListeners(stays, "abort")).toHaveLength(1);
    resolve("done");
    await request;
    await run.done;
    expect(getEventListeners(stays, "abort")).toEqual([]);
  });
});
