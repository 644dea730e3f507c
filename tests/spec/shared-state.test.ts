import { FORMATS, type FormatId } from "@lumiglyph/contract";
import { type Environment, readSettings } from "@lumiglyph/service";
import { expect, test } from "vitest";
import { SETTINGS } from "../../apps/service/src/tables/settings.ts";
import { type Answer, askRender, rawImage } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";
import { fixture } from "./drawn.ts";

const [plain, keeping] = [serviceForFile(), serviceForFile({ SERVICE_CACHE: "memory" })];
const PICTURE = fixture("portrait.png");

const settings = (env: Environment = {}) => {
  const reading = readSettings(env);
  if ("problems" in reading) throw new Error(reading.problems.join(" "));
  return reading.settings;
};

const cacheSays = ({ headers }: Answer): string | undefined =>
  /cache;desc=(\w+)/.exec(headers.get("server-timing") ?? "")?.[1];

test("Redis is used only if configured, and an invalid address prevents the start (answers 3.17)", () => {
  expect(settings().SERVICE_REDIS_URL).toBeNull();
  expect(settings({ SERVICE_REDIS_URL: "redis://localhost" }).SERVICE_REDIS_URL).toBe("redis://localhost");
  expect(readSettings({ SERVICE_REDIS_URL: "localhost" })).toMatchObject({ problems: [expect.any(String)] });
});

test("Nothing is cached unless configured; then outputs are found again (answers 3.17)", async () => {
  expect(SETTINGS.SERVICE_CACHE.values).toEqual(["off", "memory", "redis"]);
  expect(settings().SERVICE_CACHE).toBe("off");
  const request = rawImage(PICTURE, { columns: 40 });
  const words = async (url: string) => [
    cacheSays(await askRender(url, request)),
    cacheSays(await askRender(url, request)),
    cacheSays(await untilKept(url, 40, "text")),
  ];
  expect(cacheSays(await askRender(plain.url, request))).toBeUndefined();
  expect(await words(keeping.url)).toEqual(["miss", expect.any(String), "hit"]);
});

for (const format of Object.keys(FORMATS) as FormatId[]) {
  test(`A cached ${format} has the bytes and the evidence of a fresh one (answers 2.12)`, async () => {
    const fresh = await askRender(plain.url, rawImage(PICTURE, { columns: 60, format }));
    const kept = await untilKept(keeping.url, 60, format);
    expect(kept.bytes).toEqual(fresh.bytes);
    const evidence = ({ headers }: Answer) =>
      ["content-type", "render-quality", "render-glyphs", "render-grid"].map((name) => headers.get(name));
    expect(evidence(kept)).toEqual(evidence(fresh));
  });
}

/** An output is cached shortly after it is sent. */
const untilKept = async (url: string, columns: number, format: FormatId): Promise<Answer> => {
  for (let tries = 0; tries < 50; tries++) {
    const answer = await askRender(url, rawImage(PICTURE, { columns, format }));
    if (cacheSays(answer) === "hit") return answer;
  }
  throw new Error(`${format} is never kept`);
};
