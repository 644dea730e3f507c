import { hash, timingSafeEqual } from "node:crypto";
import { headerValues } from "../http/raw-headers.ts";

/** What a request presents: no credential, the platform's own, or anything else. */
export type Presented = "none" | "right" | "wrong";

/** Judges the credential of a request by its raw headers, names and values in turn. */
export type Credential = (rawHeaders: readonly string[]) => Presented;

/**
 * The platform credential, in either of its schemes: `Authorization: Bearer` (RFC 6750) and `X-Service-API-Key`. All that a
 * request presents must be right: two that differ are wrong. Other schemes of `Authorization` are a proxy's business.
 */
export const createCredential = (key: string): Credential => {
  const isRight = createComparison(key);
  return (rawHeaders) => {
    const presented = [...bearers(rawHeaders), ...headerValues(rawHeaders, "x-service-api-key")];
    if (presented.length === 0) return "none";
    // each is compared, whatever the others came to
    return presented.map(isRight).every(Boolean) ? "right" : "wrong";
  };
};

/**
 * Whether a text is the secret, in a time that depends on neither: digests have one length, and are compared to their last
 * byte.
 */
export const createComparison = (secret: string): ((text: string) => boolean) => {
  const wanted = hash("sha256", secret, "buffer");
  return (text) => timingSafeEqual(hash("sha256", text, "buffer"), wanted);
};

/** The tokens of `Authorization: Bearer`; one without a token presents an empty one. */
const bearers = (rawHeaders: readonly string[]): readonly string[] =>
  headerValues(rawHeaders, "authorization").flatMap((value) => {
    const [, token = null] = /^[ \t]*bearer(?:[ \t]+(.*?))?[ \t]*$/is.exec(value) ?? [];
    return token === null && !/^[ \t]*bearer[ \t]*$/i.test(value) ? [] : [token ?? ""];
  });
