import { Socket } from "node:net";
import { Refusal } from "@lumiglyph/contract";
import { createRenderer } from "../renderer.ts";
import { CHANNEL_FD } from "./command.ts";
import { createFrameReader, type Frame, writeFrame } from "./frames.ts";
import type { Order, Report } from "./messages.ts";
import { isUntidy, tidyUp } from "./tidy-up.ts";
import { warmUp } from "./warm-up.ts";

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

await warmUp(render);
// all code is loaded: from here on no file can be read and no library opened; older Nodes cannot take it back
for (const scope of ["fs.read", "addon"]) process.permission.drop?.(scope);
ready();
