import { be16, latin } from "./bytes.ts";

/** A marker segment with its length (ITU T.81, B.1.1.4). */
export const segment = (marker: number, data: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker]), be16(data.length + 2), data]);

const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
const [BASELINE, PROGRESSIVE, HUFFMAN, SCAN, QUANTIZATION, COMMENT] = [0xc0, 0xc2, 0xc4, 0xda, 0xdb, 0xfe];

/** A frame header of three components without subsampling. */
const frame = (marker: number, width: number, height: number): Buffer =>
  segment(
    marker,
    Buffer.concat([Buffer.from([8]), be16(height, width), Buffer.from([3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])]),
  );

const quantization = (): Buffer => segment(QUANTIZATION, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)]));

/** A Huffman table of one symbol, the bit 0. */
const oneCode = (kind: number, symbol: number): Buffer =>
  segment(HUFFMAN, Buffer.from([kind, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, symbol]));

const DC = 0x00;
const AC = 0x10;
/** No difference from the previous block; no coefficient in this block, the next 16,383, and as many as 14 bits say. */
const [NOTHING, LONGEST_RUN] = [0x00, 0xe0];

/** A JPEG with this size in its header and a scan that ends after its first blocks. */
export const headedJpeg = (width: number, height: number, ...before: readonly Buffer[]): Buffer =>
  jpegOf(BASELINE, width, height, before, [
    segment(SCAN, Buffer.from([3, 1, 0, 2, 0, 3, 0, 0, 63, 0])),
    Buffer.alloc(64),
  ]);

export const headedProgressiveJpeg = (width: number, height: number): Buffer =>
  jpegOf(
    PROGRESSIVE,
    width,
    height,
    [],
    [segment(SCAN, Buffer.from([3, 1, 0, 2, 0, 3, 0, 0, 0, 0])), Buffer.alloc(64)],
  );

/**
 * A JPEG of `scans` valid scans: after the first, each refines one bit of one coefficient of every block by coding, in two
 * bytes for 32,767 blocks, that there is nothing to refine. The decoder visits every block.
 */
export const manyScans = (width: number, height: number, scans: number): Buffer =>
  jpegOf(PROGRESSIVE, width, height, [], [dcScan(width, height), ...refinements(width, height).slice(0, scans - 1)]);

const jpegOf = (
  marker: number,
  width: number,
  height: number,
  before: readonly Buffer[],
  scans: readonly Buffer[],
): Buffer =>
  Buffer.concat([
    START,
    ...before,
    quantization(),
    frame(marker, width, height),
    oneCode(DC, NOTHING),
    oneCode(AC, LONGEST_RUN),
    ...scans,
    END,
  ]);

/** One bit for each block of each component. */
const dcScan = (width: number, height: number): Buffer => {
  const blocks = 3 * Math.ceil(width / 8) * Math.ceil(height / 8);
  return Buffer.concat([
    segment(SCAN, Buffer.from([3, 1, 0, 2, 0, 3, 0, 0, 0, 0])),
    Buffer.alloc(Math.ceil(blocks / 8)),
  ]);
};

const refinements = (width: number, height: number): readonly Buffer[] => {
  const data = runs(Math.ceil(width / 8) * Math.ceil(height / 8));
  const scan = (component: number, coefficient: number, bits: number) =>
    Buffer.concat([segment(SCAN, Buffer.from([1, component, 0, coefficient, coefficient, bits])), data]);
  return [1, 2, 3].flatMap((component) =>
    Array.from({ length: 63 }, (_, at) => at + 1).flatMap((coefficient) =>
      Array.from({ length: 14 }, (_, step) =>
        scan(component, coefficient, step === 0 ? 13 : ((14 - step) << 4) | (13 - step)),
      ),
    ),
  );
};

/** Runs over all blocks: a bit 0 and 14 bits each, padded with ones as at the end of a scan. */
const runs = (blocks: number): Buffer => {
  let bits = "";
  for (let left = blocks; left > 0; ) {
    const run = Math.min(left, 32_767);
    bits += run < 16_384 ? "000000000000000" : `0${(run - 16_384).toString(2).padStart(14, "0")}`;
    left -= run;
  }
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1").match(/.{8}/g) ?? [];
  // a byte of ones in a scan is followed by a zero, to differ from a marker
  return Buffer.from(bytes.flatMap((byte) => (byte === "11111111" ? [0xff, 0] : [Number.parseInt(byte, 2)])));
};

export const comment = (text: string): Buffer => segment(COMMENT, latin(text));
