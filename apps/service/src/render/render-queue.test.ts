import { describe, expect, test } from "vitest";
import { createRenderQueue } from "./render-queue.ts";

const never = new AbortController().signal;
const overloaded = expect.objectContaining({ code: "overloaded" });

const queueOfTwo = () => {
  const queue = createRenderQueue({ workers: 1, capacity: 2 });
  const enter = () => {
    const place = queue.place();
    place.enter();
    return place;
  };
  return { queue, enter };
};

describe("an overloaded queue", () => {
  const full = () => {
    const queue = createRenderQueue({ workers: 1, capacity: 7, standing: 3 });
    const places = Array.from({ length: 7 }, () => queue.place());
    for (const place of places) place.enter();
    const refuse = (count: number) => {
      for (let at = 0; at < count; at++) expect(() => queue.expectRoom()).toThrow(overloaded);
    };
    return { queue, places, refuse };
  };

  test("absorbs a burst at its full length", () => {
    const { queue, places, refuse } = full();
    refuse(5);
    expect(queue.isFull()).toBe(true);
    places[0]?.leave();
    queue.place().enter();
    expect(queue.load().capacity).toBe(7);
  });

  test("is shorter while more than a quarter of the latest requests are refused", () => {
    const { queue, places, refuse } = full();
    refuse(20);
    for (const place of places.slice(0, 4)) place.leave();
    expect(queue.load()).toEqual({ workers: 1, busy: 0, queued: 3, capacity: 3 });
    expect(queue.isFull()).toBe(false);
    expect(() => queue.place().enter()).toThrow(overloaded);
    places[4]?.leave();
    queue.place().enter();
    expect(() => queue.place().enter()).toThrow(overloaded);
  });

  test("returns to full length when few are refused", () => {
    const { queue, places, refuse } = full();
    refuse(20);
    for (const place of places.slice(0, 5)) place.leave();
    for (let at = 0; at < 32; at++) queue.expectRoom();
    expect(queue.load()).toEqual({ workers: 1, busy: 0, queued: 2, capacity: 7 });
  });

  test("counts a request that lost its place after loading its image", () => {
    const { queue } = full();
    for (let at = 0; at < 20; at++) expect(() => queue.place().enter()).toThrow(overloaded);
    expect(queue.load().capacity).toBe(3);
  });

  test("returns to full length once it is empty", () => {
    const { queue, places, refuse } = full();
    refuse(200);
    for (const place of places) place.leave();
    expect(queue.load().capacity).toBe(7);
    for (const place of places) place.enter();
    refuse(1);
  });
});

describe("a place in the queue", () => {
  test("counts from entry, rendering or not", () => {
    const { queue, enter } = queueOfTwo();
    queue.place();
    expect(queue.load()).toEqual({ workers: 1, busy: 0, queued: 0, capacity: 2 });
    const place = enter();
    expect(queue.load().queued).toBe(1);
    enter();
    expect(enter).toThrow(overloaded);
    place.leave();
    expect(queue.load().queued).toBe(1);
    enter();
  });

  test("counts once if left twice, and not at all if never entered", () => {
    const { queue, enter } = queueOfTwo();
    const place = enter();
    enter();
    place.leave();
    place.leave();
    queue.place().leave();
    expect(queue.load().queued).toBe(1);
    enter();
    expect(enter).toThrow(overloaded);
  });

  test("can be entered again, unless the queue is full by then", () => {
    const { queue, enter } = queueOfTwo();
    const place = enter();
    place.leave();
    place.enter();
    expect(queue.load().queued).toBe(1);
    place.leave();
    enter();
    enter();
    expect(() => place.enter()).toThrow(overloaded);
    place.leave();
    expect(queue.load().queued).toBe(2);
  });
});

describe("a render queue", () => {
  test("reports whether it has room without taking any", () => {
    const { queue, enter } = queueOfTwo();
    for (let count = 0; count < 5; count++) queue.expectRoom();
    const place = enter();
    enter();
    expect(() => queue.expectRoom()).toThrow(overloaded);
    place.leave();
    queue.expectRoom();
  });

  test("reports the number of live workers", () => {
    let alive = 2;
    const queue = createRenderQueue({ workers: 2, capacity: 10 }, () => alive);
    expect(queue.load()).toEqual({ workers: 2, busy: 0, queued: 0, capacity: 10 });
    alive = 1;
    expect(queue.load().workers).toBe(1);
  });

  test("assigns workers in order of arrival", async () => {
    const { queue, enter } = queueOfTwo();
    enter();
    enter();
    const release = await queue.takeWorker(never);
    expect(queue.load()).toMatchObject({ busy: 1, queued: 1 });
    const second = queue.takeWorker(never);
    release();
    (await second)();
    expect(queue.load()).toMatchObject({ busy: 0, queued: 2 });
  });

  test("forgets waiting jobs that are aborted", async () => {
    const { queue } = queueOfTwo();
    const release = await queue.takeWorker(never);
    const gone = new AbortController();
    const second = queue.takeWorker(gone.signal);
    gone.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    release();
    expect(queue.load().busy).toBe(0);
  });
});
