import { Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { partsOf, Refusal } from "@lumiglyph/contract";
import { restrictSharp } from "@lumiglyph/decode/node";
import { createRenderer } from "../renderer.ts";
import { CHANNEL_FD } from "./command.ts";
import {
  type ChannelMessage,
  createMessageReader,
  type JobMessage,
  type WorkerMessage,
  writeMessage,
} from "./messages.ts";
import { createReadResident, SEAL_REQUIRED, seal } from "./seal.ts";
import { warmUp } from "./warm-up.ts";

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
restrictSharp();
const warnings: string[] = [];
const render = createRenderer(
  () => performance.now(),
  (sentence) => warnings.push(sentence),
);
const { signal: neverAborted } = new AbortController();

const send = (head: WorkerMessage, bytes?: Uint8Array): void => writeMessage(channel, head, bytes);

const resident = createReadResident();

const ready = (): void => send({ kind: "ready", rss: resident(), warnings: warnings.splice(0), open });

let working = false;
let exiting = false;

const runJob = async (message: ChannelMessage): Promise<void> => {
  const before = resident();
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
  return { kind: "refused", parts: partsOf(error) };
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
// signals from a terminal or process group are for the service, which stops its workers when they
// are done
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

/** Node's `--expose-gc`. */
declare const gc: () => void;

/** Whether a job left much memory behind, compared with the resident bytes before it. */
const shouldCollect = (before: number): boolean => {
  const now = resident();
  return now - before > MUCH_BYTES || now > TOO_MUCH_BYTES;
};

const MUCH_BYTES = 64 * 1024 ** 2;

/** Total of many small increases that triggers a cleanup. */
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

await warmUp(render);
// all code is loaded: from here on no file can be read and no library opened and, with the seal,
// native code can make no harmful system call
const open = seal();
if (open !== null && process.argv.includes(SEAL_REQUIRED)) {
  throw new Error(`SERVICE_WORKER_SEAL=required, but ${open}. Set it to preferred to run unsealed`);
}
for (const scope of ["fs.read", "addon", "ffi"]) process.permission.drop?.(scope);
ready();
