import { Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import { INPUT_FORMAT_NAMES, Refusal } from "@lumiglyph/contract";
import { createRenderer, type Renderer, type RenderJob } from "../renderer.ts";
import { CHANNEL_FD } from "./command.ts";
import { createFrameReader, type Frame, writeFrame } from "./frames.ts";
import type { Order, Report } from "./messages.ts";

/*
 * The program of a worker process: one order at a time comes in over the channel, what came of it goes out. The process
 * ends when the channel does, however the service came to its end.
 */
const read = createFrameReader((order) => void fill(order), Number.POSITIVE_INFINITY);
const channel = new Socket({
  fd: CHANNEL_FD,
  readable: true,
  writable: true,
  allowHalfOpen: true,
  // one buffer for all pieces, as large as what the kernel holds: half the time of a stream's own way
  onread: {
    buffer: Buffer.alloc(256 * 1024),
    callback: (length, buffer) => {
      read(buffer.subarray(0, length));
      return true;
    },
  },
});
const warnings: string[] = [];
const render = createRenderer(
  () => performance.now(),
  (sentence) => warnings.push(sentence),
);
const { signal: never } = new AbortController();

const report = (head: Report, bytes?: Uint8Array): void => writeFrame(channel, head, bytes);

const ready = (): void => report({ kind: "ready", rss: process.memoryUsage.rss(), warnings: warnings.splice(0) });

let working = false;
let leaving = false;

const fill = async (order: Frame): Promise<void> => {
  const before = process.memoryUsage.rss();
  working = true;
  const { head, bytes } = await outcome(order);
  working = false;
  const untidy = isUntidy(before);
  // where nothing is left to do both reports go out as one
  channel.cork();
  report(head, bytes);
  if (leaving) leave();
  else if (!untidy) ready();
  channel.uncork();
  if (!untidy || leaving) return;
  await tidyUp();
  ready();
};

const outcome = async ({ head, bytes }: Frame): Promise<Outcome> => {
  try {
    const { body, ...drawn } = await render({ ...(head as Order), bytes }, never);
    return { head: { kind: "drawn", drawn }, bytes: body };
  } catch (error) {
    return { head: failure(error) };
  }
};

type Outcome = { readonly head: Report; readonly bytes?: Uint8Array };

const failure = (error: unknown): Report => {
  if (!(error instanceof Refusal)) return { kind: "failed", stack: error instanceof Error ? `${error.stack}` : "" };
  const { code, message, problems } = error;
  return { kind: "refused", code, message, problems };
};

/** Ends the process as soon as what it has written is on its way. */
const leave = (): void => void channel.end(() => process.exit(0));

/** Milliseconds that an order may still take when nobody is there any more who would end it. */
const LAST_ORDER_MS = 10_000;

channel.on("end", () => {
  leaving = true;
  if (!working) leave();
  setTimeout(() => process.exit(1), LAST_ORDER_MS).unref();
});
channel.on("error", () => process.exit(1));
channel.resume();
// whoever stops the service, by a key or by a process group, means the service: it ends its workers when they are done
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

/** Node's `--expose-gc`. */
declare const gc: () => void;

/** Whether an order has left much memory behind; `before` it the process held so many bytes. */
const isUntidy = (before: number): boolean => {
  const now = process.memoryUsage.rss();
  return now - before > MUCH_BYTES || now > TOO_MUCH_BYTES;
};

const MUCH_BYTES = 64 * 1024 ** 2;

/** What many small steps may come to before it is worth a look. */
const TOO_MUCH_BYTES = 384 * 1024 ** 2;

/**
 * Gives memory back between two orders. A picture of 40 MP leaves 400 MiB behind, which V8 would collect some day; until
 * then the next such picture comes on top.
 */
const tidyUp = async (): Promise<void> => {
  // what the render has just returned from is let go of first
  await turn();
  gc();
  // buffers are given back in the background; the second waits for that
  gc();
};

/**
 * Draws a small picture of our own, all the way from bytes to bytes, so often that the next picture finds its code
 * compiled; a worker that cannot draw it fails here and not with a caller's picture.
 */
const warmUp = async (render: Renderer, rounds = ROUNDS): Promise<void> => {
  const { signal } = new AbortController();
  const job = ownJob();
  for (let round = 0; round < rounds; round++) await render(job, signal);
};

/** By measurement: a caller's first picture then takes at most half as long again as the next, instead of five times. */
const ROUNDS = 4;

const WIDTH = 256;
const HEIGHT = 192;

const ownJob = (): RenderJob => ({
  bytes: ownPicture(),
  options: {},
  limits: { formats: INPUT_FORMAT_NAMES, maxPixels: WIDTH * HEIGHT, maxSide: WIDTH },
});

/** Tones, edges and a little texture, as a gray PNG (PNG third edition, 5): it makes every stage work. */
const ownPicture = (): Uint8Array => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.writeUInt8(8, 8);
  const rows = Array.from({ length: HEIGHT }, (_, y) => Uint8Array.of(NO_FILTER, ...ownRow(y)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

const NO_FILTER = 0;

/** A ramp from left to right, a disk that is inverted, a grain that repeats. */
const ownRow = (y: number): Uint8Array =>
  Uint8Array.from({ length: WIDTH }, (_, x) => {
    const tone = Math.min(255, x + ((x * 7 + y * 13) % 16));
    return Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) < HEIGHT / 3 ? 255 - tone : tone;
  });

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

await warmUp(render);
// all code is loaded: from here on no file can be read and no library opened; older Nodes cannot take it back
for (const scope of ["fs.read", "addon"]) process.permission.drop?.(scope);
ready();
