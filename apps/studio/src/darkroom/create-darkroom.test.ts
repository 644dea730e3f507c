import { PARAMS } from "@lumiglyph/contract";
import { encode, finish, openPicture, PLAIN_KERNELS } from "@lumiglyph/engine";
import type { ReadonlySignal } from "@preact/signals";
import { afterEach, describe, expect, test } from "vitest";
import { optionsWith } from "../../../../tests/support/params.ts";
import { paint } from "../../../../tests/support/rasters.ts";
import { createDarkroom, type DarkroomWorker } from "./create-darkroom.ts";
import { createRoom } from "./create-room.ts";
import type { Darkroom, Negative, Proof } from "./darkroom.ts";
import type { Order, Report } from "./messages.ts";

const SIZE = { width: 64, height: 48 };
const raster = paint(SIZE.width, SIZE.height, (x, y) => [4 * x, 5 * y, (x * y) % 256]);
const source = { ...SIZE, format: "png" } as const;
const negative = (): Negative => ({ ...SIZE, data: Uint8Array.from(raster.data).buffer, source });

const wish = optionsWith({ columns: 16, contrast: 1.2 });
const never = new AbortController().signal;

const channels: MessageChannel[] = [];
afterEach(() => {
  for (const { port1 } of channels.splice(0)) port1.close();
});

/** Not a Worker, but what happens in one, behind messages that are copied and handed over as a Worker's are. */
const startRoom = (): DarkroomWorker => {
  const channel = new MessageChannel();
  channels.push(channel);
  const take = createRoom({
    kernels: PLAIN_KERNELS,
    // Node hands a port all its messages before those of another, so turns by messages would let nobody in
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    clock: () => performance.now(),
    createPainter: async (_canvas, changed) => {
      changed("webgl2");
      return { kind: "webgl2", paint: () => {} };
    },
    atlas: new Promise(() => {}),
    post: (report, transfer) => channel.port2.postMessage(report, transfer),
  });
  channel.port2.onmessage = ({ data }) => take(data);
  const { port1 } = channel;
  return Object.assign(port1, { terminate: () => port1.close(), onerror: null }) as unknown as DarkroomWorker;
};

const until = <Value>(signal: ReadonlySignal<Value>, isSo: (value: Value) => boolean): Promise<Value> =>
  new Promise((resolve) => {
    const stop = signal.subscribe((value) => {
      if (!isSo(value)) return;
      resolve(value);
      queueMicrotask(() => stop());
    });
  });

const idle = ({ pass }: Darkroom) => until(pass, (value) => value === "none");

