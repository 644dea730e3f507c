import { TEXT_FORMATS } from "@lumiglyph/contract";
import { encode, finish, openPicture, PLAIN_KERNELS } from "@lumiglyph/engine";
import { direct } from "@lumiglyph/engine/director";
import type { ReadonlySignal } from "@preact/signals";
import { afterEach, describe, expect, test } from "vitest";
import { optionsWith } from "../../../../tests/support/params.ts";
import { paint } from "../../../../tests/support/rasters.ts";
import { createMessageHandler } from "./handle-messages.ts";
import type { ToPage, ToWorker } from "./messages.ts";
import type { SentPicture } from "./pictures.ts";
import type { Preview } from "./preview.ts";
import type { RenderWorker } from "./render-worker.ts";
import { createWorkerHost, type WorkerLike } from "./worker-host.ts";

const SIZE = { width: 64, height: 48 };
const raster = paint(SIZE.width, SIZE.height, (x, y) => [4 * x, 5 * y, (x * y) % 256]);
const source = { ...SIZE, format: "png" } as const;
const image = (): SentPicture => ({ ...SIZE, data: Uint8Array.from(raster.data).buffer, source });

const request = optionsWith({ columns: 16, contrast: 1.2 });
const never = new AbortController().signal;

const channels: MessageChannel[] = [];
afterEach(() => {
  for (const { port1 } of channels.splice(0)) port1.close();
});

/** Not a Worker but its message handler, behind messages that are copied and transferred like a Worker's. */
const startHost = (): WorkerLike => {
  const channel = new MessageChannel();
  channels.push(channel);
  const take = createMessageHandler({
    director: async () => direct,
    shrink: async () => undefined,
    kernels: PLAIN_KERNELS,
    // Node delivers all messages of one port before another's, so turns by messages would let nothing in
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    clock: () => performance.now(),
    createPainter: async (_canvas, changed) => {
      changed("webgl2");
      return { kind: "webgl2", paint: () => {} };
    },
    atlas: new Promise(() => {}),
    post: (message, transfer) => channel.port2.postMessage(message, transfer),
  });
  channel.port2.onmessage = ({ data }) => take(data);
  const { port1 } = channel;
  return Object.assign(port1, { terminate: () => port1.close(), onerror: null }) as unknown as WorkerLike;
};

const until = <Value>(signal: ReadonlySignal<Value>, isSo: (value: Value) => boolean): Promise<Value> =>
  new Promise((resolve) => {
    const stop = signal.subscribe((value) => {
      if (!isSo(value)) return;
      resolve(value);
      queueMicrotask(() => stop());
    });
  });

const idle = ({ pass }: RenderWorker) => until(pass, (value) => value === "none");

