import type { InputFormat } from "@lumiglyph/contract";

/**
 * Whether a file may have more than one frame, by what stands at its beginning. Any GIF may: how many frames it has is only
 * known at its end.
 */
export const moves = (bytes: Uint8Array, format: InputFormat): boolean => {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD));
  switch (format) {
    case "gif":
      return true;
    case "png":
      // APNG: its control chunk stands before the first of the pixels
      return head.slice(0, head.indexOf("IDAT")).includes("acTL");
    case "webp":
      // RFC 9649 2.7: the second bit of an extended file's flags
      return head[15] === "X" && (bytes[20]! & 0b10) !== 0;
    case "avif":
      // AV1 Image File Format 8: the brand of image sequences
      return head.slice(0, 64).includes("avis");
    case "jpeg":
      return false;
  }
};

const HEAD = 8192;
