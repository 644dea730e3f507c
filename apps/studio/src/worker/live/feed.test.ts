import { DEFAULT_PARAMS } from "@lumiglyph/contract";
import { encode, finish, PLAIN_KERNELS } from "@lumiglyph/engine";
import type { PaintedPage } from "@lumiglyph/engine/paint/page";
import { expect, test } from "vitest";
import { optionsWith } from "../../../../../tests/support/params.ts";
import type { CellFrame, Feed, FeedStats } from "../live-feed.ts";
import type { LiveToPage, ToPage } from "../messages.ts";
import type { Preview } from "../preview.ts";
import { createScheduler } from "../scheduler.ts";
import { openFeed } from "./feed.ts";
import { createFramePixels } from "./frame-pixels.ts";
import { createTestFrames } from "./testing.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Waits for everything that is due. */
const settle = async () => {
  for (let turns = 0; turns < 40; turns++) await turn();
};

/** A scene with a bright left half and a slanted line, so that mirrored and moved versions differ. */
const scene =
  (shift = 0) =>
  (x: number, y: number) => {
    const value = x < 16 + shift ? 200 : Math.abs(x - y) < 2 ? 255 : 30;
    return [value, value, 255 - value] as const;
  };

const OPTIONS = optionsWith({ columns: 16, autoOptimize: 0, color: true });

/** A feed with a manual clock. */
const setUp = (feed: Partial<Feed> = {}) => {
  let now = 0;
  let tick: (() => void) | null = null;
  const frames = createTestFrames();
  const pages: PaintedPage[] = [];
  const messages: ToPage[] = [];
  const open = openFeed(
    7,
    { width: 32, height: 24, isMirrored: false, ...feed },
    {
      schedule: createScheduler(turn),
      clock: () => now,
      every: (_milliseconds, call) => {
        tick = call;
        return () => {
          tick = null;
        };
      },
      kernels: PLAIN_KERNELS,
      shrink: undefined,
      pixels: createFramePixels(() => {
        throw new Error("no canvas here");
      }),
      viewCanvas: { setPage: (page) => pages.push({ ...page, glyphs: page.glyphs.slice() }) },
      post: (message) => messages.push(message),
    },
  );
  const of = <Type extends LiveToPage["type"]>(type: Type) =>
    messages.flatMap((one) => (one.type === "live" && one.message.type === type ? [one.message] : [])) as Extract<
      LiveToPage,
      { type: Type }
    >[];
  return {
    ...open,
    frames,
    pages,
    messages,
    push: async (making: Parameters<typeof frames.make>[0] = {}) => {
      open.take({ type: "push", frame: frames.make({ paint: scene(), ...making }) });
      await settle();
    },
    /** Advances the clock in steps of a quarter of a second, with the statistics of each. */
    wait: async (quarters: number) => {
      for (let quarter = 0; quarter < quarters; quarter++) {
        now += 250;
        tick?.();
        await settle();
      }
    },
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    isTicking: () => tick !== null,
    taken: () => of("taken").length,
    stats: (): FeedStats | undefined => of("stats").at(-1)?.stats,
    cells: (): readonly CellFrame[] => of("cells").map(({ frame }) => frame),
    previews: (): readonly Preview[] => messages.flatMap((one) => (one.type === "preview" ? [one.preview] : [])),
    refusals: () => messages.flatMap((one) => (one.type === "refused" ? [[one.revision, one.refused?.code]] : [])),
  };
};

test("a pushed frame is rendered, painted, closed and reported", async () => {
  const feed = setUp();
  feed.render(3, OPTIONS);
  await feed.push();
  expect(feed.pages).toHaveLength(1);
  expect(feed.pages[0]).toMatchObject({ columns: 16, rows: 6, ground: [0, 0, 0] });
  expect([feed.frames.open(), feed.taken()]).toEqual([0, 1]);
  const [preview] = feed.previews();
  expect(preview).toMatchObject({ revision: 3, pass: "quick", size: { columns: 16, rows: 6 } });
  expect(preview?.lines).toHaveLength(6);
  expect(preview?.colors).toHaveLength(3 * 16 * 6);
  expect(preview?.tones).toHaveLength(16 * 6);
  expect(preview?.quality).toMatchObject({ evaluations: 0, components: [] });
});

test("frames that arrive before any parameters are closed", async () => {
  const feed = setUp();
  await feed.push();
  expect([feed.frames.open(), feed.pages.length]).toEqual([0, 0]);
  feed.render(1, OPTIONS);
  await feed.push();
  expect(feed.pages).toHaveLength(1);
});

test("of frames that arrive together the newest is rendered and the others are dropped", async () => {
  const feed = setUp();
  feed.render(1, OPTIONS);
  await feed.push();
  for (const shift of [1, 2, 3, 4]) feed.take({ type: "push", frame: feed.frames.make({ paint: scene(shift) }) });
  await settle();
  await feed.wait(1);
  // the first of them was taken at once
  expect(feed.stats()).toMatchObject({ shown: 3, dropped: 2 });
  expect([feed.frames.open(), feed.taken()]).toEqual([0, 5]);
});

