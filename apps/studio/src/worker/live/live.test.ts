import { PLAIN_KERNELS } from "@lumiglyph/engine";
import { direct } from "@lumiglyph/engine/director";
import { expect, test } from "vitest";
import { optionsWith } from "../../../../../tests/support/params.ts";
import { createMessageHandler } from "../handle-messages.ts";
import type { ToPage, ToWorker } from "../messages.ts";
import { createTestFrames } from "./testing.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The complete message handler with a fake painter. */
const setUp = () => {
  const messages: ToPage[] = [];
  const take = createMessageHandler({
    director: async () => direct,
    shrink: async () => undefined,
    kernels: PLAIN_KERNELS,
    turn,
    clock: () => performance.now(),
    createPainter: async () => ({ kind: "cpu", paint: () => {} }),
    atlas: new Promise(() => {}),
    post: (message) => messages.push(message),
  });
  const until = async (isSo: (message: ToPage) => boolean): Promise<ToPage> => {
    for (;;) {
      const found = messages.find(isSo);
      if (found !== undefined) return found;
      await turn();
    }
  };
  return { ...createTestFrames(), take, messages, until };
};

const startFeed = (id: number): ToWorker => ({
  type: "startFeed",
  id,
  feed: { width: 32, height: 24, isMirrored: false },
});

const render = (revision: number): ToWorker => ({
  type: "render",
  revision,
  options: optionsWith({ columns: 16, autoOptimize: 0 }),
});

const push = (frame: VideoFrame): ToWorker => ({ type: "live", message: { type: "push", frame } });

const image = () => ({
  width: 8,
  height: 8,
  data: new ArrayBuffer(256),
  source: { width: 8, height: 8, format: "png" } as const,
});

test("messages that arrive while the feed's code loads are kept in order", async () => {
  const { take, make, open, until } = setUp();
  take(startFeed(1));
  take(render(1));
  take(push(make()));
  expect(await until(({ type }) => type === "preview")).toMatchObject({ preview: { revision: 1, pass: "quick" } });
  expect(open()).toBe(0);
  take({ type: "clear" });
});

test("a picture ends a feed, and a feed replaces a picture", async () => {
  const { take, make, open, until, messages } = setUp();
  take(startFeed(1));
  take(render(1));
  take(push(make()));
  await until(({ type }) => type === "preview");
  take({ type: "open", image: image() });
  take(render(2));
  take(push(make()));
  expect(await until((one) => one.type === "preview" && one.preview.revision === 2)).toMatchObject({
    preview: { pass: "full" },
  });
  expect(open()).toBe(0);
  take(startFeed(2));
  take(render(3));
  take(push(make()));
  await until((one) => one.type === "preview" && one.preview.revision === 3);
  take({ type: "clear" });
  await turn();
  const said = messages.length;
  await new Promise((resolve) => setTimeout(resolve, 400));
  // no more statistics
  expect(messages).toHaveLength(said);
});

test("the waiting frame of a replaced feed is closed", async () => {
  const { take, make, open, until } = setUp();
  take(startFeed(1));
  take(push(make()));
  take(push(make()));
  take(startFeed(2));
  take(render(1));
  take(push(make()));
  await until(({ type }) => type === "preview");
  expect(open()).toBe(0);
  take({ type: "clear" });
});

test("an export uses the frame on display", async () => {
  const { take, make, until } = setUp();
  take(startFeed(1));
  take(render(1));
  take(push(make({ paint: (x) => [8 * x, 8 * x, 8 * x] })));
  const shown = await until(({ type }) => type === "preview");
  take({ type: "query", id: 5, query: { kind: "encode", options: optionsWith({ columns: 99 }), format: "text" } });
  const reply = await until(({ type }) => type === "reply");
  if (shown.type !== "preview" || reply.type !== "reply") throw new Error("not what was waited for");
  expect(reply.reply).toBe(`${shown.preview.lines.join("\n")}\n`);
  take({ type: "clear" });
});

test("before its first frame there is nothing to export", async () => {
  const { take, until } = setUp();
  take(startFeed(1));
  take({ type: "query", id: 5, query: { kind: "encode", options: optionsWith({}), format: "text" } });
  expect(await until(({ type }) => type === "failure")).toMatchObject({ refused: { code: "image_missing" } });
  take({ type: "clear" });
});
