import { type RenderParams, readOptions } from "@lumiglyph/contract";
import { base64, fetchFile, never, openFile, until, worker } from "./studio-in-page.ts";

type Given = Partial<RenderParams>;

/** A bitmap's size and its pixels. */
export type Seen = { readonly width: number; readonly height: number; readonly pixels: string };

const see = (bitmap: ImageBitmap): Seen => {
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d")!;
  context.drawImage(bitmap, 0, 0);
  return { width, height, pixels: base64(context.getImageData(0, 0, width, height).data.buffer) };
};

/** A thrown value's name and code. */
const outcome = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "done",
    (error) => [error.name, error.code].filter((part) => typeof part === "string").join(" "),
  );

export const open = async (name: string): Promise<void> => openFile(await fetchFile(name));

export const png = async (given: Given, scale: 1 | 2 | 3 | 4, transparent: boolean): Promise<string> => {
  const blob = await worker.png(readOptions(given), { scale, transparent, frame: null }, never);
  return base64(await blob.arrayBuffer());
};

export const pngOutcome = (given: Given, scale: 1 | 2 | 3 | 4): Promise<string> =>
  outcome(worker.png(readOptions(given), { scale, transparent: false, frame: null }, never));

export const looks = async (variants: readonly Given[], cell: number): Promise<readonly Seen[]> =>
  (await worker.looks(variants.map(readOptions), cell, never)).map(see);

export const thumbnail = async (width: number, height: number, given: Given, cell: number): Promise<Seen> => {
  const pixels = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? 255 : at % 251));
  const source = { width, height, format: "pixels" } as const;
  return see(await worker.thumbnail({ width, height, data: pixels.buffer, source }, readOptions(given), cell));
};

/** The first result if looks are requested before the view. */
export const order = async (): Promise<readonly string[]> => {
  const done: string[] = [];
  const variants = Array.from({ length: 8 }, (_, turn) => readOptions({ contrast: 1 + turn / 10 }));
  const looksDone = worker.looks(variants, 3, never).then(() => done.push("looks"));
  worker.render(readOptions({ columns: 60, contrast: 1.05 }));
  const viewDone = until(worker.pass, (pass) => pass === "none").then(() => done.push("view"));
  await Promise.all([looksDone, viewDone]);
  return done;
};

/** The outcome of aborting everything that can be aborted. */
export const aborted = async (): Promise<readonly string[]> => {
  const stop = new AbortController();
  const options = readOptions({ columns: 150 });
  const asked = [
    worker.encode(options, "svg", stop.signal),
    worker.png(options, { scale: 4, transparent: false, frame: null }, stop.signal),
    worker.looks([options, options], 4, stop.signal),
  ];
  stop.abort();
  return Promise.all(asked.map(outcome));
};

/** The pass of the last preview if the full pass is canceled as soon as it starts. */
export const cancelInBetween = async (): Promise<string | undefined> => {
  worker.render(readOptions({ columns: 200, gamma: 1.1 }));
  await until(worker.pass, (pass) => pass === "full");
  worker.cancel();
  await worker.encode(readOptions({ columns: 8 }), "text", never);
  return worker.preview.value?.pass;
};

/** Crashes the Worker and opens a picture in the next. */
export const breakWorker = async (name: string): Promise<readonly unknown[]> => {
  const reported: unknown[] = [];
  const source = { width: 9, height: 9, format: "pixels" } as const;
  worker.open({ width: 9, height: 9, data: new ArrayBuffer(1), source });
  const waiting = outcome(worker.encode(readOptions({}), "text", never));
  await until(worker.refused, (refused) => refused !== null);
  reported.push(worker.refused.value?.code, await waiting);
  await open(name);
  reported.push(worker.refused.value);
  worker.render(readOptions({ columns: 20 }));
  await until(worker.preview, (preview) => preview?.size.columns === 20);
  return [...reported, "drawn"];
};
