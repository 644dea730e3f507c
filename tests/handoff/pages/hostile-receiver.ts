import { HANDOFF_PROTOCOL } from "@lumiglyph/handoff";
import { generatedMessages } from "./generated-messages.ts";

/** A compromised receiver at the right address. It knows the session, like any receiver. */
const studio = window.opener as Window | null;
const [origin = ""] = document.querySelector<HTMLMetaElement>("meta[name=studios]")!.content.split(" ");
const heard: { readonly type: string; readonly session: string; readonly traceId: string; readonly seq?: number }[] =
  [];
addEventListener("message", ({ data }) => heard.push(data));

const post = (message: unknown): void => {
  try {
    studio?.postMessage(message, origin);
  } catch {
    // values that cannot be cloned cannot be sent at all
  }
};

const message = (type: string, fields: object = {}) => {
  const { session, traceId } = heard[0]!;
  return { protocol: HANDOFF_PROTOCOL, session, traceId, type, ...fields };
};

const READY = { version: 1, encoding: "rgb24-u8", credits: 4 };

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Everything that must have no effect before the handshake. */
const knock = async (): Promise<void> => {
  const { session, traceId } = heard[0]!;
  for (const message of generatedMessages("receiver", { session, traceId }, 10_000)) post(message);
  post({ ...message("ready", READY), session: session.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) });
  post({ ...message("ready", READY), traceId: traceId.replace(/^./, (digit) => (digit === "1" ? "2" : "1")) });
  post(message("ready", { ...READY, credits: 5 }));
  post(message("ready", { ...READY, encoding: "html" }));
  post(message("ready", { ...READY, maxFps: Number.POSITIVE_INFINITY }));
  post(message("frame", { seq: 0 }));
  post(new Map(Object.entries(message("ready", READY))));
  post([message("ready", READY)]);
  post(JSON.stringify(message("ready", READY)));
  post(Object.assign(new Error("ready"), message("ready", READY)));
  await wait(1100);
};

/** Completes the handshake, then repeatedly acknowledges frames that were never sent. */
const flood = async (): Promise<readonly number[]> => {
  post(message("ready", READY));
  await wait(50);
  for (let round = 0; round < 5; round++) {
    for (let seq = 1000; seq < 1200; seq++) post(message("ack", { seq, credits: 4 }));
    await wait(1000);
  }
  return heard.flatMap(({ type, seq }) => (type === "frame" ? [seq!] : []));
};

/** This window's session, for iframes that do not know it. */
const session = () => heard[0];

Object.assign(globalThis, { knock, flood, session });
