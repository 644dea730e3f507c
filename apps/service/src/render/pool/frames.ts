import type { Writable } from "node:stream";

/** One message between the service and a worker: a head that JSON can hold, and bytes that go along as they are. */
export type Frame = { readonly head: unknown; readonly bytes: Uint8Array };

/** Two lengths, of the head and of the bytes: four bytes each, little-endian. */
const LENGTHS = 8;

/** Writes a frame: the two lengths, the head as JSON in UTF-8, the bytes. These are not copied and must stay as they are. */
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

/** Takes pieces as they arrive and hands on each frame that is whole. Throws at one longer than `maxBytes`, or no JSON. */
export const createFrameReader = (take: (frame: Frame) => void, maxBytes: number): ((piece: Uint8Array) => void) => {
  let buffer = Buffer.alloc(LENGTHS);
  let filled = 0;
  /** Of the frame that is being read; null while its lengths are. */
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
  if (size === 0 || size > maxBytes) throw new Error(`a frame of ${size} bytes, where at most ${maxBytes} are taken`);
  return size;
};
