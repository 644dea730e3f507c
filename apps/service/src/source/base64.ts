import { Refusal, refusalFor } from "@lumiglyph/contract";
import { imageTooLarge } from "./too-large.ts";

/**
 * The bytes that `imageBase64` spells (decision 1.7): standard or URL-safe alphabet, padding optional, a `data:image/…`
 * prefix optional. The length is judged before anything is decoded.
 */
export const decodeBase64 = (text: string, maxBytes: number): Uint8Array => {
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

const invalid = (): Refusal => {
  const { code, message } = refusalFor("image_base64_invalid");
  const allowed = "base64, standard or URL-safe, with an optional data:image/...;base64, prefix";
  return new Refusal(code, message, [{ code, parameter: "imageBase64", given: "other text", allowed, message }]);
};
