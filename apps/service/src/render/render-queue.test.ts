import { describe, expect, test } from "vitest";
import { drawnAs } from "../testing/test-parts.ts";
import { createRenderQueue } from "./render-queue.ts";
import type { Drawn, RenderJob } from "./renderer.ts";

const job = {} as RenderJob;
const never = new AbortController().signal;

const heldQueue = () => {
  const held: PromiseWithResolvers<Drawn>[] = [];
  let now = 0;
  const renderer = () => {
    const one = Promise.withResolvers<Drawn>();
    held.push(one);
    return one.promise;
  };
  const queue = createRenderQueue(renderer, () => now, { workers: 1, capacity: 2 });
  return { queue, held, pass: (ms: number) => (now += ms) };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));
const overloaded = expect.objectContaining({ code: "overloaded" });

describe("a render queue", () => {
  test("renders one after another and tells how long each waited", async () => {
    const { queue, held, pass } = heldQueue();
    const places = [queue.enter(), queue.enter()] as const;
    const [first, second] = places.map((place) => place.render(job, never));
    await settled();
    expect(queue.load()).toEqual({ workers: 1, busy: 1, queued: 1, capacity: 2 });
    expect(held).toHaveLength(1);
    pass(30);
    held[0]?.resolve(drawnAs("a"));
    expect(await first).toEqual({ drawn: drawnAs("a"), waited: 0 });
    await settled();
    held[1]?.resolve(drawnAs("b"));
    expect(await second).toEqual({ drawn: drawnAs("b"), waited: 30 });
    for (const place of places) place.leave();
    expect(queue.load()).toEqual({ workers: 1, busy: 0, queued: 0, capacity: 2 });
  });

  test("counts a place from when it is taken, whether it renders or not", () => {
    const { queue } = heldQueue();
    const place = queue.enter();
    expect(queue.load()).toEqual({ workers: 1, busy: 0, queued: 1, capacity: 2 });
    queue.enter();
    expect(() => queue.enter()).toThrow(overloaded);
    place.leave();
    expect(queue.load().queued).toBe(1);
    queue.enter();
  });

  test("tells whether there is room, and takes none of it", () => {
    const { queue } = heldQueue();
    for (let count = 0; count < 5; count++) queue.expectRoom();
    const place = queue.enter();
    queue.enter();
    expect(() => queue.expectRoom()).toThrow(overloaded);
    place.leave();
    queue.expectRoom();
  });

  test("tells how many workers are there at the moment", () => {
    let alive = 2;
    const renderer = () => Promise.reject(new Error("none"));
    const queue = createRenderQueue(
      renderer,
      () => 0,
      { workers: 2, capacity: 10 },
      () => alive,
    );
    expect(queue.load()).toEqual({ workers: 2, busy: 0, queued: 0, capacity: 10 });
    alive = 1;
    expect(queue.load().workers).toBe(1);
  });

  test("counts a place given back twice once", () => {
    const { queue } = heldQueue();
    const place = queue.enter();
    queue.enter();
    place.leave();
    place.leave();
    expect(queue.load().queued).toBe(1);
    queue.enter();
    expect(() => queue.enter()).toThrow(overloaded);
  });

  test("goes on after a render that failed", async () => {
    const { queue, held } = heldQueue();
    const [first, second] = [queue.enter().render(job, never), queue.enter().render(job, never)];
    await settled();
    held[0]?.reject(new Error("broken"));
    await expect(first).rejects.toThrow("broken");
    await settled();
    held[1]?.resolve(drawnAs("b"));
    expect((await second).drawn).toEqual(drawnAs("b"));
  });

  test("forgets a waiting render whose caller is gone", async () => {
    const { queue, held } = heldQueue();
    const first = queue.enter().render(job, never);
    const gone = new AbortController();
    const place = queue.enter();
    const second = place.render(job, gone.signal).finally(place.leave);
    await settled();
    gone.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    expect(queue.load().queued).toBe(0);
    held[0]?.resolve(drawnAs("a"));
    await first;
    expect(held).toHaveLength(1);
  });
});

describe("work outside a place", () => {
  test("leaves the place to others and takes one again", async () => {
    const { queue } = heldQueue();
    const place = queue.enter();
    const seen = await place.outside(async () => queue.load().queued);
    expect([seen, queue.load().queued]).toEqual([0, 1]);
    place.leave();
    expect(queue.load().queued).toBe(0);
  });

  test("is refused where others have taken all places meanwhile, and then holds none", async () => {
    const { queue } = heldQueue();
    const place = queue.enter();
    const others = async () => [queue.enter(), queue.enter()];
    await expect(place.outside(others)).rejects.toThrow(overloaded);
    place.leave();
    expect(queue.load().queued).toBe(2);
  });

  test("that fails leaves no place taken", async () => {
    const { queue } = heldQueue();
    const place = queue.enter();
    await expect(place.outside(() => Promise.reject(new Error("no host")))).rejects.toThrow("no host");
    place.leave();
    expect(queue.load().queued).toBe(0);
  });
});
