import { createClient } from "@redis/client";
import { vi } from "vitest";
import { ask } from "../../support/http-render.ts";

const CREDENTIAL = "a-credential-for-figures-only-of-no-use-elsewhere";

/** Settings of services whose figures `allCount` can read. */
export const READABLE = { SERVICE_API_KEY: CREDENTIAL };

/** The accounts of a database with TTL and points, as anyone with read access to Redis sees them. */
export const accounts = async (url: string) => {
  const client = await createClient({ url }).connect();
  const keys = (await client.keys("*")).filter((key) => !/:(?:instances|epoch|recovery)$/.test(key));
  const found = await Promise.all(
    keys.map(async (key) => {
      const points = (await client.hVals(key)).reduce((sum, spent) => sum + Number(spent), 0);
      return [key, await client.ttl(key), points] as const;
    }),
  );
  client.destroy();
  return found;
};

/** Waits until all services share their limits. */
export const allCount = async (urls: readonly string[]): Promise<void> => {
  const headers = { authorization: `Bearer ${CREDENTIAL}` };
  const look = async (url: string) => {
    const { text } = await ask(`${url}/metrics`, { headers });
    if (!text.includes(`\nlumiglyph_limiter_instances ${urls.length}\n`)) throw new Error("counts alone");
  };
  for (const url of urls) await vi.waitFor(() => look(url), { timeout: 20_000, interval: 50 });
};

/** How often these services have decided without Redis. */
export const fallbacks = async (urls: readonly string[]): Promise<number> => {
  const headers = { authorization: `Bearer ${CREDENTIAL}` };
  const counts = urls.map(async (url) => {
    const { text } = await ask(`${url}/metrics`, { headers });
    return Number(/^lumiglyph_limiter_fallbacks_total (\d+)$/m.exec(text)?.[1]);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
};