describe("a darkroom", () => {
  test("draws the open picture quickly, then in full, and says which it is at", async () => {
    const darkroom = createDarkroom(startRoom);
    const passes: string[] = [];
    const proofs: unknown[] = [];
    darkroom.pass.subscribe((pass) => passes.push(pass));
    darkroom.proof.subscribe((proof) => proofs.push(proof?.pass ?? null));
    darkroom.open(negative());
    darkroom.develop(wish);
    await idle(darkroom);
    expect(passes).toEqual(["none", "quick", "full", "none"]);
    expect(proofs).toEqual([null, "quick", "full"]);
  });

  test("tells of a print all that the page shows of it", async () => {
    const darkroom = createDarkroom(startRoom);
    darkroom.open(negative());
    darkroom.develop(wish);
    await idle(darkroom);
    const print = finish(openPicture(raster, { source, kernels: PLAIN_KERNELS }).render(wish));
    expect(darkroom.proof.value).toEqual({
      revision: 1,
      pass: "full",
      size: { columns: 16, rows: 6 },
      params: print.params,
      glyphs: print.glyphs,
      quality: print.quality,
      lines: print.lines(),
      colors: print.inks(),
      tones: print.tones(),
      levels: print.levels,
      ms: expect.any(Number),
    });
  });

  test("hands pixels over instead of copying them", () => {
    const darkroom = createDarkroom(startRoom);
    const given = negative();
    darkroom.open(given);
    expect(given.data.byteLength).toBe(0);
  });

  test("draws nothing while no picture is open", () => {
    const darkroom = createDarkroom(startRoom);
    darkroom.develop(wish);
    expect(darkroom.pass.value).toBe("none");
  });

  test("has the newest wish's proof in the end, however many there were", async () => {
    const darkroom = createDarkroom(startRoom);
    darkroom.open(negative());
    for (let step = 0; step < 9; step++) darkroom.develop(optionsWith({ columns: 16, contrast: 1 + step / 10 }));
    await idle(darkroom);
    expect(darkroom.proof.value).toMatchObject({ revision: 9, pass: "full" });
  });

  test("keeps the last proof where a pass is canceled", async () => {
    const darkroom = createDarkroom(startRoom);
    darkroom.open(negative());
    darkroom.develop(wish);
    await until(darkroom.pass, (pass) => pass === "full");
    darkroom.cancel();
    expect(darkroom.pass.value).toBe("none");
    await darkroom.encode(optionsWith({ columns: 8, autoOptimize: 0 }), "text", never);
    expect(darkroom.proof.value).toMatchObject({ pass: "quick" });
  });

  test("has no proof after it was cleared, not even a late one", async () => {
    const darkroom = createDarkroom(startRoom);
    darkroom.open(negative());
    darkroom.develop(wish);
    await until(darkroom.pass, (pass) => pass === "full");
    darkroom.clear();
    // what was asked last is answered last
    await expect(darkroom.encode(wish, "text", never)).rejects.toThrow("No picture is open.");
    expect([darkroom.proof.value, darkroom.pass.value]).toEqual([null, "none"]);
  });

  test("keeps a picture's proof until there is one of the next, and shows none of the first after it", async () => {
    const darkroom = createDarkroom(startRoom);
    darkroom.open(negative());
    darkroom.develop(wish);
    await until(darkroom.pass, (pass) => pass === "full");
    const kept = darkroom.proof.value;
    darkroom.open({ ...negative(), source: { width: 64, height: 96, format: "png" } });
    expect(darkroom.proof.value).toBe(kept);
    darkroom.develop(wish);
    const next = await until(darkroom.proof, (proof) => proof !== kept);
    expect(next?.size).toEqual({ columns: 16, rows: 12 });
  });

  test("says why a picture cannot be drawn, until one can", async () => {
    const darkroom = createDarkroom(startRoom);
    darkroom.open({ ...negative(), source: { width: 1, height: 9000, format: "png" } });
    darkroom.develop(optionsWith({ columns: 400 }));
    const refused = await until(darkroom.refused, (value) => value !== null);
    expect(refused).toEqual({
      code: "grid_too_large",
      message:
        "400 columns of this 1 × 9000 picture are 1800000 rows, more than 240000 cells in all. " +
        "No number of columns fits: crop the picture.",
    });
    expect(darkroom.pass.value).toBe("none");
    darkroom.open(negative());
    expect(darkroom.refused.value).toBeNull();
  });

  test("says which painter it has", async () => {
    const darkroom = createDarkroom(startRoom);
    expect([darkroom.painter.value, darkroom.attached.value]).toEqual(["cpu", false]);
    // a port is handed over like a canvas, which this host does not have
    darkroom.attach(new MessageChannel().port1 as unknown as OffscreenCanvas);
    await until(darkroom.painter, (kind) => kind === "webgl2");
    expect(darkroom.attached.value).toBe(true);
  });
});

describe("an export", () => {
  test("has the bytes of a render in every format", async () => {
    const darkroom = createDarkroom(startRoom);
    darkroom.open(negative());
    darkroom.develop(wish);
    await idle(darkroom);
    const print = finish(openPicture(raster, { source, kernels: PLAIN_KERNELS }).render(wish));
    for (const format of PARAMS.format.values) {
      expect(await darkroom.encode(wish, format, never)).toBe(encode(print, format));
    }
  });

  test("may have other parameters than the stage, which keeps its proof", async () => {
    const darkroom = createDarkroom(startRoom);
    darkroom.open(negative());
    darkroom.develop(wish);
    const other = optionsWith({ columns: 9, charset: "dots" });
    const text = await darkroom.encode(other, "text", never);
    expect(text).toBe(encode(finish(openPicture(raster, { source, kernels: PLAIN_KERNELS }).render(other)), "text"));
    expect(darkroom.proof.value).toMatchObject({ revision: 1, pass: "full" });
  });

  test("is given up when its signal is aborted, as an AbortError", async () => {
    const darkroom = createDarkroom(startRoom);
    darkroom.open(negative());
    const stop = new AbortController();
    const text = darkroom.encode(wish, "text", stop.signal);
    stop.abort();
    await expect(text).rejects.toMatchObject({ name: "AbortError" });
    await expect(darkroom.encode(wish, "text", stop.signal)).rejects.toMatchObject({ name: "AbortError" });
    expect(await darkroom.encode(wish, "text", never)).toContain("\n");
  });

  test("fails with a refusal's code and sentence", async () => {
    const darkroom = createDarkroom(startRoom);
    const text = darkroom.encode(wish, "text", never);
    await expect(text).rejects.toMatchObject({ code: "image_missing", message: "No picture is open." });
  });
});

