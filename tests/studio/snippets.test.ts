import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { completeParams, type RenderParams } from "@lumiglyph/contract";
import { decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { render } from "@lumiglyph/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { curlSnippet, fetchSnippet, serviceOf, toolSnippet } from "../../apps/studio/src/export/copy-snippet.ts";
import { LOOKS, lookValues } from "../../apps/studio/src/state/looks.ts";
import { post } from "../mcp/mcp-request.ts";
import { serviceForFile } from "../support/http-service.ts";
import { optionsWith } from "../support/params.ts";
import { needs } from "../support/programs.ts";

needs("curl");

const PICTURE = readFileSync(new URL("../../fixtures/formats/interlaced.png", import.meta.url));

const service = serviceForFile();

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lumiglyph-snippet-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The engine's output for the picture, without a service. */
const drawn = async (given: Partial<RenderParams>): Promise<string> => {
  const wanted = optionsWith(given);
  const { raster, source } = await decodeImage(PICTURE, NO_LIMITS, completeParams(wanted));
  return render(raster, wanted, { source }).body;
};

const request = (name: string, given: Partial<RenderParams>) => ({
  service: service.url,
  picture: { name, format: "png" as const },
  options: optionsWith(given),
});

/** Runs a command in the picture's folder and returns its output. */
const run = async (command: string, args: readonly string[], name: string): Promise<string> => {
  writeFileSync(join(folder, name), PICTURE);
  const env = { PATH: process.env["PATH"] ?? "", no_proxy: "*" };
  const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  expect(errors.toString()).toBe("");
  return output.toString("utf8");
};

type Settings = readonly (readonly [string, Partial<RenderParams>])[];

const SETTINGS: Settings = [
  ["none", {}],
  ["a color with its number sign", { columns: 40, monoColor: "#7dff9a", format: "svg" }],
  [
    "fractions and switches",
    { columns: 33, gamma: 1.35, brightness: -20.5, invert: true, color: true, format: "ansi" },
  ],
  ["the evidence", { columns: 24, qualityTarget: "low-light", maxGlyphRmse: 0.055, format: "json" }],
  ["blocks in compact JSON", { columns: 30, charset: "blocks", color: true, dither: true, format: "json-compact" }],
];

const WITH_LOOKS: Settings = [
  ...SETTINGS,
  ...LOOKS.map((look) => [`the look ${look.name}`, { columns: 20, ...lookValues(look) }] as const),
];

describe("the curl command", () => {
  it.each(WITH_LOOKS)("prints the engine's output: %s", async (_what, given) => {
    expect(await run("sh", ["-c", curlSnippet(request("cat.png", given))], "cat.png")).toBe(await drawn(given));
  });

  it.each(["it's a cat.png", "$(touch owned) `x`.png", "-", "a b;c,d=e@f.png", '猫 "ж" 😀.png', "@cat\\.png"])(
    "takes the file %j",
    async (name) => {
      expect(await run("sh", ["-c", curlSnippet(request(name, { columns: 12 }))], name)).toBe(
        await drawn({ columns: 12 }),
      );
    },
  );
});

describe("the fetch code", () => {
  it.each(SETTINGS)("prints the engine's output: %s", async (_what, given) => {
    writeFileSync(join(folder, "draw.mjs"), fetchSnippet(request("cat.png", given)));
    expect(await run(process.execPath, ["draw.mjs"], "cat.png")).toBe(await drawn(given));
  });

  it("works with any file name, and reports the service's errors", async () => {
    const name = 'a "b" \\ $c `d`.png';
    writeFileSync(join(folder, "draw.mjs"), fetchSnippet(request(name, { columns: 12 })));
    expect(await run(process.execPath, ["draw.mjs"], name)).toBe(await drawn({ columns: 12 }));
    writeFileSync(join(folder, "draw.mjs"), fetchSnippet(request("draw.mjs", {})));
    const child = spawn(process.execPath, ["draw.mjs"], { cwd: folder });
    expect((await buffer(child.stderr)).toString()).toContain("image_format_unsupported");
  });
});

describe("the MCP call", () => {
  it.each(WITH_LOOKS)("returns the engine's output: %s", async (_what, given) => {
    const answer = await post(service.url, toolSnippet(optionsWith(given), PICTURE.toString("base64")));
    const { result } = answer.json() as { result: { content: readonly { text: string }[] } };
    expect(result.content[0]?.text).toBe(await drawn(given));
  });
});

describe("the service's address", () => {
  it.each([
    ["https://art.example/studio/?columns=9#x", "https://art.example"],
    ["http://127.0.0.1:8787/", "http://127.0.0.1:8787"],
    ["file:///home/me/studio/index.html", "https://your-service.example"],
  ])("of a page at %s is %s", (page, address) => {
    expect(serviceOf(new URL(page))).toBe(address);
  });
});
