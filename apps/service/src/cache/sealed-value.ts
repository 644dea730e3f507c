import { timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import type { KeyedHash } from "../shared/shared-settings.ts";
import { type CachedOutput, cachedFields } from "./cached-output.ts";
/** Serializes outputs, compressed and authenticated against their key. */
export type Seal = {
  /** Null if the output is too large to cache. */
  readonly close: (key: string, output: CachedOutput) => Promise<Buffer | null>;
  /** Null if the bytes are foreign, belong to another key or are incomplete. */
  readonly open: (key: string, value: Uint8Array) => Promise<CachedOutput | null>;
};

/** Maximum bytes of a stored value, and of its uncompressed content. */
const MAX_VALUE = 1024 ** 2;
const MAX_CONTENT = 32 * 1024 ** 2;

/*
 * Value layout: a 4-byte magic number, a 32-byte digest of the key and everything after it, the lengths of evidence and
 * body (4 bytes each), then both (JSON and raw bytes) in one Zstandard frame (RFC 8878).
 */
const MARK = Buffer.from("LGO1", "latin1");
const DIGEST_BYTES = 32;
const LENGTHS_AT = MARK.length + DIGEST_BYTES;
const FRAME_AT = LENGTHS_AT + 8;

export const createSeal = (hash: KeyedHash): Seal => ({
  close: async (key, output) => {
    const { body, ...evidence } = cachedFields(output);
    const head = Buffer.from(JSON.stringify(evidence));
    if (head.length + body.length > MAX_CONTENT) return null;
    const frame = await compress(Buffer.concat([head, body]), FAST);
    if (FRAME_AT + frame.length > MAX_VALUE) return null;
    // allocate separately: a slice of Node's pool would keep the whole pool alive
    const value = Buffer.allocUnsafeSlow(FRAME_AT + frame.length);
    MARK.copy(value);
    value.writeUInt32BE(head.length, LENGTHS_AT);
    value.writeUInt32BE(body.length, LENGTHS_AT + 4);
    frame.copy(value, FRAME_AT);
    hash(key, value.subarray(LENGTHS_AT)).copy(value, MARK.length);
    return value;
  },
  open: async (key, bytes) => {
    const value = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!isOurs(key, value, hash)) return null;
    const [head, body] = [value.readUInt32BE(LENGTHS_AT), value.readUInt32BE(LENGTHS_AT + 4)];
    if (head + body > MAX_CONTENT) return null;
    try {
      const content = await decompress(value.subarray(FRAME_AT), { maxOutputLength: Math.max(1, head + body) });
      if (content.length !== head + body) return null;
      return { ...JSON.parse(content.toString("utf8", 0, head)), body: content.subarray(head) };
    } catch {
      return null;
    }
  },
});

const isOurs = (key: string, value: Buffer, hash: KeyedHash): boolean =>
  value.length > FRAME_AT &&
  value.length <= MAX_VALUE &&
  value.subarray(0, MARK.length).equals(MARK) &&
  timingSafeEqual(value.subarray(MARK.length, LENGTHS_AT), hash(key, value.subarray(LENGTHS_AT)));

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
