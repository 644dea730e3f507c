import { type ErrorCode, Refusal, refusalFor } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { createClientLimits } from "../limits/client-limits.ts";
import { createMemoryCounter } from "../limits/point-counter.ts";
import { createLoadSource } from "../source/load.ts";
import { drawnAs, settingsFor } from "../testing/test-parts.ts";
import { observers, type RenderStep } from "./observer.ts";
import { createRender, decodeLimits, type RenderResponse } from "./render.ts";
import { createRenderQueue } from "./render-queue.ts";
import type { RenderJob, RenderResult } from "./renderer.ts";

/** A service of one worker and three places whose renders the test ends by hand. A caller's image is its key. */
const sharing = (points = 0) => {
  const renders: (PromiseWithResolvers<RenderResult> & { readonly signal: AbortSignal })[] = [];
  let now = 0;
  const renderer = (_job: RenderJob, signal: AbortSignal) => {
    const one = { ...Promise.withResolvers<RenderResult>(), signal };
    signal.addEventListener("abort", () => one.reject(signal.reason));
    renders.push(one);
    return one.promise;
  };
  const queue = createRenderQueue({ workers: 1, capacity: 3 });
  const fetchImage = async (url: string) => {
    steps.push("fetching" as RenderStep);
    queued.push(queue.load().queued);
    return Buffer.from(url);
  };
  const render = createRender({
    limits: createClientLimits({ points, atOnce: 0 }, createMemoryCounter(points)),
    queue,
    loadSource: createLoadSource(fetchImage, 1000),
    decodeLimits: decodeLimits(settingsFor()),
    cache: null,
    renderer,
    clock: () => now,
  });
  const steps: RenderStep[] = [];
  const queued: number[] = [];
  const standings: (number | undefined)[] = [];
  const observer = observers({
    onStep: (step) => void steps.push(step),
    onLimits: ({ points: standing }) => void standings.push(standing?.left),
  });
  /** What a caller comes to: its response, or the code or message that it fails with. */
  const call = (
    key: string,
    signal = new AbortController().signal,
    fields: readonly { name: string; value: unknown; origin: "body" | "json" }[] = [
      { name: "image", value: Buffer.from(key), origin: "body" },
    ],
  ): Promise<RenderResponse | string> =>
    render({ client: "a", read: async () => fields, signal, observer }).catch((error) =>
      error instanceof Refusal ? error.code : String(error.message),
    );
  const callUrl = (imageUrl: string) => call("", undefined, [{ name: "imageUrl", value: imageUrl, origin: "json" }]);
  const taken = () => queue.load().busy + queue.load().queued;
  return { renders, call, callUrl, taken, steps, queued, standings, pass: (ms: number) => (now += ms) };
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
    expect(first).toMatchObject({ body: drawnAs("art").body, shared: false });
    expect(second).toMatchObject({ body: drawnAs("art").body, shared: true });
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
    expect(await call("d")).toBe("overloaded");
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
      { body: drawnAs("a").body, shared: false },
      { body: drawnAs("b").body, shared: false },
    ]);
  });

  test("tell those who joined what they waited beside the steps themselves", async () => {
    const { renders, call, pass } = sharing();
    const first = call("a");
    await settled();
    const joined = call("a");
    await settled();
    pass(100);
    renders[0]?.resolve(drawnAs("art"));
    const { decode, render, encode } = drawnAs("").timings;
    expect(await joined).toMatchObject({ timings: { queue: 100 - decode - render - encode } });
    expect(await first).toMatchObject({ timings: { queue: 0 } });
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
  test.each<ErrorCode>(["image_unreadable", "image_format_unsupported", "image_too_many_pixels", "grid_too_large"])(
    "with %s fails for everybody: it would again",
    async (code) => {
      const { renders, call, taken } = sharing();
      const calls = [call("a"), call("a")];
      await settled();
      renders[0]?.reject(refusalFor(code));
      expect(await Promise.all(calls)).toEqual([code, code]);
      expect([renders.length, taken()]).toEqual([1, 0]);
    },
  );

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
      expect.objectContaining({ body: drawnAs("art").body }),
      expect.objectContaining({ body: drawnAs("art").body }),
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

describe("the steps of a render", () => {
  test("are observed in their order, those of who joins as one", async () => {
    const { renders, call, steps } = sharing();
    const calls = [call("a"), call("a")];
    await settled();
    renders[0]?.resolve(drawnAs("art"));
    await Promise.all(calls);
    expect(steps).toEqual(["queue", "worker", "join"]);
  });

  test("an image is fetched while others may have the place", async () => {
    const { renders, callUrl, steps, queued } = sharing();
    const response = callUrl("https://images.example/a.png");
    await settled();
    renders[0]?.resolve(drawnAs("art"));
    expect(await response).toMatchObject({ timings: { fetch: 0 }, bytesIn: 28 });
    expect([queued, steps]).toEqual([[0], ["fetching", "fetch", "queue", "worker"]]);
  });
});

describe("points", () => {
  test.each([
    ["a request that is refused", refusalFor("image_format_unsupported"), 1],
    ["an overload", refusalFor("overloaded"), 1],
    ["a fault of our own", new Error("broken"), 1],
    ["an image that could not be decoded", refusalFor("image_unreadable"), 8],
  ])("are spent on %s", async (_what, failure, cost) => {
    const { renders, call, standings } = sharing(120);
    const response = call("a");
    await settled();
    renders[0]?.reject(failure);
    await response;
    expect(standings).toEqual([120 - cost]);
  });

  test("are spent by what a render turns out to cost", async () => {
    const { renders, call, standings } = sharing(120);
    const response = call("a");
    await settled();
    renders[0]?.resolve({ ...drawnAs("art"), source: { width: 1000, height: 20_000, format: "png" } });
    await response;
    expect(standings).toEqual([117]);
  });
});