describe("a render worker", () => {
  test("renders the open picture quickly, then in full, and reports the pass", async () => {
    const worker = createWorkerHost(startHost);
    const passes: string[] = [];
    const previews: unknown[] = [];
    worker.pass.subscribe((pass) => passes.push(pass));
    worker.preview.subscribe((preview) => previews.push(preview?.pass ?? null));
    worker.open(image());
    worker.render(request);
    await idle(worker);
    expect(passes).toEqual(["none", "quick", "full", "none"]);
    expect(previews).toEqual([null, "quick", "full"]);
  });

  test("reports everything that the page shows about a result", async () => {
    const worker = createWorkerHost(startHost);
    worker.open(image());
    worker.render(request);
    await idle(worker);
    const result = finish(openPicture(raster, { source, kernels: PLAIN_KERNELS }).render(request));
    expect(worker.preview.value).toEqual({
      revision: 1,
      pass: "full",
      size: { columns: 16, rows: 6 },
      params: result.params,
      glyphs: result.glyphs,
      quality: result.quality,
      lines: result.lines(),
      colors: result.inks(),
      grounds: null,
      tones: result.tones(),
      levels: result.levels,
      ms: expect.any(Number),
    });
  });

  test("transfers pixels instead of copying them", () => {
    const worker = createWorkerHost(startHost);
    const given = image();
    worker.open(given);
    expect(given.data.byteLength).toBe(0);
  });

  test("renders nothing without a picture", () => {
    const worker = createWorkerHost(startHost);
    worker.render(request);
    expect(worker.pass.value).toBe("none");
  });

  test("ends with the newest request's preview", async () => {
    const worker = createWorkerHost(startHost);
    worker.open(image());
    for (let step = 0; step < 9; step++) worker.render(optionsWith({ columns: 16, contrast: 1 + step / 10 }));
    await idle(worker);
    expect(worker.preview.value).toMatchObject({ revision: 9, pass: "full" });
  });

  test("keeps the last preview if a pass is canceled", async () => {
    const worker = createWorkerHost(startHost);
    worker.open(image());
    worker.render(request);
    await until(worker.pass, (pass) => pass === "full");
    worker.cancel();
    expect(worker.pass.value).toBe("none");
    await worker.encode(optionsWith({ columns: 8, autoOptimize: 0 }), "text", never);
    expect(worker.preview.value).toMatchObject({ pass: "quick" });
  });

  test("has no preview after a clear, not even a late one", async () => {
    const worker = createWorkerHost(startHost);
    worker.open(image());
    worker.render(request);
    await until(worker.pass, (pass) => pass === "full");
    worker.clear();
    // the last query is answered last
    await expect(worker.encode(request, "text", never)).rejects.toThrow("No picture is open.");
    expect([worker.preview.value, worker.pass.value]).toEqual([null, "none"]);
  });

  test("keeps a picture's preview until the next one's, and shows no late one after that", async () => {
    const worker = createWorkerHost(startHost);
    worker.open(image());
    worker.render(request);
    await until(worker.pass, (pass) => pass === "full");
    const kept = worker.preview.value;
    worker.open({ ...image(), source: { width: 64, height: 96, format: "png" } });
    expect(worker.preview.value).toBe(kept);
    worker.render(request);
    const next = await until(worker.preview, (preview) => preview !== kept);
    expect(next?.size).toEqual({ columns: 16, rows: 12 });
  });

  test("reports why a picture cannot be rendered, until one can", async () => {
    const worker = createWorkerHost(startHost);
    worker.open({ ...image(), source: { width: 1, height: 9000, format: "png" } });
    worker.render(optionsWith({ columns: 400 }));
    const refused = await until(worker.refused, (value) => value !== null);
    expect(refused).toEqual({
      code: "grid_too_large",
      message:
        "400 columns of this 1 × 9000 picture need 1800000 rows, more than 240000 cells in total. " +
        "No number of columns fits: give `rows`, 400 at most, or crop the picture.",
    });
    expect(worker.pass.value).toBe("none");
    worker.open(image());
    expect(worker.refused.value).toBeNull();
  });

  test("reports its painter", async () => {
    const worker = createWorkerHost(startHost);
    expect([worker.painter.value, worker.attached.value]).toEqual(["cpu", false]);
    // a port transfers like a canvas, which Node lacks
    worker.attach(new MessageChannel().port1 as unknown as OffscreenCanvas);
    await until(worker.painter, (kind) => kind === "webgl2");
    expect(worker.attached.value).toBe(true);
  });
});

describe("an export", () => {
  test("has the bytes of a render in every format", async () => {
    const worker = createWorkerHost(startHost);
    worker.open(image());
    worker.render(request);
    await idle(worker);
    const result = finish(openPicture(raster, { source, kernels: PLAIN_KERNELS }).render(request));
    for (const format of TEXT_FORMATS) {
      expect(await worker.encode(request, format, never)).toBe(encode(result, format));
    }
  });

  test("may have other parameters than the view, which keeps its preview", async () => {
    const worker = createWorkerHost(startHost);
    worker.open(image());
    worker.render(request);
    const other = optionsWith({ columns: 9, charset: "dots" });
    const text = await worker.encode(other, "text", never);
    expect(text).toBe(encode(finish(openPicture(raster, { source, kernels: PLAIN_KERNELS }).render(other)), "text"));
    expect(worker.preview.value).toMatchObject({ revision: 1, pass: "full" });
  });

  test("rejects with an AbortError when its signal is aborted", async () => {
    const worker = createWorkerHost(startHost);
    worker.open(image());
    const stop = new AbortController();
    const text = worker.encode(request, "text", stop.signal);
    stop.abort();
    await expect(text).rejects.toMatchObject({ name: "AbortError" });
    await expect(worker.encode(request, "text", stop.signal)).rejects.toMatchObject({ name: "AbortError" });
    expect(await worker.encode(request, "text", never)).toContain("\n");
  });

  test("fails with a refusal's code and message", async () => {
    const worker = createWorkerHost(startHost);
    const text = worker.encode(request, "text", never);
    await expect(text).rejects.toMatchObject({ code: "image_missing", message: "No picture is open." });
  });
});

