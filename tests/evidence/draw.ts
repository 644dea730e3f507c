import { type Page, type Params, readResponse } from "./response.ts";

/** Renders a PNG with given parameters and no tuning. */
export type Draw = (png: Uint8Array, params: Params) => Promise<Page>;

/** No connection is reused: recomputing keeps this process busy for longer than a server keeps an idle one open. */
export const HEADERS = { "content-type": "image/png", connection: "close" };

/** Renders with the service at this address. */
export const drawAt =
  (service: string): Draw =>
  async (png, params) => {
    // without tuning the target only selects what is measured, and this one measures the least
    const query = { ...params, format: "json-compact", autoOptimize: 0, qualityTarget: "low-light" };
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const answer = await fetch(`${service}/api/v1/render?${search}`, {
      method: "POST",
      headers: HEADERS,
      body: Buffer.from(png),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The service did not draw: ${text}`);
    return readResponse(text, params);
  };
