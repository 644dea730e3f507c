import { appendFileSync, statSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { CHANNEL_FD } from "../render/pool/command.ts";
import { createMessageReader, type WorkerMessage, writeMessage } from "../render/pool/messages.ts";

/*
 * A worker that follows the protocol but misbehaves as its image demands: words, the first of which
 * names a behavior. Its output is its own process id.
 */
const channel = new Socket({ fd: CHANNEL_FD, readable: true, writable: true, allowHalfOpen: true });
const send = (head: WorkerMessage, bytes?: Uint8Array) => writeMessage(channel, head, bytes);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let completed = 0;
let rss = 0;

const BEHAVIORS: { readonly [name: string]: (argument: number, file: string) => unknown } = {
  sleep,
  die: () => process.abort(),
  dieIfUsed: () => completed > 0 && process.abort(),
  leave: (code) => process.exit(code),
  /** Kills this many of the workers that get this image; the file counts them. */
  killed: (times, file) => {
    appendFileSync(file, "x");
    if (statSync(file).size <= times) process.kill(process.pid, "SIGKILL");
  },
  hang: () => {
    for (;;);
  },
  grow: (bytes) => {
    rss = bytes;
  },
  babble: () => channel.write("this is no frame at all"),
  lie: () => writeMessage(channel, { kind: "refused", code: "no_such_code" }),
  shout: (bytes) => writeSync(2, "x".repeat(bytes)),
  fail: () => {
    throw new Error("a fault of our own");
  },
};

/** The pool passes evidence on without checking it. */
const NO_EVIDENCE = {} as Extract<WorkerMessage, { kind: "rendered" }>["result"];

const outcome = async ([behavior = "", argument, file = ""]: readonly string[]): Promise<WorkerMessage> => {
  try {
    await BEHAVIORS[behavior]?.(Number(argument), file);
    return { kind: "rendered", result: NO_EVIDENCE };
  } catch (error) {
    return { kind: "failed", stack: String(error) };
  }
};

channel.on(
  "data",
  createMessageReader(async ({ bytes }) => {
    const head = await outcome(Buffer.from(bytes).toString().split(" "));
    completed++;
    channel.cork();
    send(head, Buffer.from(String(process.pid)));
    send({ kind: "ready", rss, warnings: [], open: null });
    channel.uncork();
  }, Number.POSITIVE_INFINITY),
);
channel.on("end", () => channel.end(() => process.exit(0)));
channel.on("error", () => process.exit(1));
send({ kind: "ready", rss: 0, warnings: ["hello"], open: null });
