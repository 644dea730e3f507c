import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { createCoalescer } from "./coalescing.ts";

/** Work that the test settles itself; rejects when it is aborted. */
const started = () => {
  const flights = createCoalescer<string, string>();
  const work = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const flight = flights.start("key", "payload", (_payload, signal) => {
    signals.push(signal);
    signal.addEventListener("abort", () => work.reject(signal.reason));
    return work.promise;
  });
  return { flights, flight, ...work, signal: signals[0]! };
};

const gone = () => {
  const controller = new AbortController();
  return { signal: controller.signal, go: () => controller.abort(new Error("gone")) };
};
const stays = new AbortController().signal;

describe("coalescing", () => {
  test("gives all joined requests the same result", async () => {
    const { flight, resolve } = started();
    const callers = [flight.wait(stays), flight.wait(stays), flight.wait(stays)];
    resolve("done");
    expect(await Promise.all(callers)).toEqual(["done", "done", "done"]);
  });

  test("gives all joined requests the same failure", async () => {
    const { flight, reject } = started();
    const callers = [flight.wait(stays), flight.wait(stays)];
    reject(new Error("broken"));
    for (const caller of callers) await expect(caller).rejects.toThrow("broken");
  });

  test("continues for the others when one leaves, even the first", async () => {
    const { flights, flight, signal, resolve } = started();
    const first = gone();
    const leaving = flight.wait(first.signal);
    const staying = flight.wait(stays);
    first.go();
    await expect(leaving).rejects.toThrow("gone");
    expect([signal.aborted, flights.get("key")]).toEqual([false, flight]);
    resolve("done");
    expect(await staying).toBe("done");
  });

  test("aborts when the last one leaves, and accepts no one afterwards", async () => {
    const { flights, flight, signal } = started();
    const [first, last] = [gone(), gone()];
    const callers = [flight.wait(first.signal), flight.wait(last.signal)];
    first.go();
    expect(signal.aborted).toBe(false);
    last.go();
    expect([signal.aborted, flights.get("key")]).toEqual([true, undefined]);
    for (const caller of callers) await expect(caller).rejects.toThrow("gone");
    await flight.done;
  });

  test("aborts for a request that was already aborted", async () => {
    const { flight, signal } = started();
    const caller = gone();
    caller.go();
    await expect(flight.wait(caller.signal)).rejects.toThrow("gone");
    expect(signal.aborted).toBe(true);
  });

  test("ends with its work, and the next request starts a new run", async () => {
    const { flights, flight, resolve } = started();
    resolve("done");
    await flight.done;
    expect(flights.get("key")).toBeUndefined();
    const next = flights.start("key", "payload", async () => "next");
    expect(await next.wait(stays)).toBe("next");
  });

  test("a late end of an aborted run does not end the next run with the same key", async () => {
    const flights = createCoalescer<string, string>();
    const slow = Promise.withResolvers<string>();
    const old = flights.start("key", "payload", () => slow.promise);
    const caller = gone();
    const left = old.wait(caller.signal);
    caller.go();
    await expect(left).rejects.toThrow("gone");
    const next = flights.start("key", "payload", () => new Promise(() => {}));
    slow.resolve("late");
    await old.done;
    expect(flights.get("key")).toBe(next);
  });

  test("leaves no listener on a longer-lived signal", async () => {
    const { flight, resolve } = started();
    const caller = flight.wait(stays);
    expect(getEventListeners(stays, "abort")).toHaveLength(1);
    resolve("done");
    await caller;
    await flight.done;
    expect(getEventListeners(stays, "abort")).toEqual([]);
  });
});
