import { Refusal } from "@lumiglyph/contract";
import { outlineOf } from "../source/json-body-outline.ts";

/**
 * What a message may be before it is parsed. A handshake has some hundred members, a batch of eight calls a thousand;
 * without a bound 14 MB of brackets become 400 MB of arrays and hold the process for seconds.
 */
const LIMITS = { keys: 64, depth: 32, parts: 8192 };

/** The JSON value of a body, or undefined where it is none. A body too complex to be any message is refused unread. */
export const readMessageJson = (bytes: Uint8Array): unknown => {
  const text = decode(bytes);
  if (text === undefined) return undefined;
  const { keys, depth, parts } = outlineOf(text, LIMITS);
  if (keys.length > LIMITS.keys || depth > LIMITS.depth || parts > LIMITS.parts) throw tooComplex();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const tooComplex = (): Refusal =>
  new Refusal(
    "body_invalid",
    `The body is no message of this protocol: it has more than ${LIMITS.keys} keys, ${LIMITS.depth} levels or ${LIMITS.parts} brackets, commas and strings.`,
  );
