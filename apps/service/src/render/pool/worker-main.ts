import { Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import { INPUT_FORMAT_NAMES, Refusal } from "@lumiglyph/contract";
import { createRenderer, type Renderer, type RenderJob } from "../renderer.ts";
import { CHANNEL_FD } from "./command.ts";
import {
  type ChannelMessage,
  createMessageReader,
  type JobMessage,
  type WorkerMessage,
  writeMessage,
} from "./messages.ts";

/*
 * Entry point of a worker process: receives one job at a time over the channel and sends back its outcome. The process
 * exits when the channel closes, however the service ended.
 */
const read = createMessageReader((message) => void runJob(message), Number.POSITIVE_INFINITY);
const channel = new Socket({
  fd: CHANNEL_FD,
  readable: true,
  writable: true,
  allowHalfOpen: true,
  // one buffer for all chunks, the size of the kernel's: takes half the time of a stream's default
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
const { signal: neverAborted } = new AbortController();

const send = (head: WorkerMessage, bytes?: Uint8Array): void => writeMessage(channel, head, bytes);

const ready = (): void => send({ kind: "ready", rss: process.memoryUsage.rss(), warnings: warnings.splice(0) });

let working = false;
let exiting = false;

const runJob = async (message: ChannelMessage): Promise<void> => {
  const before = process.memoryUsage.rss();
  working = true;
  const { head, bytes } = await outcome(message);
  working = false;
  const collects = shouldCollect(before);
  // if there is nothing to clean up, both messages go out together
  channel.cork();
  send(head, bytes);
  if (exiting) exit();
  else if (!collects) ready();
  channel.uncork();
  if (!collects || exiting) return;
  await collectGarbage();
  ready();
};

const outcome = async ({ head, bytes }: ChannelMessage): Promise<Outcome> => {
  try {
    const { body, ...result } = await render({ ...(head as JobMessage), bytes }, neverAborted);
    return { head: { kind: "rendered", result }, bytes: body };
  } catch (error) {
    return { head: failure(error) };
  }
};

type Outcome = { readonly head: WorkerMessage; readonly bytes?: Uint8Array };

const failure = (error: unknown): WorkerMessage => {
  if (!(error instanceof Refusal)) return { kind: "failed", stack: error instanceof Error ? `${error.stack}` : "" };
  const { code, message, problems } = error;
  return { kind: "refused", code, message, problems };
};

/** Exits once everything written has been sent. */
const exit = (): void => void channel.end(() => process.exit(0));

/** Milliseconds a job may still take after the service is gone. */
const LAST_JOB_MS = 10_000;

channel.on("end", () => {
  exiting = true;
  if (!working) exit();
  setTimeout(() => process.exit(1), LAST_JOB_MS).unref();
});
channel.on("error", () => process.exit(1));
channel.resume();
// signals from a terminal or process group are meant for the service, which stops its workers when they are done
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

/** Node's `--expose-gc`. */
declare const gc: () => void;

/** Whether a job left much memory behind, compared with the resident bytes before it. */
const shouldCollect = (before: number): boolean => {
  const now = process.memoryUsage.rss();
  return now - before > MUCH_BYTES || now > TOO_MUCH_BYTES;
};

const MUCH_BYTES = 64 * 1024 ** 2;

/** Total at which many small increases are worth cleaning up. */
const TOO_MUCH_BYTES = 384 * 1024 ** 2;

/**
 * Frees memory between two jobs. A 40 MP image leaves 400 MiB behind until V8 collects it; the next such image would
 * come on top.
 */
const collectGarbage = async (): Promise<void> => {
  // let the stack of the finished render go first
  await turn();
  gc();
  // buffers are freed in the background; the second call waits for that
  gc();
};

/**
 * Renders a small generated image several times, from bytes to bytes, so that the code is compiled before the first
 * request. A worker that cannot render it fails here and not on a client's image.
 */
const warmUp = async (render: Renderer, rounds = ROUNDS): Promise<void> => {
  const { signal } = new AbortController();
  const job = warmUpJob();
  for (let round = 0; round < rounds; round++) await render(job, signal);
};

/** Measured: the first client image then takes at most 1.5 times as long as the next, instead of five times. */
const ROUNDS = 4;

const WIDTH = 256;
const HEIGHT = 192;

const warmUpJob = (): RenderJob => ({
  bytes: warmUpImage(),
  options: {},
  limits: { formats: INPUT_FORMAT_NAMES, maxPixels: WIDTH * HEIGHT, maxSide: WIDTH },
});

/** A grayscale PNG (PNG third edition, 5) with tones, edges and some texture, so that every stage has work to do. */
const warmUpImage = (): Uint8Array => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.writeUInt8(8, 8);
  const rows = Array.from({ length: HEIGHT }, (_, y) => Uint8Array.of(NO_FILTER, ...warmUpRow(y)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

const NO_FILTER = 0;

/** A left-to-right ramp with an inverted disk and repeating grain. */
const warmUpRow = (y: number): Uint8Array =>
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
// all code is loaded: from here on no file can be read and no library opened (older Node versions cannot drop
// permissions)
for (const scope of ["fs.read", "addon"]) process.permission.drop?.(scope);
ready();
