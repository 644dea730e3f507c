import { createHmac } from "node:crypto";
import { canonicalAddress, MIN_URL_KEY, parseAddress, RENDER_ADDRESS_PATH, withSignature } from "@lumiglyph/contract";

/**
 * Signs an address for a service with `SERVICE_URL_KEYS`:
 * `https://art.example/api/v1/render?imageUrl=…&columns=80` in any spelling becomes its canonical
 * form with a signature. `expires` is the end of its validity; without it, the address never
 * expires.
 */
export const signAddress = (
  address: string | URL,
  key: string,
  { expires }: { readonly expires?: Date } = {},
): string => {
  const { origin, pathname, searchParams } = new URL(address);
  const path = RENDER_ADDRESS_PATH;
  if (!pathname.endsWith(path)) throw new TypeError(`An address of art ends in ${path}, before its parameters.`);
  if (key.length < MIN_URL_KEY)
    throw new TypeError(`A key has at least ${MIN_URL_KEY} characters. Make one with: openssl rand -hex 32`);
  const fields = [...searchParams].map(([name, value]) => ({ name, value, origin: "address" as const }));
  const { signature: _, ...read } = parseAddress(fields);
  const seconds = expires === undefined ? read.expires : Math.floor(expires.getTime() / 1000);
  if (Number.isNaN(seconds)) throw new TypeError("`expires` is not a valid date.");
  const unsigned = canonicalAddress({ ...read, expires: seconds });
  const prefix = origin + pathname.slice(0, -path.length);
  return prefix + withSignature(unsigned, createHmac("sha256", key).update(unsigned).digest("base64url"));
};
