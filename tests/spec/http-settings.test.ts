import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { readSettings, type SettingsReading } from "@lumiglyph/service";
import { describe, expect, test } from "vitest";
import { ask, askRender, jsonBody, type RenderRequest, rawImage } from "../support/http-render.ts";
import { serviceForFile, startService } from "../support/http-service.ts";
import { fixture } from "./drawn.ts";

const service = serviceForFile();
const RAMP = fixture("charts/ramp.png");

const defaults = () => settingsOf(readSettings({}));

const settingsOf = (reading: SettingsReading) => {
  if ("problems" in reading) throw new Error(reading.problems.join("\n"));
  return reading.settings;
};

const codeOf = async (request: RenderRequest, url = service.url) => {
  const { status, json } = await askRender(url, request);
  return status === 200 ? "drawn" : json()["code"];
};

/** A PNG whose header claims this size, with fewer pixels. */
const claiming = (width: number, height: number): Buffer => {
  const png = Buffer.from(fixture("bad/zero-width.png"));
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
};

describe("by default", () => {
  test("it listens on 127.0.0.1:8787, or on SERVICE_PORT, or on PORT (answers 3.2)", () => {
    expect([defaults().SERVICE_HOST, defaults().SERVICE_PORT]).toEqual(["127.0.0.1", 8787]);
    expect(settingsOf(readSettings({ PORT: "3000" })).SERVICE_PORT).toBe(3000);
    expect(settingsOf(readSettings({ PORT: "3000", SERVICE_PORT: "4000" })).SERVICE_PORT).toBe(4000);
  });

  test("the receiving site is on port 8788 (answers 3.3)", () => {
    expect(defaults().SERVICE_HANDOFF_TARGET).toBe("http://127.0.0.1:8788");
  });

  test("a fetch has 8 seconds (answers 3.9)", () => {
    expect(defaults().SERVICE_FETCH_TIMEOUT_MS).toBe(8000);
  });

  test("an image has at most 10 MiB (answers 3.4)", async () => {
    expect(await codeOf(rawImage(Buffer.alloc(10_485_760)))).toBe("image_format_unsupported");
    expect(await codeOf(rawImage(Buffer.alloc(10_485_761)))).toBe("image_too_large");
  });

  test("an image has at most 40 megapixels (answers 3.5)", async () => {
    expect(await codeOf(rawImage(claiming(8000, 5000)))).toBe("image_unreadable");
    expect(await codeOf(rawImage(claiming(8000, 5001)))).toBe("image_too_many_pixels");
  });

  test("a side has at most 12,000 pixels (answers 3.5)", async () => {
    expect(await codeOf(rawImage(claiming(12_000, 100)))).toBe("image_unreadable");
    expect(await codeOf(rawImage(claiming(12_001, 100)))).toBe("image_too_many_pixels");
    expect(await codeOf(rawImage(claiming(1000, 12_001), { columns: 8 }))).toBe("image_too_many_pixels");
  });

  test("five formats are read (answers 3.6)", async () => {
    const files = ["baseline.jpg", "palette.png", "lossy.webp", "still.gif", "picture.avif"];
    for (const file of files) {
      expect([file, await codeOf(rawImage(fixture(`formats/${file}`), { columns: 8 }))]).toEqual([file, "drawn"]);
    }
    expect(defaults().SERVICE_INPUT_FORMATS).toEqual(["jpeg", "png", "webp", "gif", "avif"]);
  });

  test("links begin with the actual host and port (answers 3.3)", async () => {
    expect((await ask(`${service.url}/nowhere`)).json()["type"]).toBe(`${service.url}/docs/errors#not_found`);
  });

  test("each response is logged at info, and nothing below that (answers 3.18)", async () => {
    expect(defaults().SERVICE_LOG_LEVEL).toBe("info");
    const before = service.log.length;
    await askRender(service.url, rawImage(RAMP, { columns: 7 }));
    await expect.poll(() => service.log.slice(before)).toMatchObject([{ level: 30, msg: "answered", status: 400 }]);
  });
});

describe("set to something else", () => {
  test("links begin with SERVICE_BASE_URL (answers 3.3)", async () => {
    const { service: named, stop } = await startService({ SERVICE_BASE_URL: "https://ascii.example" });
    expect((await ask(`${named.url}/nowhere`)).json()["type"]).toBe("https://ascii.example/docs/errors#not_found");
    await stop();
  });

  test("the limits hold (answers 3.5, 3.6)", async () => {
    const { service: strict, stop } = await startService({
      SERVICE_INPUT_FORMATS: "png",
      SERVICE_MAX_IMAGE_PIXELS: "32768",
      SERVICE_MAX_IMAGE_SIDE: "512",
    });
    expect(await codeOf(rawImage(RAMP, { columns: 8 }), strict.url)).toBe("drawn");
    expect(await codeOf(rawImage(fixture("formats/still.gif")), strict.url)).toBe("image_format_unsupported");
    expect(await codeOf(rawImage(fixture("formats/palette.png")), strict.url)).toBe("image_too_many_pixels");
    expect(await codeOf(rawImage(claiming(513, 8)), strict.url)).toBe("image_too_many_pixels");
    await stop();
  });

  test("a JSON body has at most 4/3 of the image's bytes and 64 KiB (answers 3.4)", async () => {
    const { service: small, stop } = await startService({ SERVICE_MAX_IMAGE_BYTES: "1500" });
    const most = 2000 + 65_536;
    const { headers } = jsonBody({});
    const padded = (length: number) => ({ headers: headers!, body: "{}".padEnd(length, " ") });
    expect(await codeOf(padded(most), small.url)).toBe("image_missing");
    expect(await codeOf(padded(most + 1), small.url)).toBe("image_too_large");
    await stop();
  });
});

test("Settings are read only at the start: later changes of the environment have no effect (answers 3.1)", async () => {
  const env: { [name: string]: string } = { SERVICE_MAX_IMAGE_BYTES: "20000" };
  const { service: started, stop } = await startService(env);
  env["SERVICE_MAX_IMAGE_BYTES"] = "1024";
  expect(await codeOf(rawImage(Buffer.alloc(20_000)), started.url)).toBe("image_format_unsupported");
  await stop();
  const root = join(import.meta.dirname, "../..");
  const readers = globSync(["apps/service/src/**/*.ts", "packages/*/src/**/*.ts"], { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .filter((file) => readFileSync(join(root, file), "utf8").includes("process.env"));
  // besides the reader of settings: a process that replaces itself passes all on, the allocator is
  // passed to workers, and command-line flags precede settings
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