test("cell frames carry the timestamps of their frames, in seconds", async () => {
  const feed = setUp();
  feed.render(1, OPTIONS);
  feed.take({ type: "cellFeed", isOn: true });
  for (const timestamp of [0, 500_000]) await feed.push({ timestamp });
  expect(feed.cells().map(({ time }) => time)).toEqual([0, 0.5]);
});

test("an ended feed leaves no frame or timer", async () => {
  const feed = setUp();
  feed.render(1, OPTIONS);
  await feed.push();
  for (const shift of [1, 2]) feed.take({ type: "push", frame: feed.frames.make({ paint: scene(shift) }) });
  await turn();
  feed.end();
  await settle();
  expect([feed.frames.open(), feed.isTicking()]).toEqual([0, false]);
  const [shown, said] = [feed.pages.length, feed.messages.length];
  await feed.push();
  expect([feed.frames.open(), feed.pages.length]).toEqual([0, shown]);
  expect(feed.messages.slice(said)).toEqual([{ type: "live", id: 7, message: { type: "taken" } }]);
});

test("while held, frames are closed but not counted as dropped, and parameters act on the last one at once", async () => {
  const feed = setUp();
  feed.render(1, OPTIONS);
  await feed.push();
  feed.take({ type: "hold", isHeld: true });
  await feed.push({ paint: scene(5) });
  expect([feed.pages.length, feed.frames.open()]).toEqual([1, 0]);
  feed.render(2, optionsWith({ columns: 16, autoOptimize: 0, invert: true }));
  await settle();
  expect(feed.pages.at(-1)?.ground).not.toEqual([0, 0, 0]);
  await feed.wait(1);
  expect(feed.previews().at(-1)?.revision).toBe(2);
  expect(feed.stats()?.dropped).toBe(0);
  feed.take({ type: "hold", isHeld: false });
  await feed.push({ paint: scene(5) });
  await feed.wait(1);
  // a frame that is rendered again does not count
  expect(feed.stats()?.shown).toBe(2);
});

test("a waiting frame is not rendered after a hold", async () => {
  const feed = setUp();
  feed.render(1, OPTIONS);
  for (const shift of [1, 2]) feed.take({ type: "push", frame: feed.frames.make({ paint: scene(shift) }) });
  feed.take({ type: "hold", isHeld: true });
  await settle();
  // the first was taken at once
  expect([feed.pages.length, feed.frames.open(), feed.taken()]).toEqual([1, 0, 2]);
});

test("an idle feed renders new parameters at once; a running one waits for its next frame", async () => {
  const feed = setUp();
  feed.render(1, OPTIONS);
  await feed.push();
  feed.pass(50);
  feed.render(2, optionsWith({ columns: 20, autoOptimize: 0 }));
  await settle();
  expect(feed.pages).toHaveLength(1);
  await feed.wait(1);
  expect(feed.pages.map(({ columns }) => columns)).toEqual([16, 20]);
});

test("statistics are reported without frames: the rate falls to zero", async () => {
  const feed = setUp();
  feed.render(1, OPTIONS);
  for (const shift of [0, 1, 2]) await feed.push({ paint: scene(shift) });
  await feed.wait(1);
  expect(feed.stats()).toMatchObject({ fps: 3, shown: 3, size: { columns: 16, rows: 6 } });
  expect(Object.keys(feed.stats()?.ms ?? {})).toEqual(
    expect.arrayContaining(["copy", "shrink", "match", "paint", "whole"]),
  );
  await feed.wait(4);
  expect(feed.stats()).toMatchObject({ fps: 0, shown: 3 });
});

test("a preview is posted at most four times a second, and at once if the size changes", async () => {
  const feed = setUp();
  feed.render(1, OPTIONS);
  for (const shift of [0, 1, 2, 3]) await feed.push({ paint: scene(shift) });
  expect(feed.previews()).toHaveLength(1);
  await feed.wait(1);
  expect(feed.previews()).toHaveLength(2);
  // nothing new
  await feed.wait(1);
  expect(feed.previews()).toHaveLength(2);
  feed.render(2, optionsWith({ columns: 20, autoOptimize: 0 }));
  await feed.push();
  expect(feed.previews().at(-1)?.size.columns).toBe(20);
});

test("mirroring equals a feed of mirrored frames, including slanted glyphs", async () => {
  const [feed, swapped] = [setUp({ isMirrored: true }), setUp()];
  for (const one of [feed, swapped]) one.render(1, OPTIONS);
  await feed.push();
  await swapped.push({ paint: (x, y) => scene()(31 - x, y) });
  expect(feed.pages.at(-1)?.glyphs).toEqual(swapped.pages.at(-1)?.glyphs);
  // while held, the last frame is mirrored in place
  feed.take({ type: "hold", isHeld: true });
  feed.take({ type: "mirror", isMirrored: false });
  feed.take({ type: "jump" });
  await settle();
  const plain = setUp();
  plain.render(1, OPTIONS);
  await plain.push();
  expect(feed.pages.at(-1)?.glyphs).toEqual(plain.pages.at(-1)?.glyphs);
});

