import { createHmac } from "node:crypto";
import { canonicalAddress, parseAddress, withSignature } from "@lumiglyph/contract";

/**
 * Signs an address of art for a service with `SERVICE_URL_KEYS`: `https://art.example/api/v1/render?imageUrl=…&columns=80`
 * in any spelling becomes its canonical form with a signature. `expires` is when it ends; without, it never does.
 */
export const signAddress = (
  address: string | URL,
  key: string,
  { expires }: { readonly expires?: Date } = {},
): string => {
  const { origin, searchParams } = new URL(address);
  const fields = [...searchParams].map(([name, value]) => ({ name, value, origin: "address" as const }));
  const { signature: _, ...read } = parseAddress(fields);
  const seconds = expires === undefined ? read.expires : Math.floor(expires.getTime() / 1000);
  const unsigned = canonicalAddress({ ...read, expires: seconds });
  return origin + withSignature(unsigned, createHmac("sha256", key).update(unsigned).digest("base64url"));
};