/** Workers that only record their messages. */
const startDummies = () => {
  const workers: (WorkerLike & { readonly messages: ToWorker["type"][]; isAlive: boolean })[] = [];
  const start = (): WorkerLike => {
    const messages: ToWorker["type"][] = [];
    const worker = {
      messages,
      isAlive: true,
      postMessage: ({ type }: ToWorker) => void messages.push(type),
      terminate: () => {
        worker.isAlive = false;
      },
      onmessage: null,
      onerror: null,
    };
    workers.push(worker);
    return worker;
  };
  const fail = (): void => workers.at(-1)?.onerror?.({} as ErrorEvent);
  const message = (data: ToPage): void => workers.at(-1)?.onmessage?.({ data } as MessageEvent<ToPage>);
  return { workers, start, fail, message };
};

describe("messages in flight when the page changes its request", () => {
  const previewOf = (revision: number) =>
    ({ type: "preview", preview: { revision, pass: "full" } as Preview }) as const;

  test("a preview of the previous picture is not shown", () => {
    const { start, message } = startDummies();
    const worker = createWorkerHost(start);
    worker.open(image());
    worker.render(request);
    worker.open(image());
    message(previewOf(1));
    expect(worker.preview.value).toBeNull();
    worker.render(request);
    message(previewOf(2));
    expect(worker.preview.value?.revision).toBe(2);
  });

  test("a preview of the previous request is shown while the newest is in progress", () => {
    const { start, message } = startDummies();
    const worker = createWorkerHost(start);
    worker.open(image());
    worker.render(request);
    worker.render(request);
    message(previewOf(1));
    expect([worker.preview.value?.revision, worker.pass.value]).toEqual([1, "quick"]);
  });

  test("a refusal of the previous request does not apply to the newest", () => {
    const { start, message } = startDummies();
    const worker = createWorkerHost(start);
    worker.open(image());
    worker.render(request);
    worker.render(request);
    message({ type: "refused", revision: 1, refused: { code: "grid_too_large", message: "" } });
    expect([worker.refused.value, worker.pass.value]).toEqual([null, "quick"]);
  });

  test("the Worker is notified of canceled queries, and late replies are closed", async () => {
    const { workers, start, message } = startDummies();
    const worker = createWorkerHost(start);
    const stop = new AbortController();
    const looks = worker.looks([request], 3, stop.signal);
    stop.abort();
    await expect(looks).rejects.toBe(stop.signal.reason);
    expect(workers[0]?.messages).toEqual(["query", "forget"]);
    let closed = 0;
    message({ type: "reply", id: 1, reply: [{ close: () => closed++ } as unknown as ImageBitmap] });
    expect(closed).toBe(1);
  });
});

describe("a Worker that fails", () => {
  const INTERNAL = expect.objectContaining({ code: "internal" });

  test("is reported, and the next gets the picture again", async () => {
    const { workers, start, fail } = startDummies();
    const worker = createWorkerHost(start);
    worker.attach({} as OffscreenCanvas);
    worker.open(image());
    worker.render(request);
    const text = worker.encode(request, "text", never);
    fail();
    expect(worker.refused.value).toEqual(INTERNAL);
    expect([worker.pass.value, worker.attached.value]).toEqual(["none", false]);
    await expect(text).rejects.toEqual(INTERNAL);
    expect(workers.map(({ isAlive }) => isAlive)).toEqual([false, true]);

    worker.render(request);
    worker.open(image());
    expect(worker.refused.value).toBeNull();
    worker.render(request);
    expect(workers[1]?.messages).toEqual(["open", "render"]);
  });

  test("is replaced once; then every picture is refused, and nothing hangs", async () => {
    const { workers, start, fail } = startDummies();
    const worker = createWorkerHost(start);
    fail();
    expect(worker.refused.value).toBeNull();
    fail();
    expect(workers.map(({ isAlive }) => isAlive)).toEqual([false, false]);
    worker.open(image());
    expect(worker.refused.value).toEqual(INTERNAL);
    await expect(worker.thumbnail(image(), request, 4)).rejects.toEqual(INTERNAL);
    worker.attach({} as OffscreenCanvas);
    expect(worker.attached.value).toBe(true);
  });

  test("or cannot be started refuses every picture", () => {
    const worker = createWorkerHost(() => {
      throw new TypeError("not allowed here");
    });
    worker.open(image());
    expect(worker.refused.value).toEqual(INTERNAL);
  });
});
