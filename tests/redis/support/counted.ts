import { vi } from "vitest";
import { ask } from "../../support/http-render.ts";

const CREDENTIAL = "a-credential-for-figures-only-of-no-use-elsewhere";

/** Settings of services whose figures `allCount` can read. */
export const READABLE = { SERVICE_API_KEY: CREDENTIAL };

/** Waits until all services share their limits. */
export const allCount = async (urls: readonly string[]): Promise<void> => {
  const headers = { authorization: `Bearer ${CREDENTIAL}` };
  const look = async (url: string) => {
    const { text } = await ask(`${url}/metrics`, { headers });
    if (!text.includes(`\nlumiglyph_limiter_instances ${urls.length}\n`)) throw new Error("counts alone");
  };
  for (const url of urls) await vi.waitFor(() => look(url), { timeout: 20_000, interval: 50 });
};
