import { DEFAULT_PARAMS, type ErrorCode, Refusal, type RenderOptions, refusalFor } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { createClientLimits } from "../limits/client-limits.ts";
import { createMemoryCounter } from "../limits/point-counter.ts";
import { createLoadSource } from "../source/load.ts";
import { fetched, renderedAs, settingsFor } from "../testing/test-parts.ts";
import { observers, type RenderStep } from "./observer.ts";
import { createRender, decodeLimits, jobKey } from "./render.ts";
import { createRenderQueue } from "./render-queue.ts";
import type { RenderedJob, RenderJob } from "./renderer.ts";
import type { RenderResponse } from "./response.ts";

/** A service with one worker and three places whose renders the test settles. A client's image is its key. */
const sharing = (points = 0) => {
  const renders: (PromiseWithResolvers<RenderedJob> & { readonly signal: AbortSignal })[] = [];
  let now = 0;
  const renderer = (_job: RenderJob, signal: AbortSignal) => {
    const one = { ...Promise.withResolvers<RenderedJob>(), signal };
    signal.addEventListener("abort", () => one.reject(signal.reason));
    renders.push(one);
    return one.promise;
  };
  const queue = createRenderQueue({ workers: 1, capacity: 3 });
  const fetchImage = async (url: string) => {
    steps.push("fetching" as RenderStep);
    queued.push(queue.load().queued);
    return fetched(Buffer.from(url));
  };
  const render = createRender({
    limits: createClientLimits(
      { points, atOnce: 0 },
      createMemoryCounter(
        () => points,
        () => now,
      ),
    ),
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
  /** The outcome of a call: its response, or the code or message of its failure. */
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

describe("identical concurrent jobs", () => {
  test("share one render and its bytes", async () => {
    const { renders, call } = sharing();
    const calls = [call("a"), call("a"), call("a")];
    await settled();
    expect(renders).toHaveLength(1);
    renders[0]?.resolve(renderedAs("art"));
    const [first, second, third] = await Promise.all(calls);
    expect(first).toMatchObject({ body: renderedAs("art").body, shared: false });
    expect(second).toMatchObject({ body: renderedAs("art").body, shared: true });
    expect(third).toEqual(second);
  });

  test("share one place in the queue", async () => {
    const { renders, call, taken } = sharing();
    const calls: ReturnType<typeof call>[] = [];
    for (let at = 0; at < 20; at++) {
      calls.push(call("a"));
      await settled();
      expect(taken()).toBe(1);
    }
    const others = [call("b"), call("c")];
    await settled();
    expect(taken()).toBe(3);
    expect(await call("d")).toBe("overloaded");
    for (const at of [0, 1, 2]) {
      renders[at]?.resolve(renderedAs("art"));
      await settled();
    }
    expect(await Promise.all(calls)).toMatchObject(calls.map((_, at) => ({ shared: at > 0 })));
    await Promise.all(others);
    expect(taken()).toBe(0);
  });

  test("with different images or parameters render separately", async () => {
    const { renders, call } = sharing();
    const calls = [call("a"), call("b")];
    await settled();
    renders[0]?.resolve(renderedAs("a"));
    await settled();
    renders[1]?.resolve(renderedAs("b"));
    expect(await Promise.all(calls)).toMatchObject([
      { body: renderedAs("a").body, shared: false },
      { body: renderedAs("b").body, shared: false },
    ]);
  });

  test("report the joined request's wait as queue time, apart from the steps", async () => {
    const { renders, call, pass } = sharing();
    const first = call("a");
    await settled();
    const joined = call("a");
    await settled();
    pass(100);
    renders[0]?.resolve(renderedAs("art"));
    const { decode, render, encode } = renderedAs("").timings;
    expect(await joined).toMatchObject({ timings: { queue: 100 - decode - render - encode } });
    expect(await first).toMatchObject({ timings: { queue: 0 } });
  });
});

describe("a client that disconnects", () => {
  test("leaves the render to the others, even if it was the first", async () => {
    const { renders, call, taken } = sharing();
    const first = leaving();
    const calls = [call("a", first.signal), call("a")];
    await settled();
    first.leave();
    await settled();
    expect(renders[0]?.signal.aborted).toBe(false);
    // the render still holds its place
    expect(taken()).toBe(1);
    renders[0]?.resolve(renderedAs("art"));
    expect(await Promise.all(calls)).toEqual(["gone", expect.objectContaining({ shared: true })]);
    expect(taken()).toBe(0);
  });

  test("aborts the render if it was the last, and frees the place once the render has ended", async () => {
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

  test("does not delay the next request with the same job", async () => {
    const { renders, call } = sharing();
    const first = leaving();
    const gone = call("a", first.signal);
    await settled();
    first.leave();
    const next = call("a");
    await settled();
    expect(renders).toHaveLength(2);
    renders[1]?.resolve(renderedAs("art"));
    expect(await next).toMatchObject({ shared: false });
    expect(await gone).toBe("gone");
  });

  test("before the render starts, starts nothing", async () => {
    const { renders, call } = sharing();
    const first = leaving();
    first.leave();
    expect(await call("a", first.signal)).toBe("gone");
    expect(renders).toEqual([]);
  });
});

describe("a failed render", () => {
  test.each<ErrorCode>(["image_unreadable", "image_format_unsupported", "image_too_many_pixels", "grid_too_large"])(
    "with %s fails for all requests, because it would fail again",
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
    ["an internal error", new Error("broken"), "broken"],
  ])("with %s fails for its own request, and the joined ones retry together", async (_what, failure, expected) => {
    const { renders, call, taken } = sharing();
    const calls = [call("a"), call("a"), call("a")];
    await settled();
    renders[0]?.reject(failure);
    await settled();
    expect([renders.length, taken()]).toEqual([2, 1]);
    renders[1]?.resolve(renderedAs("art"));
    expect(await Promise.all(calls)).toEqual([
      expected,
      expect.objectContaining({ body: renderedAs("art").body }),
      expect.objectContaining({ body: renderedAs("art").body }),
    ]);
    expect(taken()).toBe(0);
  });

  test("fails for all remaining requests the second time", async () => {
    const { renders, call, taken } = sharing();
    const calls = [call("a"), call("a"), call("a")];
    await settled();
    renders[0]?.reject(new Error("broken"));
    await settled();
    renders[1]?.reject(new Error("broken again"));
    expect(await Promise.all(calls)).toEqual(["broken", "broken again", "broken again"]);
    expect([renders.length, taken()]).toEqual([2, 0]);
  });

  test("rejects retries if the queue is full by then", async () => {
    const { renders, call, taken } = sharing();
    const calls = [call("a"), call("a")];
    await settled();
    const others = [call("b"), call("c")];
    renders[0]?.reject(new Error("broken"));
    expect(await Promise.all(calls)).toEqual(["broken", "overloaded"]);
    for (const at of [1, 2]) {
      await settled();
      renders[at]?.resolve(renderedAs("art"));
    }
    await Promise.all(others);
    expect(taken()).toBe(0);
  });
});

describe("the steps of a render", () => {
  test("are observed in order, with a single step for a joined request", async () => {
    const { renders, call, steps } = sharing();
    const calls = [call("a"), call("a")];
    await settled();
    renders[0]?.resolve(renderedAs("art"));
    await Promise.all(calls);
    expect(steps).toEqual(["queue", "worker", "join"]);
  });

  test("a fetch holds no place in the queue", async () => {
    const { renders, callUrl, steps, queued } = sharing();
    const response = callUrl("https://images.example/a.png");
    await settled();
    renders[0]?.resolve(renderedAs("art"));
    expect(await response).toMatchObject({ timings: { fetch: 0 }, bytesIn: 28 });
    expect([queued, steps]).toEqual([[0], ["fetching", "fetch", "queue", "worker"]]);
  });
});

describe("points", () => {
  test.each([
    ["a refused request", refusalFor("image_format_unsupported"), 1],
    ["an overload", refusalFor("overloaded"), 1],
    ["an internal error", new Error("broken"), 1],
    ["an image that could not be decoded", refusalFor("image_unreadable"), 8],
  ])("are spent on %s", async (_what, failure, cost) => {
    const { renders, call, standings } = sharing(120);
    const response = call("a");
    await settled();
    renders[0]?.reject(failure);
    await response;
    expect(standings).toEqual([120 - cost]);
  });

  test("are deducted by the actual cost of a render", async () => {
    const { renders, call, standings } = sharing(120);
    const response = call("a");
    await settled();
    renders[0]?.resolve({ ...renderedAs("art"), source: { width: 1000, height: 20_000, format: "png" } });
    await response;
    expect(standings).toEqual([117]);
  });
});

describe("job key", () => {
  const LIMITS: RenderJob["limits"] = { formats: ["png"], maxPixels: 100, maxSide: 10 };

  const jobOf = (options: RenderOptions = {}, words = "picture", limits = LIMITS): RenderJob => ({
    bytes: Buffer.from(words),
    options,
    limits,
  });

  test("identical jobs have the same key", () => {
    expect(jobKey(jobOf({ columns: 80 }))).toBe(jobKey(jobOf({ columns: 80 })));
  });

  test.each<[string, RenderJob]>([
    ["other bytes", jobOf({}, "another")],
    ["another value", jobOf({ gamma: 1.2 })],
    ["an explicit default, which is never tuned", jobOf({ gamma: DEFAULT_PARAMS.gamma })],
    ["other limits", jobOf({}, "picture", { ...LIMITS, maxSide: 11 })],
  ])("%s make another key", (_, job) => {
    expect(jobKey(job)).not.toBe(jobKey(jobOf()));
  });

  test("the order of the options does not matter", () => {
    const turned = Object.fromEntries(Object.entries(DEFAULT_PARAMS).toReversed());
    expect(jobKey(jobOf(turned))).toBe(jobKey(jobOf(DEFAULT_PARAMS)));
  });
});
