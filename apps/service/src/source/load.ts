import { type Refusal, refuse, type Source } from "@lumiglyph/contract";
import type { FetchedImage, FetchImage } from "./fetch-image.ts";
import { UNSAID } from "./source-caching.ts";
import { imageTooLarge } from "./too-large.ts";

/** Loads the encoded image of a request. Rejects with `SameImage` if a URL's image is unchanged and `holds` is true. */
export type LoadSource = (
  source: Source,
  signal: AbortSignal,
  holds?: (digest: string) => boolean,
) => Promise<FetchedImage>;

/** Loads any of the three sources, at most `maxBytes` bytes. */
export const createLoadSource =
  (fetchImage: FetchImage, maxBytes: number): LoadSource =>
  async (source, signal, holds) => {
    switch (source.kind) {
      case "bytes":
        if (source.bytes.length > maxBytes) throw imageTooLarge(maxBytes);
        return { bytes: source.bytes, caching: UNSAID };
      case "base64":
        return { bytes: decodeImageBase64(source.text, maxBytes), caching: UNSAID };
      case "url":
        return fetchImage(source.url, signal, holds);
    }
  };

/**
 * Decodes `imageBase64` (answers 1.7): standard or URL-safe alphabet, optional padding, optional `data:image/…`
 * prefix. The length is checked before decoding.
 */
export const decodeImageBase64 = (text: string, maxBytes: number): Uint8Array => {
  const digits = text.slice(prefixLength(text));
  const padding = digits.endsWith("==") ? 2 : digits.endsWith("=") ? 1 : 0;
  const significant = digits.length - padding;
  if (Math.floor((significant * 3) / 4) > maxBytes) throw imageTooLarge(maxBytes);
  const whole = padding > 0 ? digits.length % 4 === 0 : significant % 4 !== 1;
  if (significant === 0 || !whole || !ALPHABET.test(digits.slice(0, significant))) throw invalid();
  return Buffer.from(digits, "base64");
};

const ALPHABET = /^[A-Za-z0-9+/_-]+$/;

const PREFIX = /^data:image\/[a-z0-9.+-]{1,64}(?:;[a-z0-9-]{1,32}=[a-z0-9._-]{1,64}){0,4};base64,/i;

const prefixLength = (text: string): number => PREFIX.exec(text.slice(0, MAX_PREFIX_LENGTH))?.[0].length ?? 0;

const MAX_PREFIX_LENGTH = 512;

const invalid = (): Refusal =>
  refuse([{ code: "image_base64_invalid", parameter: "imageBase64", given: "other text", rule: { kind: "base64" } }]);
