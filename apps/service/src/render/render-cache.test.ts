import { setTimeout } from "node:timers/promises";
import { Refusal } from "@lumiglyph/contract";
import { describe, expect, test, vi } from "vitest";
import { type AppParts, createApp } from "../app.ts";
import type { Environment } from "../config/read-settings.ts";
import { createSharedState } from "../shared-state.ts";
import { httpParts, renderedAs } from "../testing/test-parts.ts";

const MEMORY = { SERVICE_CACHE: "memory" };

/** An app that counts its renders, with the statistics of its shared state. */
const counted = (env: Environment = MEMORY, draw: AppParts["renderer"] = async () => renderedAs("###\n")) => {
  const parts = httpParts(env);
  const renderer = vi.fn(draw);
  const shared = createSharedState(parts.settings, parts.clock, null);
  const app = createApp({ ...parts, renderer, shared });
  const post = (payload: string, query = "") =>
    app.inject({ method: "POST", url: `/api/v1/render${query}`, headers: { "content-type": "image/png" }, payload });
  const stored = (count: number) => expect.poll(() => shared.state().cache.stored).toBe(count);
  return { app, renderer, post, stored, state: shared.state, lines: parts.lines };
};

/** Headers that are equal for equal output, whenever it is sent. */
const lasting = (headers: { readonly [name: string]: unknown }) => {
  const { date: _, traceparent: __, "server-timing": ___, ...rest } = headers;
  return rest;
};

describe("a cached render", () => {
  test("returns the first one's bytes and headers, except for the timings", async () => {
    const { post, renderer, stored, lines } = counted();
    const fresh = await post("picture");
    await stored(1);
    const kept = await post("picture");
    expect(renderer).toHaveBeenCalledTimes(1);
    expect([kept.statusCode, kept.rawPayload]).toEqual([200, fresh.rawPayload]);
    expect(lasting(kept.headers)).toEqual(lasting(fresh.headers));
    expect(fresh.headers["server-timing"]).toMatch(
      /^trace;desc=\S+, cache;desc=miss;dur=[\d.]+, queue;dur=[\d.]+, decode;dur=12\.3, render;dur=45\.6, encode;dur=0\.7$/,
    );
    expect(kept.headers["server-timing"]).toMatch(/^trace;desc=\S+, cache;desc=hit;dur=[\d.]+$/);
    const facts = lines.map((line) => JSON.parse(line)).map(({ cache, pixels, renderMs }) => [cache, pixels, renderMs]);
    expect(facts).toEqual([
      ["miss", 307_200, 45.6],
      ["hit", 307_200, undefined],
    ]);
  });

  test.each([
    ["another image", "other picture", ""],
    ["another parameter", "picture", "?columns=40"],
    ["another format", "picture", "?format=html"],
  ])("is not used for %s", async (_, payload, query) => {
    const { post, renderer, stored } = counted();
    await post("picture");
    await stored(1);
    await post(payload, query);
    expect(renderer).toHaveBeenCalledTimes(2);
  });

  test("serves the MCP tool, too", async () => {
    const { app, post, renderer, stored } = counted();
    // explicit, because the tool has other defaults
    await post("picture", "?columns=120&charset=detailed");
    await stored(1);
    const imageBase64 = Buffer.from("picture").toString("base64");
    const params = { name: "render_ascii", arguments: { imageBase64, columns: 120, charset: "detailed" } };
    const response = await app.inject({
      method: "POST",
      url: "/api/mcp",
      payload: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    });
    expect(response.json().result.content[0]).toEqual({ type: "text", text: "###\n" });
    expect(response.json().result._meta["lumiglyph/render"]).toMatchObject({ columns: 120, rows: 45 });
    expect(renderer).toHaveBeenCalledTimes(1);
  });

  test("costs its client the same as the original", async () => {
    const large = async () => ({
      ...renderedAs("###\n"),
      source: { width: 5000, height: 5000, format: "png" as const },
    });
    const { post, stored } = counted({ ...MEMORY, SERVICE_RATE_POINTS: "100" }, large);
    const fresh = await post("picture");
    await stored(1);
    const kept = await post("picture");
    expect([fresh, kept].map(({ headers }) => /r=(\d+)/.exec(String(headers["ratelimit"]))?.[1])).toEqual(["96", "92"]);
  });

  test("runs once for concurrent identical requests", async () => {
    const slow = () => setTimeout(200, renderedAs("###\n"));
    const { post, renderer, state } = counted(MEMORY, slow);
    const answers = await Promise.all(Array.from({ length: 5 }, () => post("picture")));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    expect(renderer).toHaveBeenCalledTimes(1);
    expect(state().cache).toMatchObject({ hits: 0, misses: 1 });
  });
});

describe("the cache", () => {
  test("never stores failures, permanent or temporary", async () => {
    for (const code of ["image_unreadable", "render_deadline"] as const) {
      const { post, renderer, state } = counted(MEMORY, () => Promise.reject(new Refusal(code, "no")));
      const codes = [(await post("picture")).json().code, (await post("picture")).json().code];
      expect(codes).toEqual([code, code]);
      expect(renderer).toHaveBeenCalledTimes(2);
      expect(state().cache).toMatchObject({ hits: 0, misses: 2, stored: 0, errors: 0 });
    }
  });

  test("is off by default", async () => {
    const { post, renderer, state } = counted({});
    const answers = [await post("picture"), await post("picture")];
    expect(renderer).toHaveBeenCalledTimes(2);
    expect(answers.map(({ headers }) => String(headers["server-timing"]))).not.toContainEqual(
      expect.stringContaining("cache"),
    );
    expect(state()).toEqual({
      redis: { state: "off", lastError: null },
      limiter: { backend: "off", allowed: 0, refused: 0, fallbacks: 0, instances: 0 },
      cache: { backend: "off", hits: 0, misses: 0, stored: 0, storedBytes: 0, heldBytes: 0, errors: 0 },
    });
  });

  test("never returns output that the current limits would refuse", async () => {
    const keys = new Set<string>();
    for (const pixels of ["40000000", "1000000"]) {
      const { settings, clock } = httpParts({ ...MEMORY, SERVICE_MAX_IMAGE_PIXELS: pixels });
      const shared = createSharedState(settings, clock, null);
      const find = async (key: string) => {
        keys.add(key);
        return null;
      };
      const cache = shared.cache && { ...shared.cache, find };
      const app = createApp({ ...httpParts({ SERVICE_MAX_IMAGE_PIXELS: pixels }), shared: { ...shared, cache } });
      await app.inject({
        method: "POST",
        url: "/api/v1/render",
        headers: { "content-type": "image/png" },
        payload: "x",
      });
    }
    expect(keys.size).toBe(2);
  });
});

describe("the limiter statistics", () => {
  test("count admitted and rejected requests", async () => {
    const { post, state } = counted({ SERVICE_RATE_POINTS: "2" });
    for (let at = 0; at < 5; at++) await post(`picture ${at}`);
    expect(state().limiter).toEqual({ backend: "memory", allowed: 2, refused: 3, fallbacks: 0, instances: 0 });
  });
});
