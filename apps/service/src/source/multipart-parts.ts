/** Counts the parts of a form as its bytes come by. */
export type PartCounter = {
  readonly take: (piece: Uint8Array) => void;
  readonly count: () => number;
};

/**
 * Counts parts by the delimiters before them (RFC 2046, section 5.1.1), however the bytes are cut into pieces; what stands
 * behind the closing delimiter counts for nothing. The parser passes over a part that it cannot name without a word.
 */
export const countParts = (boundary: string): PartCounter => {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let count = 0;
  let closed = false;
  // the first delimiter needs no line end before it where the body begins with it
  let rest: Buffer = Buffer.from("\r\n");
  const step = (bytes: Buffer): Buffer | null => {
    const at = bytes.indexOf(delimiter);
    if (at === -1) {
      rest = bytes.subarray(Math.max(0, bytes.length - delimiter.length + 1));
      return null;
    }
    const next = bytes.subarray(at + delimiter.length);
    if (next.length < 2) {
      rest = bytes.subarray(at);
      return null;
    }
    closed = next[0] === DASH && next[1] === DASH;
    if (closed) return null;
    count++;
    return next;
  };
  return {
    take: (piece) => {
      for (let left: Buffer | null = closed ? null : Buffer.concat([rest, piece]); left !== null; ) left = step(left);
    },
    count: () => count,
  };
};

const DASH = 0x2d;
