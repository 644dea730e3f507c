import { finish, PLAIN_KERNELS } from "@lumiglyph/engine";
import { direct } from "@lumiglyph/engine/director";
import { expect, test } from "vitest";
import { optionsWith } from "../../../../tests/support/params.ts";
import { paint } from "../../../../tests/support/rasters.ts";
import { openImage } from "./open-image.ts";
import { createPasses, type Passes, type Shown } from "./render-passes.ts";
import { createScheduler } from "./scheduler.ts";

const RENDERING = { kernels: PLAIN_KERNELS, director: () => direct, shrink: () => undefined };

const { data, ...size } = paint(64, 48, (x, y) => [4 * x, 5 * y, (x * y) % 256]);

const opened = () =>
  openImage({ ...size, data: Uint8Array.from(data).buffer, source: { ...size, format: "pixels" } }, RENDERING);

/** Passes with real parts and a clock that advances on every read. `happenings[n]` runs in turn n. */
const passesWith = (happenings: { readonly [turn: number]: (passes: Passes) => void } = {}) => {
  const shown: Shown[] = [];
  const refused: unknown[][] = [];
  let turns = 0;
  let ticks = 0;
  const passes = createPasses({
    ready: async () => {},
    schedule: createScheduler(async () => happenings[++turns]?.(passes)),
    clock: () => ++ticks,
    show: (one) => shown.push(one),
    refuse: (...one) => refused.push(one),
  });
  return {
    ...passes,
    shown,
    refused,
    turns: () => turns,
    seen: () => shown.map(({ revision, pass }) => `${revision} ${pass}`),
  };
};

/** Turns that take no time are over before the event loop continues. */
const idle = () => new Promise((resolve) => setImmediate(resolve));

/** The first step of the quick pass analyzes the picture, the second renders it. */
const QUICK_SHOWN = 2;

const request = (revision: number, given: Parameters<typeof optionsWith>[0] = {}, image = opened()) => ({
  revision,
  image,
  options: optionsWith({ columns: 16, contrast: 1 + revision / 10, ...given }),
});

test("a request gets a quick pass, then a full one", async () => {
  const passes = passesWith();
  const { image, options, ...one } = request(1);
  passes.start({ image, options, ...one });
  await idle();
  expect(passes.seen()).toEqual(["1 quick", "1 full"]);
  const [quick, full] = passes.shown;
  expect(quick?.result.lines()).toEqual(finish(opened().sketch(options)).lines());
  expect(quick?.result.quality.evaluations).toBe(0);
  expect(full?.result.lines()).toEqual(finish(opened().render(options)).lines());
  expect(full?.result.quality.evaluations).toBeGreaterThan(1);
});

test("a pass's time is that of its steps only", async () => {
  const passes = passesWith();
  passes.start(request(1));
  await idle();
  const [quick, full] = passes.shown;
  expect(quick?.ms).toBe(QUICK_SHOWN);
  // one turn is between the passes, and the last finds nothing left to do
  expect(full?.ms).toBe(passes.turns() - QUICK_SHOWN - 2);
});

test("without the Auto Director there is one pass", async () => {
  const passes = passesWith();
  passes.start(request(1, { autoOptimize: 0 }));
  await idle();
  expect(passes.seen()).toEqual(["1 full"]);
});

test("a cached full result is shown at once", async () => {
  const passes = passesWith();
  const one = request(1);
  passes.start(one);
  await idle();
  const before = passes.turns();
  passes.start({ ...one, revision: 2 });
  await idle();
  expect(passes.seen()).toEqual(["1 quick", "1 full", "2 full"]);
  expect(passes.shown[2]?.result).toBe(passes.shown[1]?.result);
  expect(passes.turns() - before).toBe(2);
});

test("of simultaneous requests only the newest starts", async () => {
  const passes = passesWith();
  const begun: number[] = [];
  const watched = (revision: number) => {
    const { image, ...rest } = request(revision);
    const sketch: typeof image.sketch = function* (given) {
      begun.push(revision);
      return yield* image.sketch(given);
    };
    return { ...rest, image: { ...image, sketch } };
  };
  passes.start(watched(1));
  passes.start(watched(2));
  await idle();
  expect(begun).toEqual([2]);
  expect(passes.seen()).toEqual(["2 quick", "2 full"]);
});

test("a newer request replaces a full pass between two of its steps", async () => {
  const passes = passesWith({ [QUICK_SHOWN + 3]: ({ start }) => start(request(2)) });
  passes.start(request(1));
  await idle();
  expect(passes.seen()).toEqual(["1 quick", "2 quick", "2 full"]);
});

test("a newer request replaces one that has shown nothing yet", async () => {
  const passes = passesWith({ 2: ({ start }) => start(request(2)) });
  passes.start(request(1));
  await idle();
  expect(passes.seen()).toEqual(["2 quick", "2 full"]);
});

test("however fast requests come, every other started one is shown, and the newest in full", async () => {
  const rush = Array.from({ length: 12 }, (_, i) => [i + 2, ({ start }: Passes) => start(request(i + 2))]);
  const passes = passesWith(Object.fromEntries(rush));
  passes.start(request(1));
  await idle();
  expect(passes.seen()).toEqual(["2 quick", "5 quick", "8 quick", "11 quick", "13 quick", "13 full"]);
});

test("nothing is shown after a cancel, at any step", async () => {
  const whole = passesWith();
  whole.start(request(1));
  await idle();
  for (let turn = 1; turn < whole.turns(); turn++) {
    const passes = passesWith({ [turn]: ({ cancel }) => cancel() });
    passes.start(request(1));
    await idle();
    expect(passes.seen()).toEqual(turn > QUICK_SHOWN + 1 ? ["1 quick"] : []);
    expect(passes.refused).toEqual([]);
  }
});

test("a cancel leaves no request waiting, and the next request is rendered", async () => {
  const passes = passesWith({
    2: ({ start }) => start(request(2)),
    3: ({ start }) => start(request(3)),
    4: ({ cancel }) => cancel(),
  });
  passes.start(request(1));
  await idle();
  passes.start(request(4));
  await idle();
  expect(passes.seen()).toEqual(["4 quick", "4 full"]);
});

test("a request that cannot be rendered is refused, and the next one is rendered", async () => {
  const { data: bytes, ...tall } = paint(1, 2000, () => [9, 9, 9]);
  const source = { ...tall, format: "pixels" } as const;
  const image = openImage({ ...tall, data: Uint8Array.from(bytes).buffer, source }, RENDERING);
  const passes = passesWith();
  passes.start(request(1, { columns: 400 }, image));
  await idle();
  expect(passes.refused).toEqual([[1, expect.objectContaining({ code: "grid_too_large" })]]);
  passes.start(request(2));
  await idle();
  expect(passes.seen()).toEqual(["2 quick", "2 full"]);
});
