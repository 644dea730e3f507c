import type { Writable } from "node:stream";
import { ERROR_CODES, type partsOf } from "@lumiglyph/contract";
import type { RenderedJob, RenderJob } from "../renderer.ts";

/** Head of a message to a worker: a job. Its image is the message's bytes. */
export type JobMessage = Omit<RenderJob, "bytes">;

/** Head of a message from a worker. Every job is followed by its outcome and then by `ready`. */
export type WorkerMessage =
  /**
   * Idle, with its resident memory in bytes. `warnings` for the operator are sent once, at startup.
   * `open` is the reason why the worker could not seal itself, or null.
   */
  | {
      readonly kind: "ready";
      readonly rss: number;
      readonly warnings: readonly string[];
      readonly open: string | null;
    }
  /** A finished render. Its body is the message's bytes. */
  | { readonly kind: "rendered"; readonly result: Omit<RenderedJob, "body"> }
  /** A failure from the error table. */
  | { readonly kind: "refused"; readonly parts: ReturnType<typeof partsOf> }
  /** An internal error. */
  | { readonly kind: "failed"; readonly stack: string };

export type ReadyMessage = Extract<WorkerMessage, { readonly kind: "ready" }>;

/**
 * Validates a message head. A decoder may have been exploited, so a worker's messages are not
 * trusted.
 */
export const readWorkerMessage = (head: unknown): WorkerMessage => {
  const message = head as WorkerMessage;
  const known = KINDS.has(message?.kind) && (message.kind !== "refused" || ERROR_CODES.includes(message.parts?.[0]));
  if (!known) throw new Error("unknown message kind");
  return message;
};

const KINDS: ReadonlySet<unknown> = new Set<WorkerMessage["kind"]>(["ready", "rendered", "refused", "failed"]);

/** One message between the service and a worker: a JSON head and raw bytes. */
export type ChannelMessage = { readonly head: unknown; readonly bytes: Uint8Array };

/** Bytes of the two lengths (head and payload), four each, little-endian. */
const LENGTHS = 8;

/** Writes a message: two lengths, the head as UTF-8 JSON, the bytes. The bytes are not copied and must not change. */
export const writeMessage = (stream: Writable, head: object, bytes: Uint8Array = NO_BYTES): void => {
  const json = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(LENGTHS);
  lengths.writeUInt32LE(json.length, 0);
  lengths.writeUInt32LE(bytes.length, 4);
  stream.cork();
  stream.write(Buffer.concat([lengths, json]));
  if (bytes.length > 0) stream.write(bytes);
  stream.uncork();
};

const NO_BYTES = new Uint8Array();

/** Collects chunks and emits each complete message. Throws if one exceeds `maxBytes` or is not JSON. */
export const createMessageReader = (
  onMessage: (message: ChannelMessage) => void,
  maxBytes: number,
): ((chunk: Uint8Array) => void) => {
  let buffer = Buffer.alloc(LENGTHS);
  let filled = 0;
  /** Head length of the current message; null while reading the lengths. */
  let headLength: number | null = null;
  const begin = (size: number) => {
    buffer = Buffer.allocUnsafeSlow(size);
    filled = 0;
  };
  const finish = () => {
    const whole = buffer;
    if (headLength === null) {
      headLength = whole.readUInt32LE(0);
      begin(checkedSize(headLength + whole.readUInt32LE(4), maxBytes));
      return;
    }
    const message = { head: JSON.parse(whole.toString("utf8", 0, headLength)), bytes: whole.subarray(headLength) };
    headLength = null;
    begin(LENGTHS);
    onMessage(message);
  };
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + buffer.length - filled);
      buffer.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === buffer.length) finish();
    }
  };
};

const checkedSize = (size: number, maxBytes: number): number => {
  if (size === 0 || size > maxBytes) throw new Error(`a message of ${size} bytes exceeds the limit of ${maxBytes}`);
  return size;
};
