/**
 * A JPEG without its end marker, completed in two ways. Cameras and interrupted uploads leave such
 * files, and browsers draw them. If all pixels are there, the bytes between the data and the marker
 * change nothing, so both ways decode alike. If some are missing, the second way fills them with
 * noise. The decoder alone cannot detect this: libvips ignores its warnings after the last row of
 * blocks. A progressive file is the exception, because libvips reads it to its end first.
 */
export const withEnds = (file: Uint8Array): readonly [whole: Uint8Array, probe: Uint8Array | null] => {
  // a lone first byte of a marker means nothing
  const bytes = file.at(-1) === 0xff ? file.subarray(0, -1) : file;
  return [Buffer.concat([bytes, END]), isProgressive(bytes) ? null : Buffer.concat([bytes, NOISE, END])];
};

const isProgressive = (bytes: Uint8Array): boolean => {
  for (let at = 2; at + 4 <= bytes.length; at += bytes[at + 1] === 0xff ? 1 : 2 + bytes[at + 2]! * 256 + bytes[at + 3]!)
    if (isFrame(bytes[at + 1]!)) return bytes[at + 1] === PROGRESSIVE;
  return false;
};

const PROGRESSIVE = 0xc2;

const END = Buffer.from([0xff, 0xd9]);
/** Starts with ones, where the decoder fills in zeros. */
const NOISE = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at === 0 ? 0xfe : 0x35 + ((at * 89) % 151))));

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** Frame headers (ITU T.81, table B.1): 0xc0 to 0xcf, except tables and one reserved code. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Whether a file ends within the data of its last scan, without an end marker, although its scans
 * contain every bit of every component. False if it ends in zeros: the rest of such a file was
 * never written.
 */
export const lacksEnd = (bytes: Uint8Array): boolean => {
  /** For each component, the lowest known bit of each of its 64 coefficients. */
  let known = new Map<number, Uint8Array>();
  let at = 2;
  for (let scans = 0; at + 4 <= bytes.length && scans <= MAX_SCANS; ) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff || marker === END_OF_IMAGE) return false;
    const body = at + 4;
    if (isFrame(marker)) known = new Map(componentsAt(bytes, body).map((id) => [id, new Uint8Array(64).fill(NEVER)]));
    if (marker === START_OF_SCAN) {
      scans++;
      noteScan(bytes, body, known);
    }
    at += marker === 0xff ? 1 : isBare(marker) ? 2 : 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
    if (marker === START_OF_SCAN) at = endOfScan(bytes, at);
  }
  const isAtEnd = at === bytes.length || (at === bytes.length - 1 && bytes[at] === 0xff);
  const isUnwritten = bytes.subarray(-ZEROS).every((byte) => byte === 0);
  return (
    isAtEnd && !isUnwritten && known.size > 0 && [...known.values()].every((bits) => bits.every((low) => low === 0))
  );
};

const MAX_SCANS = 100;
const NEVER = 255;
const ZEROS = 5;

/** The components of a frame header. */
const componentsAt = (bytes: Uint8Array, body: number): readonly number[] =>
  Array.from({ length: bytes[body + 5] ?? 0 }, (_, nth) => bytes[body + 6 + 3 * nth] ?? 0);

/**
 * Records which bits a scan contains: its components, its first and last coefficient, and its
 * lowest bit.
 */
const noteScan = (bytes: Uint8Array, body: number, known: ReadonlyMap<number, Uint8Array>): void => {
  const count = bytes[body] ?? 0;
  const after = body + 1 + 2 * count;
  const [first = 0, last = 0, bits = 0] = bytes.subarray(after, after + 3);
  for (let nth = 0; nth < count; nth++) known.get(bytes[body + 1 + 2 * nth] ?? 0)?.fill(bits & 15, first, last + 1);
};

/** Whether a marker has no length field (ITU T.81, B.1.1.3). */
export const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** The index of the marker that ends a scan's data: restart markers and 255 followed by 0 are part of the data. */
export const endOfScan = (bytes: Uint8Array, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
};
