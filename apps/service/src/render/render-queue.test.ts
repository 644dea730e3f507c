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

describe("a render queue", () => {
  test("renders one after another and tells how long each waited", async () => {
    const { queue, held, pass } = heldQueue();
    const first = queue.render(job, never);
    const second = queue.render(job, never);
    await settled();
    expect(queue.load()).toEqual({ workers: 1, busy: 1, queued: 1, capacity: 2 });
    expect(held).toHaveLength(1);
    pass(30);
    held[0]?.resolve(drawnAs("a"));
    expect(await first).toEqual({ drawn: drawnAs("a"), waited: 0 });
    await settled();
    held[1]?.resolve(drawnAs("b"));
    expect(await second).toEqual({ drawn: drawnAs("b"), waited: 30 });
    expect(queue.load()).toEqual({ workers: 1, busy: 0, queued: 0, capacity: 2 });
  });

  test("refuses at once what has no place, and takes more as soon as there is one", async () => {
    const { queue, held } = heldQueue();
    const under = [queue.render(job, never), queue.render(job, never)];
    await expect(queue.render(job, never)).rejects.toThrow(expect.objectContaining({ code: "overloaded" }));
    await settled();
    held[0]?.reject(new Error("broken"));
    await expect(under[0]).rejects.toThrow("broken");
    const third = queue.render(job, never);
    await settled();
    held[1]?.resolve(drawnAs("b"));
    await under[1];
    await settled();
    held[2]?.resolve(drawnAs("c"));
    expect((await third).drawn.body).toBe("c");
  });

  test("forgets a waiting render whose caller is gone", async () => {
    const { queue, held } = heldQueue();
    const first = queue.render(job, never);
    const gone = new AbortController();
    const second = queue.render(job, gone.signal);
    await settled();
    gone.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    expect(queue.load().queued).toBe(0);
    held[0]?.resolve(drawnAs("a"));
    await first;
    expect(held).toHaveLength(1);
  });
});
