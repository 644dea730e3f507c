import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { createSingleFlight } from "./single-flight.ts";

/** A flight of work that the test ends by itself; it rejects by its own when it is called off. */
const launched = () => {
  const flights = createSingleFlight<string, string>();
  const work = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const flight = flights.launch("key", "cargo", (_cargo, signal) => {
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

describe("a flight", () => {
  test("gives all its riders one result", async () => {
    const { flight, resolve } = launched();
    const riders = [flight.ride(stays), flight.ride(stays), flight.ride(stays)];
    resolve("done");
    expect(await Promise.all(riders)).toEqual(["done", "done", "done"]);
  });

  test("gives all its riders one failure", async () => {
    const { flight, reject } = launched();
    const riders = [flight.ride(stays), flight.ride(stays)];
    reject(new Error("broken"));
    for (const rider of riders) await expect(rider).rejects.toThrow("broken");
  });

  test("goes on for the others where one leaves, the first one too", async () => {
    const { flights, flight, signal, resolve } = launched();
    const first = gone();
    const leaving = flight.ride(first.signal);
    const staying = flight.ride(stays);
    first.go();
    await expect(leaving).rejects.toThrow("gone");
    expect([signal.aborted, flights.underWay("key")]).toEqual([false, flight]);
    resolve("done");
    expect(await staying).toBe("done");
  });

  test("is called off by the last one to leave, and nobody joins it from then on", async () => {
    const { flights, flight, signal } = launched();
    const [first, last] = [gone(), gone()];
    const riders = [flight.ride(first.signal), flight.ride(last.signal)];
    first.go();
    expect(signal.aborted).toBe(false);
    last.go();
    expect([signal.aborted, flights.underWay("key")]).toEqual([true, undefined]);
    for (const rider of riders) await expect(rider).rejects.toThrow("gone");
    await flight.landed;
  });

  test("is called off by a rider who was gone from the start", async () => {
    const { flight, signal } = launched();
    const rider = gone();
    rider.go();
    await expect(flight.ride(rider.signal)).rejects.toThrow("gone");
    expect(signal.aborted).toBe(true);
  });

  test("is over when its work is, and the next one is another", async () => {
    const { flights, flight, resolve } = launched();
    resolve("done");
    await flight.landed;
    expect(flights.underWay("key")).toBeUndefined();
    const next = flights.launch("key", "cargo", async () => "next");
    expect(await next.ride(stays)).toBe("next");
  });

  test("that ends late, after it was called off, does not end the next one of its key", async () => {
    const flights = createSingleFlight<string, string>();
    const slow = Promise.withResolvers<string>();
    const old = flights.launch("key", "cargo", () => slow.promise);
    const rider = gone();
    const left = old.ride(rider.signal);
    rider.go();
    await expect(left).rejects.toThrow("gone");
    const next = flights.launch("key", "cargo", () => new Promise(() => {}));
    slow.resolve("late");
    await old.landed;
    expect(flights.underWay("key")).toBe(next);
  });

  test("leaves no listener on a signal that outlives it", async () => {
    const { flight, resolve } = launched();
    const rider = flight.ride(stays);
    expect(getEventListeners(stays, "abort")).toHaveLength(1);
    resolve("done");
    await rider;
    await flight.landed;
    expect(getEventListeners(stays, "abort")).toEqual([]);
  });
});
