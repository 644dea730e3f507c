import { createHmac } from "node:crypto";

/** HMAC-SHA-256 of some parts, each of which is told from the next. */
export type KeyedHash = (...parts: readonly (string | Uint8Array)[]) => Buffer;

/**
 * A hash under a secret that all instances have and Redis has not. Without a secret it is as good as none against whoever
 * reads Redis and tries every address, or writes there and signs what he writes.
 */
export const createKeyedHash =
  (secret: string | null): KeyedHash =>
  (...parts) => {
    const hmac = createHmac("sha256", secret ?? "");
    for (const part of parts) hmac.update(`${part.length}:`).update(part);
    return hmac.digest();
  };
