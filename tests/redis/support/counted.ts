import { createClient } from "@redis/client";
import { expect, vi } from "vitest";
import type { KeptConnections } from "../../reliability/load/kept-connections.ts";
import { fixture } from "../../spec/drawn.ts";
import type { RedisServer } from "./redis-server.ts";

const RAMP = fixture("charts/ramp.png");

/** The bytes of a small render, which costs one point. */
export const SMALL_RENDER = Buffer.concat([
  Buffer.from(
    `POST /api/v1/render?columns=8 HTTP/1.1\r\nhost: localhost\r\ncontent-type: image/png\r\ncontent-length: ${RAMP.length}\r\n\r\n`,
  ),
  RAMP,
]);

/** All keys of a database with TTL and value, as anyone with read access to Redis sees them. */
export const contents = async (url: string) => {
  const client = await createClient({ url }).connect();
  const keys = await client.keys("*");
  const found = await Promise.all(
    keys.map(async (key) => [key, await client.ttl(key), await client.get(key)] as const),
  );
  client.destroy();
  return found;
};

/** Waits until both services are connected to Redis: a render of each is counted there, then deleted. */
export const bothCount = async (clients: readonly KeptConnections[], redis: RedisServer, url: string) => {
  const look = async () => {
    await redis.flush();
    await Promise.all(clients.map((client) => client.ask(SMALL_RENDER)));
    expect((await contents(url)).map(([, , spent]) => spent)).toEqual(["2"]);
  };
  await vi.waitFor(look, { timeout: 20_000, interval: 100 });
  await redis.flush();
};