/** Workers that only remember what they were told. */
const startDummies = () => {
  const workers: (DarkroomWorker & { readonly orders: Order["type"][]; isAlive: boolean })[] = [];
  const start = (): DarkroomWorker => {
    const orders: Order["type"][] = [];
    const worker = {
      orders,
      isAlive: true,
      postMessage: ({ type }: Order) => void orders.push(type),
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
  const report = (data: Report): void => workers.at(-1)?.onmessage?.({ data } as MessageEvent<Report>);
  return { workers, start, fail, report };
};

describe("what was under way when the page spoke", () => {
  const proofOf = (revision: number) => ({ type: "proof", proof: { revision, pass: "full" } as Proof }) as const;

  test("a proof of the picture before is not shown", () => {
    const { start, report } = startDummies();
    const darkroom = createDarkroom(start);
    darkroom.open(negative());
    darkroom.develop(wish);
    darkroom.open(negative());
    report(proofOf(1));
    expect(darkroom.proof.value).toBeNull();
    darkroom.develop(wish);
    report(proofOf(2));
    expect(darkroom.proof.value?.revision).toBe(2);
  });

  test("a proof of the wish before is shown, and the newest is still under way", () => {
    const { start, report } = startDummies();
    const darkroom = createDarkroom(start);
    darkroom.open(negative());
    darkroom.develop(wish);
    darkroom.develop(wish);
    report(proofOf(1));
    expect([darkroom.proof.value?.revision, darkroom.pass.value]).toEqual([1, "quick"]);
  });

  test("that the wish before cannot be drawn says nothing about the newest", () => {
    const { start, report } = startDummies();
    const darkroom = createDarkroom(start);
    darkroom.open(negative());
    darkroom.develop(wish);
    darkroom.develop(wish);
    report({ type: "refused", revision: 1, refused: { code: "grid_too_large", message: "" } });
    expect([darkroom.refused.value, darkroom.pass.value]).toEqual([null, "quick"]);
  });

  test("the Worker is told what is no longer wanted, and what comes all the same is closed", async () => {
    const { workers, start, report } = startDummies();
    const darkroom = createDarkroom(start);
    const stop = new AbortController();
    const looks = darkroom.looks([wish], { columns: 40, rows: 10 }, 3, stop.signal);
    stop.abort();
    await expect(looks).rejects.toBe(stop.signal.reason);
    expect(workers[0]?.orders).toEqual(["ask", "forget"]);
    let closed = 0;
    report({ type: "answer", id: 1, answer: [{ close: () => closed++ } as unknown as ImageBitmap] });
    expect(closed).toBe(1);
  });
});

describe("a Worker that fails", () => {
  const INTERNAL = expect.objectContaining({ code: "internal" });

  test("is said to have failed, and the next takes the picture again", async () => {
    const { workers, start, fail } = startDummies();
    const darkroom = createDarkroom(start);
    darkroom.attach({} as OffscreenCanvas);
    darkroom.open(negative());
    darkroom.develop(wish);
    const text = darkroom.encode(wish, "text", never);
    fail();
    expect(darkroom.refused.value).toEqual(INTERNAL);
    expect([darkroom.pass.value, darkroom.attached.value]).toEqual(["none", false]);
    await expect(text).rejects.toEqual(INTERNAL);
    expect(workers.map(({ isAlive }) => isAlive)).toEqual([false, true]);

    darkroom.develop(wish);
    darkroom.open(negative());
    expect(darkroom.refused.value).toBeNull();
    darkroom.develop(wish);
    expect(workers[1]?.orders).toEqual(["open", "develop"]);
  });

  test("is replaced once; then every picture is refused, and nothing hangs", async () => {
    const { workers, start, fail } = startDummies();
    const darkroom = createDarkroom(start);
    fail();
    expect(darkroom.refused.value).toBeNull();
    fail();
    expect(workers.map(({ isAlive }) => isAlive)).toEqual([false, false]);
    darkroom.open(negative());
    expect(darkroom.refused.value).toEqual(INTERNAL);
    await expect(darkroom.thumbnail(negative(), wish, 4)).rejects.toEqual(INTERNAL);
    darkroom.attach({} as OffscreenCanvas);
    expect(darkroom.attached.value).toBe(true);
  });

  test("or that may not be started refuses every picture", () => {
    const darkroom = createDarkroom(() => {
      throw new TypeError("not allowed here");
    });
    darkroom.open(negative());
    expect(darkroom.refused.value).toEqual(INTERNAL);
  });
});
