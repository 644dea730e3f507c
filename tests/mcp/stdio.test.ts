import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, parse } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client as NewClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { askRender, rawImage } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";

// a busy machine is slow to start a process and its worker
vi.setConfig({ testTimeout: 120_000 });

const service = serviceForFile();
const MAIN = fileURLToPath(new URL("../../packages/lumiglyph/src/cli/main.ts", import.meta.url));
const FIXTURES = fileURLToPath(new URL("../../fixtures", import.meta.url));
const SELF = { name: "lumiglyph-test", version: "1.0.0" };
const PATIENT = { timeout: 60_000 };

const command = (words: readonly string[]) => ({
  command: process.execPath,
  args: ["--conditions=@lumiglyph/source", MAIN, "mcp", ...words],
  env: { PATH: process.env["PATH"] ?? "", SERVICE_RENDER_DEADLINE_MS: "60000" },
  stderr: "ignore" as const,
});

/** The client operations of a test, for either line of the SDK. */
type Session = {
  readonly properties: () => Promise<readonly string[]>;
  readonly call: (args: object) => Promise<Result>;
  readonly close: () => Promise<void>;
};
type Result = { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };
type Listed = { readonly tools: readonly { readonly inputSchema: { readonly properties?: object | undefined } }[] };

const namesIn = ({ tools }: Listed) => Object.keys(tools[0]?.inputSchema.properties ?? {});

const openNew = async (words: readonly string[]): Promise<Session> => {
  const client = new NewClient(SELF, { versionNegotiation: { mode: "auto" } });
  await client.connect(new NewTransport(command(words)), PATIENT);
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  return {
    properties: async () => namesIn(await client.listTools()),
    call: async (args) =>
      (await client.callTool({ name: "render_ascii", arguments: { ...args } }, PATIENT)) as unknown as Result,
    close: () => client.close(),
  };
};

const openOld = async (words: readonly string[]): Promise<Session> => {
  const client = new OldClient(SELF);
  await client.connect(new OldTransport(command(words)), PATIENT);
  return {
    properties: async () => namesIn(await client.listTools()),
    call: async (args) =>
      (await client.callTool({ name: "render_ascii", arguments: { ...args } }, undefined, PATIENT)) as Result,
    close: () => client.close(),
  };
};

describe.each([
  ["2.4", openNew],
  ["1.32", openOld],
] as const)("lumiglyph mcp, called by the SDK's client %s", (_, open) => {
  test("renders a file of its folder as the service does, by default too, and refuses files outside (spec 4.4; answers 5.7)", async () => {
    const session = await open(["--root", FIXTURES]);
    const picture = await session.call({ imagePath: "koi.png", columns: 40, format: "png" });
    expect(picture.content).toMatchObject([
      { type: "image", mimeType: "image/png", data: expect.stringMatching(/^iVBORw0KGgo/) },
      { type: "text", text: expect.stringContaining("40 × 15 characters as png from 960 × 720 pixels, ") },
    ]);
    try {
      expect((await session.properties())[0]).toBe("imagePath");
      const usual = await askRender(service.url, rawImage(fixture("koi.png")));
      const image = { imageBase64: Buffer.from(fixture("koi.png")).toString("base64") };
      for (const only of [{ imagePath: "koi.png" }, image]) {
        expect((await session.call(only)).content[0]).toMatchObject({ text: usual.text });
      }
      const given = { columns: 32, charset: "standard" };
      const { text } = await askRender(service.url, rawImage(fixture("charts/ramp.png"), given));
      expect((await session.call({ imagePath: "charts/ramp.png", ...given })).content[0]).toMatchObject({ text });
      for (const [args, begins] of [
        [{ imagePath: "../package.json" }, "image_misplaced: "],
        [{ imagePath: 7 }, "parameter_invalid: "],
        [{ imagePath: "charts/ramp.png", imageBase64: "AAAA" }, "image_ambiguous: "],
        [{ imagePath: "charts/ramp.png", columns: 3 }, "parameter_invalid: "],
        [{ imageUrl: "https://images.example/a.png" }, "image_url_untrusted: "],
      ] as const) {
        const { isError, content } = await session.call(args);
        expect([isError, content[0]?.text.slice(0, begins.length)]).toEqual([true, begins]);
      }
    } finally {
      await session.close();
    }
  });
});

test("has no paths and no resources without a folder", async () => {
  const session = await openNew([]);
  try {
    expect(await session.properties()).not.toEqual(expect.arrayContaining([expect.stringMatching(/Path$/)]));
    for (const given of [{ imagePath: "charts/ramp.png" }, { outPath: "art.txt" }]) {
      const { isError, content } = await session.call(given);
      expect([isError, content[0]?.text.startsWith("parameter_unknown: ")]).toEqual([true, true]);
    }
  } finally {
    await session.close();
  }
});

