const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Bytes as standard base64 with padding, RFC 4648 section 4. */
export function encodeBase64(bytes: Uint8Array): string {
  const whole = bytes.length - (bytes.length % 3);
  let text = "";
  for (let i = 0; i < whole; i += 3) text += fourDigits((bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!);
  if (whole === bytes.length) return text;
  const last = fourDigits((bytes[whole]! << 16) | ((bytes[whole + 1] ?? 0) << 8));
  return whole + 1 === bytes.length ? `${text}${last.slice(0, 2)}==` : `${text}${last.slice(0, 3)}=`;
}

/** The bytes of standard base64 with padding; anything else, white space included, throws a RangeError. */
export function decodeBase64(text: string): Uint8Array {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const digits = text.length - padding;
  if (text.length % 4 !== 0) throw new RangeError("base64 text must come in groups of four characters");
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let held = 0;
  for (let i = 0, at = 0; i < digits; i++) {
    held = (held << 6) | digitAt(text, i);
    // Every digit but the first of a group completes one byte; its remaining bits start the next.
    if (i % 4 !== 0) bytes[at++] = held >> (6 - 2 * (i % 4));
  }
  if (padding > 0 && (held & (padding === 2 ? 0x0f : 0x03)) !== 0)
    throw new RangeError("base64 text has stray bits at its end");
  return bytes;
}

const NO_DIGIT = 255;

const DIGIT_OF_CODE = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = ALPHABET.indexOf(String.fromCharCode(code));
  return digit < 0 ? NO_DIGIT : digit;
});

function digitAt(text: string, index: number): number {
  const digit = DIGIT_OF_CODE[text.charCodeAt(index)] ?? NO_DIGIT;
  if (digit === NO_DIGIT) throw new RangeError(`base64 text has a foreign character at ${index}`);
  return digit;
}

function fourDigits(bits: number): string {
  return ALPHABET[bits >> 18]! + ALPHABET[(bits >> 12) & 63]! + ALPHABET[(bits >> 6) & 63]! + ALPHABET[bits & 63]!;
}
