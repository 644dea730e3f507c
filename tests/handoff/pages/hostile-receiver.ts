import { HANDOFF_PROTOCOL } from "@lumiglyph/contract";
import { generatedMessages } from "./generated-messages.ts";

/** A receiver at the right address that has been taken over. It knows the session, for it is told like any other. */
const studio = window.opener as Window | null;
const [origin = ""] = document.querySelector<HTMLMetaElement>("meta[name=studios]")!.content.split(" ");
const heard: { readonly type: string; readonly session: string; readonly traceId: string; readonly seq?: number }[] =
  [];
addEventListener("message", ({ data }) => heard.push(data));

const post = (message: unknown): void => {
  try {
    studio?.postMessage(message, origin);
  } catch {
    // what cannot be copied cannot be sent by anybody
  }
};

const told = (type: string, fields: object = {}) => {
  const { session, traceId } = heard[0]!;
  return { protocol: HANDOFF_PROTOCOL, session, traceId, type, ...fields };
};

const READY = { version: 1, encoding: "rgb24-u8", credits: 4 };

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Everything that must come to nothing before the two have greeted each other. */
const knock = async (): Promise<void> => {
  const { session, traceId } = heard[0]!;
  for (const message of generatedMessages("receiver", { session, traceId }, 10_000)) post(message);
  post({ ...told("ready", READY), session: session.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) });
  post({ ...told("ready", READY), traceId: traceId.replace(/^./, (digit) => (digit === "1" ? "2" : "1")) });
  post(told("ready", { ...READY, credits: 5 }));
  post(told("ready", { ...READY, encoding: "html" }));
  post(told("ready", { ...READY, maxFps: Number.POSITIVE_INFINITY }));
  post(told("frame", { seq: 0 }));
  post(new Map(Object.entries(told("ready", READY))));
  post([told("ready", READY)]);
  post(JSON.stringify(told("ready", READY)));
  post(Object.assign(new Error("ready"), told("ready", READY)));
  await wait(1100);
};

/** Greets as it should, and then claims room for frames that were never sent, again and again. */
const flood = async (): Promise<readonly number[]> => {
  post(told("ready", READY));
  await wait(50);
  for (let round = 0; round < 5; round++) {
    for (let seq = 1000; seq < 1200; seq++) post(told("ack", { seq, credits: 4 }));
    await wait(1000);
  }
  return heard.flatMap(({ type, seq }) => (type === "frame" ? [seq!] : []));
};

/** The session as this window was told it, for frames in it that were not. */
const session = () => heard[0];

Object.assign(globalThis, { knock, flood, session });
