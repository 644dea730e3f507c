import { type ActiveErrorCode, Refusal, refusalFor } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { drawnAs } from "../testing/test-parts.ts";
import { createRenderQueue } from "./render-queue.ts";
import type { Drawn, RenderJob } from "./renderer.ts";
import { createSharedRender, type SharedDrawn } from "./single-flight-render.ts";

/** A queue of one worker and three places whose renders the test ends by hand, and callers of it by their key. */
const sharing = () => {
  const renders: (PromiseWithResolvers<Drawn> & { readonly signal: AbortSignal })[] = [];
  let now = 0;
  const clock = () => now;
  const renderer = (_job: RenderJob, signal: AbortSignal) => {
    const one = { ...Promise.withResolvers<Drawn>(), signal };
    signal.addEventListener("abort", () => one.reject(signal.reason));
    renders.push(one);
    return one.promise;
  };
  const queue = createRenderQueue(renderer, clock, { workers: 1, capacity: 3 });
  const shared = createSharedRender(clock);
  /** What a caller comes to: its render, or the code or message that it fails with. */
  const call = (key: string, signal = new AbortController().signal): Promise<SharedDrawn | string> => {
    const place = queue.enter();
    return shared({} as RenderJob, { key, place, signal })
      .catch((error) => (error instanceof Refusal ? error.code : String(error.message)))
      .finally(place.leave);
  };
  const taken = () => queue.load().busy + queue.load().queued;
  return { renders, call, taken, pass: (ms: number) => (now += ms) };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

const leaving = () => {
  const controller = new AbortController();
  return { signal: controller.signal, leave: () => controller.abort(new Error("gone")) };
};

describe("identical jobs under way", () => {
  test("are one render, and everybody has its bytes", async () => {
    const { renders, call } = sharing();
    const calls = [call("a"), call("a"), call("a")];
    await settled();
    expect(renders).toHaveLength(1);
    renders[0]?.resolve(drawnAs("art"));
    const [first, second, third] = await Promise.all(calls);
    expect(first).toMatchObject({ drawn: drawnAs("art"), shared: false });
    expect(second).toMatchObject({ drawn: drawnAs("art"), shared: true });
    expect(third).toEqual(second);
  });

  test("hold one place together, so that others find room", async () => {
    const { renders, call, taken } = sharing();
    const calls = Array.from({ length: 20 }, () => call("a"));
    await settled();
    expect(taken()).toBe(1);
    const others = [call("b"), call("c")];
    await settled();
    expect(taken()).toBe(3);
    expect(() => call("d")).toThrow(expect.objectContaining({ code: "overloaded" }));
    for (const at of [0, 1, 2]) {
      renders[at]?.resolve(drawnAs("art"));
      await settled();
    }
    await Promise.all([...calls, ...others]);
    expect(taken()).toBe(0);
  });

  test("of other pictures or parameters are renders of their own", async () => {
    const { renders, call } = sharing();
    const calls = [call("a"), call("b")];
    await settled();
    renders[0]?.resolve(drawnAs("a"));
    await settled();
    renders[1]?.resolve(drawnAs("b"));
    expect(await Promise.all(calls)).toMatchObject([
      { drawn: drawnAs("a"), shared: false },
      { drawn: drawnAs("b"), shared: false },
    ]);
  });

  test("tell those who joined what they waited beside the steps themselves", async () => {
    const { renders, call, pass } = sharing();
    const first = call("a");
    await settled();
    const joined = call("a");
    pass(100);
    renders[0]?.resolve(drawnAs("art"));
    const { decode, render, encode } = drawnAs("").timings;
    expect(await joined).toMatchObject({ waited: 100 - decode - render - encode });
    expect(await first).toMatchObject({ waited: 0 });
  });
});

describe("a caller who leaves", () => {
  test("leaves the render to the others, also where it was the first", async () => {
    const { renders, call, taken } = sharing();
    const first = leaving();
    const calls = [call("a", first.signal), call("a")];
    await settled();
    first.leave();
    await settled();
    expect(renders[0]?.signal.aborted).toBe(false);
    // the render's place is still its own
    expect(taken()).toBe(1);
    renders[0]?.resolve(drawnAs("art"));
    expect(await Promise.all(calls)).toEqual(["gone", expect.objectContaining({ shared: true })]);
    expect(taken()).toBe(0);
  });

  test("ends the render as the last one, and gives the place back when that has ended", async () => {
    const { renders, call, taken } = sharing();
    const [first, second] = [leaving(), leaving()];
    const calls = [call("a", first.signal), call("a", second.signal)];
    await settled();
    first.leave();
    second.leave();
    expect(renders[0]?.signal.aborted).toBe(true);
    expect(await Promise.all(calls)).toEqual(["gone", "gone"]);
    expect(taken()).toBe(0);
  });

  test("is not waited for by the next one with the same job", async () => {
    const { renders, call } = sharing();
    const first = leaving();
    const gone = call("a", first.signal);
    await settled();
    first.leave();
    const next = call("a");
    await settled();
    expect(renders).toHaveLength(2);
    renders[1]?.resolve(drawnAs("art"));
    expect(await next).toMatchObject({ shared: false });
    expect(await gone).toBe("gone");
  });

  test("and was gone before it began starts nothing", async () => {
    const { renders, call } = sharing();
    const first = leaving();
    first.leave();
    expect(await call("a", first.signal)).toBe("gone");
    expect(renders).toEqual([]);
  });
});

describe("a render that fails", () => {
  test.each<ActiveErrorCode>([
    "image_unreadable",
    "image_format_unsupported",
    "image_too_many_pixels",
    "grid_too_large",
  ])("with %s fails for everybody: it would again", async (code) => {
    const { renders, call, taken } = sharing();
    const calls = [call("a"), call("a")];
    await settled();
    renders[0]?.reject(refusalFor(code));
    expect(await Promise.all(calls)).toEqual([code, code]);
    expect([renders.length, taken()]).toEqual([1, 0]);
  });

  test.each([
    ["an overload", refusalFor("overloaded"), "overloaded"],
    ["a fault of our own", new Error("broken"), "broken"],
  ])("with %s fails for its own caller; those who joined try again, together", async (_what, failure, told) => {
    const { renders, call, taken } = sharing();
    const calls = [call("a"), call("a"), call("a")];
    await settled();
    renders[0]?.reject(failure);
    await settled();
    expect([renders.length, taken()]).toEqual([2, 1]);
    renders[1]?.resolve(drawnAs("art"));
    expect(await Promise.all(calls)).toEqual([
      told,
      expect.objectContaining({ drawn: drawnAs("art") }),
      expect.objectContaining({ drawn: drawnAs("art") }),
    ]);
    expect(taken()).toBe(0);
  });

  test("a second time fails for all who are left: a bad moment that lasts is no reason to go on for ever", async () => {
    const { renders, call, taken } = sharing();
    const calls = [call("a"), call("a"), call("a")];
    await settled();
    renders[0]?.reject(new Error("broken"));
    await settled();
    renders[1]?.reject(new Error("broken again"));
    expect(await Promise.all(calls)).toEqual(["broken", "broken again", "broken again"]);
    expect([renders.length, taken()]).toEqual([2, 0]);
  });

  test("has those who try again refused where no place is left for them by then", async () => {
    const { renders, call, taken } = sharing();
    const calls = [call("a"), call("a")];
    await settled();
    const others = [call("b"), call("c")];
    renders[0]?.reject(new Error("broken"));
    expect(await Promise.all(calls)).toEqual(["broken", "overloaded"]);
    for (const at of [1, 2]) {
      await settled();
      renders[at]?.resolve(drawnAs("art"));
    }
    await Promise.all(others);
    expect(taken()).toBe(0);
  });
});
