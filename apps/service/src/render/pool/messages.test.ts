import { Writable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChannelMessage, createMessageReader, writeMessage } from "./messages.ts";

/** The bytes of written messages. */
const written = (frames: readonly ChannelMessage[]): Buffer => {
  const pieces: Uint8Array[] = [];
  const write = (piece: Uint8Array, _encoding: string, done: () => void) => {
    pieces.push(piece);
    done();
  };
  const stream = new Writable({ write });
  for (const { head, bytes } of frames) writeMessage(stream, head as object, bytes);
  return Buffer.concat(pieces);
};

const readAll = (pieces: readonly Uint8Array[], maxBytes = 1_000_000) => {
  const frames: ChannelMessage[] = [];
  const read = createMessageReader((frame) => frames.push(frame), maxBytes);
  for (const piece of pieces) read(piece);
  return frames.map(({ head, bytes }) => ({ head, bytes: Uint8Array.from(bytes) }));
};

const anyFrame = fc.record({
  head: fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.boolean()), {
    noNullPrototype: true,
  }),
  bytes: fc.uint8Array({ maxLength: 300 }),
});

describe("messages", () => {
  test("decode as encoded, however the stream is split", () => {
    const property = fc.property(
      fc.array(anyFrame, { maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (frames, lengths) => {
        const bytes = written(frames);
        const pieces: Uint8Array[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const length = lengths[turn % lengths.length] ?? 1;
          pieces.push(bytes.subarray(at, at + length));
          at += length;
        }
        expect(readAll(pieces)).toEqual(frames);
      },
    );
    fc.assert(property, { seed: 3, numRuns: 300 });
  });

  test("keep every digit of JSON numbers", () => {
    const head = { a: 0.1 + 0.2, b: 1 / 3, c: 5e-324 };
    expect(readAll([written([{ head, bytes: new Uint8Array() }])])[0]?.head).toEqual(head);
  });

  test("are incomplete until their last byte", () => {
    const bytes = written([{ head: { a: 1 }, bytes: Uint8Array.of(1, 2, 3) }]);
    expect(readAll([bytes.subarray(0, -1)])).toEqual([]);
  });

  test("are refused by their declared length if they are too long", () => {
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32LE(10, 0);
    lengths.writeUInt32LE(4_000_000_000, 4);
    expect(() => readAll([lengths])).toThrow("4000000010 bytes");
  });

  test("are refused if they are empty or not JSON", () => {
    const lengths = Buffer.alloc(8);
    expect(() => readAll([lengths])).toThrow("0 bytes");
    lengths.writeUInt32LE(3, 0);
    expect(() => readAll([lengths, Buffer.from("{x}")])).toThrow(SyntaxError);
  });
});
