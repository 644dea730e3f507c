import { HANDOFF_PROTOCOL } from "@lumiglyph/handoff";
import { generatedMessages } from "./generated-messages.ts";

/** A hostile page that opens the receiver like a studio. */
const target = document.querySelector<HTMLMetaElement>("meta[name=handoff-target]")!.content;
const envelope = { session: crypto.randomUUID() as string, traceId: "0af7651916cd43dd8448eb211c80319c" };
const heard: unknown[] = [];
let receiver: Window | null = null;
addEventListener("message", ({ data }) => heard.push(data));

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const post = (message: unknown): void => {
  try {
    receiver?.postMessage(message, target);
  } catch {
    // values that cannot be cloned cannot be sent at all
  }
};

const message = (type: string, fields: object = {}) => ({ protocol: HANDOFF_PROTOCOL, ...envelope, type, ...fields });

const frame = (seq: number, fields: object = {}) =>
  message("frame", {
    seq,
    t: Date.now(),
    cols: 8,
    rows: 2,
    codebook: " @",
    cells: new Uint8Array(16).fill(1).buffer,
    paramsRev: 0,
    ...fields,
  });

const HELLO = { versions: [1], mode: "video-stream", source: "studio", encodings: ["rgb24-u8"], maxFps: 60 };

/** Opens the receiver and completes the handshake like a studio. */
const greet = async (): Promise<readonly unknown[]> => {
  const query = `handoff=1&protocol=${HANDOFF_PROTOCOL}&mode=video-stream&source=studio&traceId=${envelope.traceId}`;
  receiver = open(`${target}/?${query}&studio=${location.origin}`, "a2v-receiver");
  for (let tries = 0; tries < 8; tries++) {
    await wait(250);
    post(message("hello", HELLO));
  }
  return heard;
};

const isPong = (data: unknown): boolean => (data as { readonly type?: unknown }).type === "pong";

/** Sends two valid frames with every invalid message between them. */
const lie = async (): Promise<void> => {
  post(frame(5));
  for (const message of generatedMessages("sender", envelope, 10_000)) post(message);
  // a receiver that listens at all answers nothing until it has received the flood and its second is over
  for (let n = 0; heard.length > 0 && !heard.some(isPong); n++) {
    post(message("ping", { n, t: Date.now() }));
    await wait(250);
  }
  await wait(1000);
  for (const seq of [5, 4, 0, -1, 5.5]) post(frame(seq));
  post({ ...frame(100), session: crypto.randomUUID() });
  post(frame(101, { cells: new ArrayBuffer(17) }));
  post(frame(102, { cells: new Uint8Array(16) }));
  post(frame(103, { cols: 400, rows: 30_000, cells: new ArrayBuffer(400 * 600) }));
  post(frame(104, { cells: new Uint8Array(16).fill(2).buffer }));
  post(frame(105, { rgb: new ArrayBuffer(47) }));
  post(frame(106, { cells: { byteLength: 16, length: 16 } }));
  post(frame(107, { codebook: "@".repeat(257) }));
  post(frame(108, { html: "<img src=x onerror=document.title='broken'>" }));
  post(frame(109, { cells: "AAAAAAAAAAAAAAAAAAAAAB==" }));
  post(message("error", { code: "<b>", message: "<b>" }));
  post(message("close", { reason: "x".repeat(65) }));
  post(message("hello", { ...HELLO, mode: "latest-frame" }));
  post(frame(6));
  await wait(500);
};

Object.assign(globalThis, { greet, lie });