test.each([
  [[], "tools/list, tools/call; initialize"],
  [
    ["--root", FIXTURES],
    "tools/list, tools/call, resources/list, resources/templates/list, resources/read; initialize",
  ],
])("with %j, names the methods that it has", async (words, methods) => {
  const { command: node, args, env } = command(words);
  const child = spawn(node, args, { env, stdio: ["pipe", "pipe", "ignore"] });
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async (method: string, params: object): Promise<string> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })}\n`);
    return (await answers.next()).value ?? "";
  };
  try {
    await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: SELF });
    expect(await ask("nothing/at-all", {})).toContain(
      `Unknown method. The supported methods are server/discover, initialize, ping, ${methods}`,
    );
  } finally {
    child.stdin.end();
    await once(child, "exit");
  }
});

test("answers a message that is too long, and later ones", async () => {
  const { command: node, args, env } = command([]);
  const child = spawn(node, args, {
    env: { ...env, SERVICE_MAX_IMAGE_BYTES: "100000" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object): Promise<object> => {
    // as the SDK's clients write it: the id is at the end
    child.stdin.write(`${JSON.stringify({ method, params, jsonrpc: "2.0", id })}\n`);
    return JSON.parse((await answers.next()).value ?? "{}");
  };
  try {
    await ask(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: SELF });
    const draw = { name: "render_ascii", arguments: { imageBase64: "A".repeat(1_000_000) } };
    expect(await ask(2, "tools/call", draw)).toMatchObject({
      id: 2,
      error: {
        code: -32600,
        message: expect.stringMatching(/^The message has more than \d+ bytes.*Scale the picture down/),
      },
    });
    expect(await ask(3, "ping", {})).toMatchObject({ id: 3, result: {} });
  } finally {
    child.stdin.end();
    await once(child, "exit");
  }
});

test("answers any arguments of a tool with a folder, and writes only the requested file", async () => {
  const outer = mkdtempSync(join(tmpdir(), "lumiglyph-any-"));
  const root = join(outer, "root");
  cpSync(join(FIXTURES, "charts/ramp.png"), join(root, "ramp.png"));
  const session = await openNew(["--root", root]);
  const odd = fc.constantFrom(
    null,
    7,
    true,
    "",
    [],
    {},
    "../x.png",
    "a\0",
    "/etc/passwd",
    "x".repeat(5000),
    "ramp.png",
  );
  const path = fc.oneof({ weight: 3, arbitrary: fc.constant("ramp.png") }, odd);
  const out = fc.oneof(
    fc.constantFrom("a.svg", "b.txt", "c.png", "d/e.html", "../f.txt", "ramp.png", "g", ".h.json"),
    odd,
  );
  const args = fc.record(
    {
      imagePath: path,
      outPath: out,
      imageBase64: fc.constantFrom("AAAA", 7, "?"),
      format: fc.constantFrom("text", "svg", "png", "pdf", 7),
      columns: fc.constantFrom(8, 40, 400, 4000, "40"),
      maxCharacters: fc.constantFrom(0, 64, 900, -1),
    },
    { requiredKeys: [] },
  );
  let written = 0;
  try {
    await fc.assert(
      fc.asyncProperty(args, async (given) => {
        const { isError, content } = await session.call(JSON.parse(JSON.stringify(given)));
        const said = content.at(-1)?.text ?? "";
        expect(said).toMatch(isError === true ? /^(?!internal)[a-z0-9_]+: / : /untrusted pixels/);
        if (said.startsWith("Written to ")) written++;
        expect(readdirSync(outer)).toEqual(["root"]);
        expect(readFileSync(join(root, "ramp.png")).equals(fixture("charts/ramp.png"))).toBe(true);
      }),
      { numRuns: 200, examples: [[{ imagePath: "ramp.png", outPath: "a.svg" }]] },
    );
  } finally {
    await session.close();
    rmSync(outer, { recursive: true });
  }
  expect(written).toBeGreaterThan(0);
});

test("reports an invalid folder before it serves anything", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-none-"));
  rmSync(folder, { recursive: true });
  await expect(openNew(["--root", folder])).rejects.toThrow();
});

describe("lumiglyph-mcp", () => {
  const OWN = fileURLToPath(new URL("../../packages/lumiglyph-mcp/src/main.ts", import.meta.url));

  test("serves the same tool", async () => {
    const args = ["--conditions=@lumiglyph/source", OWN, "--root", FIXTURES];
    const client = new OldClient(SELF);
    await client.connect(new OldTransport({ ...command([]), args }), PATIENT);
    expect(namesIn(await client.listTools())).toContain("imagePath");
    await client.close();
  });

  test("serves the folder that it is started in, but not the whole disk, the home folder or one around it", async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), "lumiglyph-home-")));
    const project = join(home, "project");
    mkdirSync(project);
    const args = ["--conditions=@lumiglyph/source", OWN];
    for (const [cwd, serves] of [
      [FIXTURES, true],
      [parse(FIXTURES).root, false],
      [home, false],
      [dirname(home), false],
      [project, true],
    ] as const) {
      const client = new OldClient(SELF);
      const { env, ...rest } = command([]);
      await client.connect(new OldTransport({ ...rest, env: { ...env, HOME: home }, args, cwd }), PATIENT);
      expect(namesIn(await client.listTools()).includes("imagePath")).toBe(serves);
      await client.close();
    }
    rmSync(home, { recursive: true });
  });

  test.each([
    [
      ["--rot", "a"],
      "It takes one flag, the folder of pictures that it may read and write to: lumiglyph-mcp --root pictures",
    ],
    [["--root", "no-such-folder"], "no-such-folder: there is no such folder."],
  ])("%j is refused with the reason", (words, sentence) => {
    const run = spawnSync(process.execPath, ["--conditions=@lumiglyph/source", OWN, ...words], { encoding: "utf8" });
    expect([run.status, run.stdout, run.stderr]).toEqual([2, "", `lumiglyph-mcp: ${sentence}\n`]);
  });
});
