import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonBodyLimit } from "@lumiglyph/contract";
import { baseUrl, createService, type Environment, readSettings } from "@lumiglyph/service";
import { expect, test } from "vitest";
import { fixture } from "./drawn.ts";

const ROOT = join(import.meta.dirname, "../..");
const MAIN = ["--conditions=@lumiglyph/source", join(ROOT, "apps/service/src/main.ts")];

const settings = (env: Environment = {}) => {
  const reading = readSettings(env);
  if ("problems" in reading) throw new Error(reading.problems.join(" "));
  return reading.settings;
};

const service = (env: Environment = {}) => createService(settings(env), { logTo: { write: () => {} } });

/** Status and code of a render by a service with these settings. */
const outcome = async (env: Environment, type: string, payload: string | Uint8Array) => {
  const app = service(env);
  const response = await app.inject({
    method: "POST",
    url: "/api/v1/render?columns=8",
    headers: { "content-type": type },
    payload: Buffer.from(payload),
  });
  await app.close();
  return response.statusCode === 200 ? [200] : [response.statusCode, response.json().code];
};

test("Only the program's start reads the environment (answers 3.1)", () => {
  const readers = globSync(["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"], { cwd: ROOT })
    .filter((file) => !file.endsWith(".test.ts"))
    .filter((file) => readFileSync(join(ROOT, file), "utf8").includes("process.env"));
  // exceptions besides the settings: a process that replaces itself passes it on, the allocator goes to workers, and command-line flags override settings
  expect(readers.toSorted()).toEqual([
    "apps/service/src/main.ts",
    "apps/service/src/render/pool/command.ts",
    "apps/service/src/render/pool/libc.ts",
    "apps/service/src/render/pool/worker-start.ts",
    "apps/service/src/start.ts",
    "apps/service/src/testing/unit-restrictions.ts",
    "packages/lumiglyph-mcp/src/main.ts",
    "packages/lumiglyph/src/cli/serve.ts",
  ]);
});

test("Settings do not follow later changes of the environment (answers 3.1)", () => {
  const env: Record<string, string> = { SERVICE_PORT: "4000" };
  const read = settings(env);
  env["SERVICE_PORT"] = "5000";
  expect(read.SERVICE_PORT).toBe(4000);
});

test("An invalid setting prevents the start, with a sentence that says what to set (answers 3.1)", () => {
  const env = { ...process.env, SERVICE_PORT: "abc", SERVICE_LOG_LEVEL: "loud" };
  const { status, stdout, stderr } = spawnSync(process.execPath, MAIN, { env, encoding: "utf8" });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(
    /SERVICE_PORT must be an integer from 0 to 65535, but is "abc"\. Set for example SERVICE_PORT=8787\./,
  );
  expect(stderr).toMatch(/SERVICE_LOG_LEVEL must be one of .*\. Set for example SERVICE_LOG_LEVEL=info\./);
});

test("127.0.0.1 and 8787; SERVICE_PORT overrides PORT, and PORT the default (answers 3.2)", () => {
  expect([settings().SERVICE_HOST, settings().SERVICE_PORT]).toEqual(["127.0.0.1", 8787]);
  expect(settings({ PORT: "3000" }).SERVICE_PORT).toBe(3000);
  expect(settings({ PORT: "3000", SERVICE_PORT: "4000" }).SERVICE_PORT).toBe(4000);
});

test("With only a port set, it listens on loopback (answers 3.2)", async () => {
  const env = { PATH: process.env["PATH"], SERVICE_PORT: "0" };
  const child = spawn(process.execPath, MAIN, { env, stdio: ["ignore", "pipe", "ignore"] });
  const [said] = await once(child.stdout, "data");
  child.kill();
  expect(String(said)).toMatch(/http:\/\/127\.0\.0\.1:\d+\n$/);
});

test("The public address comes from host and port unless set (answers 3.3)", () => {
  expect(baseUrl(settings())).toBe("http://127.0.0.1:8787");
  expect(baseUrl(settings({ SERVICE_PORT: "4000" }))).toBe("http://127.0.0.1:4000");
  expect(baseUrl(settings({ SERVICE_BASE_URL: "https://ascii.example" }))).toBe("https://ascii.example");
});

test("The receiving site is the reference receiver's unless set (answers 3.3)", () => {
  expect(settings().SERVICE_HANDOFF_TARGET).toBe("http://127.0.0.1:8788");
  const target = "https://receiver.example";
  expect(settings({ SERVICE_HANDOFF_TARGET: target }).SERVICE_HANDOFF_TARGET).toBe(target);
});

test("10 MiB of image, or the configured limit, which is enforced (answers 3.4)", async () => {
  expect(settings().SERVICE_MAX_IMAGE_BYTES).toBe(10_485_760);
  const file = fixture("formats/baseline.jpg");
  const atMost = (bytes: number) => outcome({ SERVICE_MAX_IMAGE_BYTES: String(bytes) }, "image/jpeg", file);
  expect(await atMost(file.length)).toEqual([200]);
  expect(await atMost(file.length - 1)).toEqual([413, "image_too_large"]);
});

test("A JSON body may have 4/3 of the image's bytes and 64 KiB, and not one byte more (answers 3.4)", async () => {
  expect(jsonBodyLimit(3000)).toBe(4000 + 65_536);
  expect(jsonBodyLimit(10_485_760)).toBe(14_046_550);
  const padded = (length: number) => `{${" ".repeat(length - 2)}}`;
  const env = { SERVICE_MAX_IMAGE_BYTES: "3000" };
  expect(await outcome(env, "application/json", padded(69_536))).toEqual([400, "image_missing"]);
  expect(await outcome(env, "application/json", padded(69_537))).toEqual([413, "image_too_large"]);
});

test("40 MP, or the configured limit, which is enforced (answers 3.5)", async () => {
  expect(settings().SERVICE_MAX_IMAGE_PIXELS).toBe(40_000_000);
  const file = fixture("charts/checker.png");
  const atMost = (pixels: number) => outcome({ SERVICE_MAX_IMAGE_PIXELS: String(pixels) }, "image/png", file);
  expect(await atMost(128 * 128)).toEqual([200]);
  expect(await atMost(128 * 128 - 1)).toEqual([413, "image_too_many_pixels"]);
});

test("12,000 px a side, or the configured limit, which is enforced (answers 3.5)", async () => {
  expect(settings().SERVICE_MAX_IMAGE_SIDE).toBe(12_000);
  const file = fixture("bad/too-wide-13000x10.png");
  expect(await outcome({}, "image/png", file)).toEqual([413, "image_too_many_pixels"]);
  expect(await outcome({ SERVICE_MAX_IMAGE_SIDE: "13000" }, "image/png", file)).toEqual([200]);
});

test("Five formats, or fewer if configured, which is enforced (answers 3.6)", async () => {
  expect(settings().SERVICE_INPUT_FORMATS).toEqual(["jpeg", "png", "webp", "gif", "avif"]);
  const file = fixture("formats/still.gif");
  expect(await outcome({}, "image/gif", file)).toEqual([200]);
  expect(await outcome({ SERVICE_INPUT_FORMATS: "jpeg,png" }, "image/gif", file)).toEqual([
    400,
    "image_format_unsupported",
  ]);
});

test("info, or the configured level, which the log follows (answers 3.18)", () => {
  expect(settings().SERVICE_LOG_LEVEL).toBe("info");
  expect(service().log.level).toBe("info");
  expect(service({ SERVICE_LOG_LEVEL: "warn" }).log.level).toBe("warn");
});
