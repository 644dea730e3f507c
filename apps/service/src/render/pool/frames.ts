import type { Writable } from "node:stream";

/** One message between the service and a worker: a JSON head and raw bytes. */
export type Frame = { readonly head: unknown; readonly bytes: Uint8Array };

/** Bytes of the two lengths (head and payload), four each, little-endian. */
const LENGTHS = 8;

/** Writes a message: two lengths, the head as UTF-8 JSON, the bytes. The bytes are not copied and must not change. */
export const writeFrame = (stream: Writable, head: object, bytes: Uint8Array = NO_BYTES): void => {
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
export const createFrameReader = (take: (frame: Frame) => void, maxBytes: number): ((piece: Uint8Array) => void) => {
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
    const frame = { head: JSON.parse(whole.toString("utf8", 0, headLength)), bytes: whole.subarray(headLength) };
    headLength = null;
    begin(LENGTHS);
    take(frame);
  };
  return (piece) => {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + buffer.length - filled);
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