test("after a jump, earlier frames have no influence", async () => {
  const feed = setUp();
  feed.render(1, OPTIONS);
  for (let frame = 0; frame < 4; frame++) await feed.push();
  feed.take({ type: "jump" });
  await feed.push({ paint: scene(6) });
  const fresh = setUp();
  fresh.render(1, OPTIONS);
  await fresh.push({ paint: scene(6) });
  expect(feed.pages.at(-1)?.glyphs).toEqual(fresh.pages.at(-1)?.glyphs);
});

/** Noise around a gray, different in each frame. */
const noise = (seed: number) => (x: number, y: number) => {
  const value = 120 + ((Math.imul(x * 7919 + y * 104729 + seed * 15485863, 2654435761) >>> 16) % 24);
  return [value, value, value] as const;
};

test("without smoothing there is more flicker, and the figure is kept when it is on again", async () => {
  const feed = setUp();
  feed.render(1, optionsWith({ columns: 16, autoOptimize: 0, glyphStrategy: "fixed" }));
  for (let frame = 0; frame < 12; frame++) await feed.push({ paint: noise(frame) });
  await feed.wait(4);
  for (let frame = 0; frame < 6; frame++) await feed.push({ paint: noise(50 + frame) });
  await feed.wait(1);
  const smooth = feed.stats()!;
  expect(smooth.bareFlicker).toBeNull();
  feed.take({ type: "smooth", isOn: false });
  for (let frame = 0; frame < 6; frame++) await feed.push({ paint: noise(100 + frame) });
  await feed.wait(1);
  const bare = feed.stats()!;
  expect(bare.bareFlicker).toBe(bare.flicker);
  expect(bare.flicker).toBeGreaterThan(smooth.flicker + 0.2);
  feed.take({ type: "smooth", isOn: true });
  await feed.wait(4);
  await feed.push({ paint: noise(200) });
  await feed.push({ paint: noise(201) });
  await feed.wait(1);
  expect(feed.stats()?.bareFlicker).toBe(bare.flicker);
  expect(feed.stats()?.flicker).toBeLessThan(bare.flicker / 2);
});

test("a lasting scene is tuned, and tuned values fade in even without new frames", async () => {
  const feed = setUp();
  feed.render(1, optionsWith({ columns: 16, color: true }));
  await feed.push();
  await feed.wait(40);
  const preview = feed.previews().at(-1);
  expect(preview?.pass).toBe("full");
  expect(preview?.quality.components.length).toBeGreaterThan(0);
  for (const [name, { to }] of Object.entries(preview?.quality.tuned ?? {})) {
    expect(preview?.params).toMatchObject({ [name]: to });
  }
  const shown = feed.stats()?.shown;
  await feed.wait(4);
  expect(feed.stats()?.shown).toBe(shown);
});

test("parameters that cannot be rendered are refused once; later ones render", async () => {
  const feed = setUp({ width: 10, height: 900 });
  feed.render(1, optionsWith({ columns: 400 }));
  await feed.push();
  await feed.push();
  expect(feed.refusals()).toEqual([[1, "grid_too_large"]]);
  expect([feed.frames.open(), feed.pages.length]).toEqual([0, 0]);
  feed.render(2, optionsWith({ columns: 8, autoOptimize: 0 }));
  await feed.push();
  expect(feed.pages[0]).toMatchObject({ columns: 8, rows: 360 });
});

test("frames of another size have another grid", async () => {
  const feed = setUp();
  feed.render(1, OPTIONS);
  await feed.push();
  await feed.push({ width: 24, height: 32, paint: (x, y) => scene()(y, x) });
  expect(feed.pages.map(({ columns, rows }) => [columns, rows])).toEqual([
    [16, 6],
    [16, 11],
  ]);
});

test("queries refer to the frame on display, even if the next has arrived", async () => {
  const feed = setUp();
  expect(feed.image()).toBeNull();
  feed.render(1, OPTIONS);
  await feed.push();
  const image = feed.image()!;
  await feed.push({ paint: scene(9) });
  const result = finish(image.render(OPTIONS));
  expect(result.lines()).toEqual(feed.previews()[0]?.lines);
  expect(result.quality.evaluations).toBeGreaterThan(0);
  expect(encode(result, "text")).toBe(`${feed.previews()[0]?.lines.join("\n")}\n`);
  expect(JSON.parse(encode(result, "json"))).toMatchObject({
    columns: 16,
    rows: 6,
    source: { format: "pixels" },
  });
  expect(image.raster.data[0]).toBe(200);
});

test("a frame without color has colors if a format needs them", async () => {
  const feed = setUp();
  feed.render(1, optionsWith({ columns: 16, autoOptimize: 0 }));
  await feed.push();
  const result = finish(feed.image()!.render(OPTIONS));
  expect(result.params.color).toBe(DEFAULT_PARAMS.color);
  const { chroma } = JSON.parse(encode(result, "json-compact"));
  expect(Buffer.from(chroma.data, "base64")).toHaveLength(3 * 16 * 6);
  expect(result.colors("ansi")).toBeNull();
});
