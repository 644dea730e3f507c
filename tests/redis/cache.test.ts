import { FORMATS, type FormatId } from "@lumiglyph/contract";
import { createClient, RESP_TYPES } from "@redis/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { call, rpc } from "../mcp/mcp-request.ts";
import { fixture } from "../spec/drawn.ts";
import { type Answer, askRender, rawImage } from "../support/http-render.ts";
import { type RedisServer, startRedis } from "./support/redis-server.ts";
import { startServices } from "./support/two-services.ts";

const KOI = fixture("koi.png");
const FORMAT_IDS = Object.keys(FORMATS) as FormatId[];

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let redis: RedisServer;
let shared: Awaited<ReturnType<typeof startServices>>;
beforeAll(async () => {
  redis = await startRedis();
  shared = await startServices({ SERVICE_CACHE: "redis", SERVICE_REDIS_URL: redis.url });
});
afterAll(async () => {
  const { codes } = await shared.stop();
  await redis.stop();
  expect(codes).toEqual([0, 0]);
});

const look = ({ headers }: Answer): string | undefined =>
  /cache;desc=(hit|miss)/.exec(headers.get("server-timing") ?? "")?.[1];

/** Headers that do not depend on when an output is sent. */
const lasting = ({ headers }: Answer) =>
  Object.fromEntries([...headers].filter(([name]) => !["date", "traceparent", "server-timing"].includes(name)));

const asked = (format: FormatId, columns = 90) => rawImage(KOI, { format, columns, color: format !== "text" });

/** Repeats a request until it is served from the cache: an output is stored shortly after it is sent. */
const kept = async (url: string, request: ReturnType<typeof asked>): Promise<Answer> => {
  for (let tries = 0; tries < 50; tries++) {
    const answer = await askRender(url, request);
    if (look(answer) === "hit") return answer;
  }
  throw new Error(`${request.query} is never kept`);
};

/** Applies a function to the one key that `fresh` leaves in Redis. */
const withKeyOf = async (fresh: () => Promise<unknown>, work: (client: Client, key: string) => Promise<unknown>) => {
  const client = await connected();
  const before = await client.keys("*");
  await fresh();
  const [key = "", ...others] = (await client.keys("*")).filter((one) => !before.includes(one));
  expect(others).toEqual([]);
  await work(client, key).finally(() => client.destroy());
};
const connected = () => createClient({ url: redis.url }).connect();
type Client = Awaited<ReturnType<typeof connected>>;

describe("cached outputs", () => {
  test("in memory equal a fresh render, in every format", async () => {
    const { urls, stop } = await startServices({ SERVICE_CACHE: "memory" });
    const [keeps = "", draws = ""] = urls;
    for (const format of FORMAT_IDS) {
      const [first, fresh] = [await askRender(keeps, asked(format)), await askRender(draws, asked(format))];
      expect([look(first), look(fresh)]).toEqual(["miss", "miss"]);
      const again = await kept(keeps, asked(format));
      expect([again.status, again.bytes]).toEqual([200, fresh.bytes]);
      expect(lasting(again)).toEqual(lasting(fresh));
    }
    expect((await stop()).codes).toEqual([0, 0]);
  });

  test("in Redis equal a fresh render, in every format, for every instance", async () => {
    const [one = "", other = ""] = shared.urls;
    const plain = await startServices({}, 1);
    for (const format of FORMAT_IDS) {
      const first = await askRender(one, asked(format));
      const fresh = await askRender(plain.urls[0] ?? "", asked(format));
      expect([look(first), look(fresh)]).toEqual(["miss", undefined]);
      for (const again of [await kept(one, asked(format)), await kept(other, asked(format))]) {
        expect([again.status, again.bytes]).toEqual([200, fresh.bytes]);
        expect(lasting(again)).toEqual(lasting(fresh));
      }
    }
    const result = await rpc(
      other,
      call({ imageBase64: Buffer.from(KOI).toString("base64"), columns: 90, color: false }),
    );
    expect(result.result?.content[0]?.text).toBe((await kept(one, asked("text"))).text);
    await plain.stop();
  });

  test("in Redis are stored under digests for an hour, compressed", async () => {
    const [one = ""] = shared.urls;
    let bytes = 0;
    const fresh = async () => {
      bytes = (await kept(one, asked("svg", 91))).bytes.length;
    };
    await withKeyOf(fresh, async (client, key) => {
      expect(key).toMatch(/^lumiglyph:render:1:\d+\.\d+\.\d+:[\w-]{43}:[\w-]{43}$/);
      expect(await client.ttl(key)).toBeGreaterThan(3500);
      expect(await client.ttl(key)).toBeLessThanOrEqual(3600);
      expect(await client.strLen(key)).toBeLessThan(bytes / 5);
    });
  });

  test.each([
    ["cut short", 50, (value: Buffer) => value.subarray(0, value.length / 2)],
    ["with a flipped bit", 51, (value: Buffer) => Buffer.from(value.map((byte, at) => (at === 60 ? byte ^ 1 : byte)))],
    ["of another version", 52, (value: Buffer) => Buffer.from(value.map((byte, at) => (at === 3 ? byte + 1 : byte)))],
    ["of another program", 53, () => Buffer.from("{}")],
    ["of no length", 54, () => Buffer.of()],
    ["no text but a list", 55, () => null],
  ])("that are %s in Redis are rendered again without an error", async (_, columns, damage) => {
    const [one = ""] = shared.urls;
    const request = asked("html", columns);
    await withKeyOf(
      () => kept(one, request),
      async (client, key) => {
        const { bytes } = await kept(one, request);
        const value = await client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).get(key);
        const damaged = damage(value ?? Buffer.of());
        await client.del(key);
        if (damaged === null) await client.lPush(key, "a list");
        else await client.set(key, damaged);
        const again = await askRender(one, request);
        expect([again.status, look(again), again.bytes]).toEqual([200, "miss", bytes]);
        expect((await kept(one, request)).bytes).toEqual(bytes);
      },
    );
  });

  test("exclude failures: an unreadable image is decoded each time", async () => {
    const [one = ""] = shared.urls;
    const broken = rawImage(KOI.subarray(0, 2000));
    const client = await connected();
    const before = await client.keys("*");
    const answers = [await askRender(one, broken), await askRender(one, broken)];
    expect(answers.map((answer) => answer.json()["code"])).toEqual(["image_unreadable", "image_unreadable"]);
    // for a second, a void lease says that there is nothing to wait for
    const after = (await client.keys("*")).filter((key) => !before.includes(key));
    expect(after.filter((key) => !key.endsWith(":lease"))).toEqual([]);
    await expect.poll(() => client.dbSize(), { timeout: 3000 }).toBe(before.length);
    client.destroy();
  });

  test("are skipped at no cost while Redis is down", async () => {
    const gone = await startRedis();
    await gone.stop();
    const { urls, stop } = await startServices({ SERVICE_CACHE: "redis", SERVICE_REDIS_URL: gone.url }, 1);
    const lookups: number[] = [];
    for (let at = 0; at < 5; at++) {
      const answer = await askRender(urls[0] ?? "", asked("text"));
      expect([answer.status, look(answer)]).toEqual([200, "miss"]);
      const [, ms] = /cache;desc=miss;dur=([\d.]+)/.exec(answer.headers.get("server-timing") ?? "") ?? [];
      lookups.push(Number(ms));
    }
    // the best of five: on a busy machine any one may wait for the CPU
    expect(Math.min(...lookups)).toBeLessThan(5);
    expect((await stop()).codes).toEqual([0]);
  });
});
