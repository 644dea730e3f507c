import { createHash } from "node:crypto";

/** A strong validator of these bytes (RFC 9110, section 8.8.3). */
export const strongEtag = (bytes: Uint8Array): string => `"${createHash("sha256").update(bytes).digest("base64url")}"`;

/** Whether `If-None-Match` names the validator, by weak comparison as the condition demands (RFC 9110, section 13.1.2). */
export const holdsEtag = (condition: string | undefined, etag: string): boolean =>
  (condition ?? "").split(",").some((one) => {
    const given = one.trim();
    return given === "*" || given.replace(/^W\//, "") === etag;
  });
