import { appendFileSync, statSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { CHANNEL_FD } from "../render/pool/command.ts";
import { createFrameReader, writeFrame } from "../render/pool/frames.ts";
import type { Report } from "../render/pool/messages.ts";

/*
 * A worker that keeps to the protocol but does what its image says: words, the first of which names a trick. It draws the
 * picture as its own process id.
 */
const channel = new Socket({ fd: CHANNEL_FD, readable: true, writable: true, allowHalfOpen: true });
const report = (head: Report, bytes?: Uint8Array) => writeFrame(channel, head, bytes);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let answered = 0;
let rss = 0;

const TRICKS: { readonly [name: string]: (argument: number, file: string) => unknown } = {
  sleep,
  die: () => process.abort(),
  dieIfUsed: () => answered > 0 && process.abort(),
  leave: (code) => process.exit(code),
  /** The first so many that get this image are killed; the file counts them. */
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
  lie: () => writeFrame(channel, { kind: "refused", code: "no_such_code" }),
  shout: (bytes) => writeSync(2, "x".repeat(bytes)),
  fail: () => {
    throw new Error("a fault of our own");
  },
};

/** The pool hands evidence on without a look. */
const NO_EVIDENCE = {} as Extract<Report, { kind: "drawn" }>["drawn"];

const answer = async ([trick = "", argument, file = ""]: readonly string[]): Promise<Report> => {
  try {
    await TRICKS[trick]?.(Number(argument), file);
    return { kind: "drawn", drawn: NO_EVIDENCE };
  } catch (error) {
    return { kind: "failed", stack: String(error) };
  }
};

channel.on(
  "data",
  createFrameReader(async ({ bytes }) => {
    const head = await answer(Buffer.from(bytes).toString().split(" "));
    answered++;
    channel.cork();
    report(head, Buffer.from(String(process.pid)));
    report({ kind: "ready", rss, warnings: [] });
    channel.uncork();
  }, Number.POSITIVE_INFINITY),
);
channel.on("end", () => channel.end(() => process.exit(0)));
channel.on("error", () => process.exit(1));
report({ kind: "ready", rss: 0, warnings: ["hello"] });
