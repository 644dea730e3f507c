import type { InputFormat } from "@lumiglyph/contract";

/** Whether a file that could not be decoded lacks its end. Of an AVIF it cannot be told by its last bytes. */
export const endsEarly = (bytes: Uint8Array, format: InputFormat): boolean => {
  switch (format) {
    case "jpeg":
      return !holds(bytes.subarray(-TRAILER), [0xff, 0xd9]);
    case "png":
      return !holds(bytes.subarray(-TRAILER), [0x49, 0x45, 0x4e, 0x44]);
    case "gif":
      return bytes.at(-1) !== 0x3b;
    case "webp":
      return announcedSize(bytes) > bytes.length;
    case "avif":
      return false;
  }
};

/** Bytes that cameras and editors may append behind a picture's end. */
const TRAILER = 64;

const holds = (bytes: Uint8Array, sought: readonly number[]): boolean =>
  bytes.some((_, at) => sought.every((value, offset) => bytes[at + offset] === value));

/** RFC 9649 2.3: the size behind "RIFF" does not count itself and what stands before it. */
const announcedSize = (bytes: Uint8Array): number =>
  bytes.subarray(4, 8).reduceRight((size, byte) => size * 256 + byte, 0) + 8;
