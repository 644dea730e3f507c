import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { createSlots } from "../concurrency/slots.ts";
import type { Coding } from "./headers.ts";

/** The output in a coding; null if there is none, or if it saves nothing. */
export const compressed = async (
  body: Uint8Array,
  coding: Coding | null,
  signal: AbortSignal,
): Promise<{ readonly bytes: Buffer; readonly coding: Coding } | null> => {
  if (coding === null || body.length < WORTH_PACKING) return null;
  const known = packed[coding].get(body);
  if (known !== undefined) return { bytes: await known, coding };
  const giveBack = await takePacker(signal);
  try {
    const bytes = packed[coding].get(body) ?? PACKERS[coding](body);
    packed[coding].set(body, bytes);
    return { bytes: await bytes, coding };
  } finally {
    giveBack();
  }
};

/**
 * Two at once, so that threads remain for DNS lookups. An output that several callers share is
 * compressed once.
 */
const takePacker = createSlots(2);
const packed = { br: new WeakMap<Uint8Array, Promise<Buffer>>(), gzip: new WeakMap<Uint8Array, Promise<Buffer>>() };

const WORTH_PACKING = 1024;

/** Fast rather than small. */
const PACKERS: { readonly [Name in Coding]: (bytes: Uint8Array) => Promise<Buffer> } = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};
