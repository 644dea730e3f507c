import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Transport as AnyNewTransport,
  Client as NewClient,
  StreamableHTTPClientTransport as NewHttp,
} from "@modelcontextprotocol/client";
import { StdioClientTransport as NewStdio } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport as AnyOldTransport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { fetcherFor } from "../support/http-image-host.ts";
import { serviceForFile } from "../support/http-service.ts";

// a busy machine is slow to start a process and its worker
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SELF = { name: "lumiglyph-agent", version: "1.0.0" };
const PATIENT = { timeout: 60_000 };

type Arguments = { readonly [name: string]: unknown };
type Result = {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly _meta: {
    readonly "lumiglyph/render"?: {
      readonly columns: number;
      readonly writtenTo?: string;
    };
    readonly "lumiglyph/error"?: { readonly code: string; readonly retryWith?: Arguments };
  };
};
type Session = {
  readonly call: (args: Arguments) => Promise<Result>;
  readonly resources: () => Promise<readonly { readonly uri: string; readonly name: string }[]>;
  readonly read: (uri: string) => Promise<readonly { readonly mimeType?: string; readonly blob?: string }[]>;
  readonly close: () => Promise<void>;
};

/** A client of revision 2026-07-28. */
const openNew = async (transport: AnyNewTransport): Promise<Session> => {
  const client = new NewClient(SELF, { versionNegotiation: { mode: "auto" } });
  await client.connect(transport, PATIENT);
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  return {
    call: async (args) =>
      (await client.callTool({ name: "render_ascii", arguments: args }, PATIENT)) as unknown as Result,
    resources: async () => (await client.listResources()).resources,
    read: async (uri) => (await client.readResource({ uri })).contents as Awaited<ReturnType<Session["read"]>>,
    close: () => client.close(),
  };
};

/** A client of revision 2025-11-25. */
const openOld = async (transport: AnyOldTransport): Promise<Session> => {
  const client = new OldClient(SELF);
  await client.connect(transport, PATIENT);
  return {
    call: async (args) =>
      (await client.callTool({ name: "render_ascii", arguments: args }, undefined, PATIENT)) as unknown as Result,
    resources: async () => (await client.listResources()).resources,
    read: async (uri) => (await client.readResource({ uri })).contents as Awaited<ReturnType<Session["read"]>>,
    close: () => client.close(),
  };
};

/** Arguments after a JSON merge patch. */
const changed = (args: Arguments, changes: Arguments): Arguments =>
  Object.fromEntries(Object.entries({ ...args, ...changes }).filter(([, value]) => value !== null));

/**
 * An agent without judgment: it calls and, if refused, calls once more with the error's suggestion.
 * Returns the number of calls, and the first and last results. Checks that the text tells a model
 * everything that `_meta` tells a program.
 */
const agent = async (session: Session, args: Arguments) => {
  const first = await session.call(args);
  const { retryWith } = first._meta["lumiglyph/error"] ?? {};
  if (first.isError !== true) return { calls: 1, first, last: first };
  expect(retryWith).toBeDefined();
  const given = Object.fromEntries(Object.entries(retryWith ?? {}).filter(([, value]) => value !== null));
  const isLess = Object.keys(given).length === 0;
  expect(first.content[0]?.text).toContain(`Call again with${isLess ? "out " : ` ${JSON.stringify(given)}`}`);
  return { calls: 2, first, last: await session.call(changed(args, retryWith ?? {})) };
};

/** A typical model's arguments for a chat, from the tool's description. */
const CHAT = { maxCharacters: 3000 };

const expectChatSized = (result: Result): void => {
  expect(result.isError).toBeUndefined();
  expect(result.content.map(({ text = "" }) => text).join("").length).toBeLessThanOrEqual(3400);
};

const MAIN = fileURLToPath(new URL("../../packages/lumiglyph-mcp/src/main.ts", import.meta.url));
const FIXTURES = fileURLToPath(new URL("../../fixtures", import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lumiglyph-agent-"));
  for (const name of ["koi.png", "portrait.png", "charts/steps.png", "charts/edges.png", "charts/color-wheel.png"]) {
    cpSync(join(FIXTURES, name), join(folder, name));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const command = () => ({
  command: process.execPath,
  args: ["--conditions=@lumiglyph/source", MAIN, "--root", folder],
  env: { PATH: process.env["PATH"] ?? "", SERVICE_RENDER_DEADLINE_MS: "60000" },
  stderr: "ignore" as const,
});

describe.each([
  ["2026-07-28", () => openNew(new NewStdio(command()))],
  ["2025-11-25", () => openOld(new OldStdio(command()))],
])("an agent with a folder, over stdio, revision %s", (_, open) => {
  let session: Session;
  let before: readonly string[];
  beforeAll(async () => {
    session = await open();
  });
  afterAll(() => session.close());
  beforeEach(() => {
    before = readdirSync(folder);
  });
  afterEach(() => {
    for (const name of readdirSync(folder)) if (!before.includes(name)) rmSync(join(folder, name));
  });

  test("draws each listed picture for a chat with one call (answers 5.7, 5.10)", async () => {
    const listed = await session.resources();
    expect(listed.map(({ name }) => name)).toEqual([
      ...["koi.png", "portrait.png", "charts/color-wheel.png", "charts/edges.png", "charts/steps.png"],
    ]);
    for (const { name } of listed) {
      const { calls, last } = await agent(session, { imagePath: name, ...CHAT });
      expect([name, calls]).toEqual([name, 1]);
      expectChatSized(last);
    }
  });

  test("reads listed pictures only (answers 5.10)", async () => {
    const [first] = await session.resources();
    const [contents] = await session.read(first?.uri ?? "");
    expect(contents?.mimeType).toBe("image/png");
    expect(Buffer.from(contents?.blob ?? "", "base64").equals(fixture("koi.png"))).toBe(true);
    for (const uri of [
      "picture:///none.png",
      "picture:///../package.json",
      "picture:///%2e%2e/x",
      "file:///etc/hosts",
    ]) {
      await expect(session.read(uri)).rejects.toMatchObject({ code: -32602 });
    }
  });

  test("finds a picture by a wrong name with the second call (answers 5.10)", async () => {
    for (const [wrong, right] of [
      ["koy.png", "koi.png"],
      ["Portrait.jpg", "portrait.png"],
      ["steps.png", "charts/steps.png"],
    ]) {
      const { calls, first, last } = await agent(session, { imagePath: wrong, ...CHAT });
      expect([calls, first._meta["lumiglyph/error"]]).toMatchObject([
        2,
        { code: "image_missing", retryWith: { imagePath: right } },
      ]);
      expectChatSized(last);
    }
  });

  test("gets a result that is too long for the tool into a file with the second call (answers 5.6, 5.10)", async () => {
    const args = { imagePath: "koi.png", columns: 400, format: "svg", color: true };
    const { calls, first, last } = await agent(session, args);
    expect([calls, first._meta["lumiglyph/error"]]).toMatchObject([
      2,
      { code: "result_too_long", retryWith: { outPath: "koi.svg" } },
    ]);
    expect(last.content.length).toBe(1);
    expect(last.content[0]?.text).toMatch(
      /^Written to `koi\.svg`, \d+ bytes\. 400 × 150 characters as svg from 960 × 720 pixels, /,
    );
    const written = readFileSync(join(folder, "koi.svg"), "utf8");
    expect([written.length > 500_000, written.startsWith("<svg ")]).toEqual([true, true]);
    expect((await agent(session, { ...args, outPath: "koi.svg" })).calls).toBe(1);
  });

  test("never loses a file to an output: the second call has another name (answers 5.10)", async () => {
    const { calls, last } = await agent(session, { imagePath: "koi.png", outPath: "koi.png" });
    expect([calls, last._meta["lumiglyph/render"]?.writtenTo]).toEqual([2, "koi-2.png"]);
    expect(readFileSync(join(folder, "koi.png")).equals(fixture("koi.png"))).toBe(true);
    for (const outPath of ["../out.svg", "/tmp/out.svg", "nowhere/out.svg", ".out.svg", "out.exe"]) {
      const result = await agent(session, { imagePath: "charts/steps.png", outPath });
      expect([outPath, result.calls, result.last.isError]).toEqual([outPath, 2, undefined]);
    }
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(["out.svg", "art.svg", "out.txt"]));
  });

  test.each([
    [
      { imagePath: "koy.png", columns: 7 },
      { imagePath: "koi.png", columns: 8 },
    ],
    [
      { imagePath: "koy.png", outPath: "koi.SVG", format: "SVG", colour: true },
      { imagePath: "koi.png", color: true, colour: null },
    ],
    [
      { image_path: "koi.png", out_path: "drawn.svg" },
      { imagePath: "koi.png", image_path: null, outPath: "drawn.svg", out_path: null },
    ],
    [{ image: "koi.png" }, { image: null, imagePath: "koi.png" }],
    [{ imageUrl: "picture:///charts/steps.png" }, { imageUrl: null, imagePath: "charts/steps.png" }],
    [{ imagePath: "koi.png", format: "json", maxCharacters: 500 }, { maxCharacters: expect.any(Number) }],
    [
      { path: "koi.png", width: 40, style: "blocks" },
      { path: null, imagePath: "koi.png", width: null, columns: 40, style: null, charset: "blocks" },
    ],
    [
      { file: "koi.png", output: "drawn.svg" },
      { file: null, imagePath: "koi.png", output: null, outPath: "drawn.svg" },
    ],
    [
      { file: "koy.png", output: "portrait.png" },
      { file: null, imagePath: "koi.png", output: null, outPath: "portrait-2.png" },
    ],
    [{ imageUrl: "koi.png" }, { imageUrl: null, imagePath: "koi.png" }],
    [{ imageBase64: "koi.png" }, { imageBase64: null, imagePath: "koi.png" }],
    [{ imagePath: ["koi.png"] }, { imagePath: "koi.png" }],
    [
      { imagePath: "koi.png", imageBase64: null, imageUrl: "", outPath: null },
      { imageBase64: null, outPath: null },
    ],
    [{ imagePath: "koi.png", outPath: "drawn.jpg" }, { outPath: "drawn.png" }],
    [{ imagePath: "koi.png", outPath: "drawn.htm" }, { outPath: "drawn.html" }],
  ])("is told all that is wrong with %j at once (answers 5.10)", async (args, changes) => {
    const { calls, first, last } = await agent(session, args);
    expect([calls, first._meta["lumiglyph/error"]?.retryWith]).toEqual([2, changes]);
    expect(last.isError).toBeUndefined();
  });

  test("learns where to put an address, and is told of a missing picture only if it is missing (answers 5.10)", async () => {
    const { _meta, content } = await session.call({ imagePath: "https://images.example/koi.png" });
    expect(_meta["lumiglyph/error"]?.retryWith).toEqual({
      imagePath: null,
      imageUrl: "https://images.example/koi.png",
    });
    expect(content[0]?.text).toContain("give an address as `imageUrl`");
    const misnamed = await session.call({ path: "koi.png" });
    expect(misnamed.content[0]?.text).not.toContain("Give exactly one picture");
    const none = await session.call({});
    expect(none.content[0]?.text).toBe(
      "image_missing: Give exactly one picture: `imagePath`, `imageBase64` or `imageUrl`.",
    );
  });

  test("learns which folder is readable, and never gets another picture suggested as the same (answers 5.10)", async () => {
    for (const imagePath of ["/home/someone/pictures/koi.png", "../koi.png", "C:\\pictures\\koi.png"]) {
      const { isError, content, _meta } = await session.call({ imagePath });
      expect([isError, content[0]?.text, _meta["lumiglyph/error"]?.retryWith]).toEqual([
        true,
        `image_misplaced: \`imagePath\` must name a file inside \`${folder}\`, the folder that this server was started with. \`.\` lists its pictures.`,
        undefined,
      ]);
    }
    expect((await session.call({ imagePath: "." })).content[0]?.text).toContain("It has `koi.png`, `portrait.png`, ");
  });

  test("learns that text has no color (answers 5.10)", async () => {
    const { content } = await session.call({ imagePath: "koi.png", color: true });
    expect(content[1]?.text).toContain("Text has no color: use `ansi`, `html`, `svg` or `png`.");
  });

  test("a file has the render's own size and the format of its ending (answers 5.7)", async () => {
    const { last } = await agent(session, { imagePath: "koi.png", outPath: "drawn.json" });
    expect(last._meta["lumiglyph/render"]).toMatchObject({ columns: 120, rows: 45, format: "json" });
    expect(JSON.parse(readFileSync(join(folder, "drawn.json"), "utf8"))).toMatchObject({ columns: 120, rows: 45 });
  });
});

const TRUSTING = { SERVICE_IMAGE_FETCH_ALLOWLIST: "images.example,*.photos.example" };
const service = serviceForFile(TRUSTING, () => ({
  fetchImage: fetcherFor(TRUSTING, { resolve: () => Promise.reject(new Error("no name is resolved here")) }),
}));
const endpoint = () => new URL(`${service.url}/api/mcp`);

describe.each([
  ["2026-07-28", () => openNew(new NewHttp(endpoint()))],
  ["2025-11-25", () => openOld(new OldHttp(endpoint()) as AnyOldTransport)],
])("an agent over HTTP, revision %s", (_, open) => {
  let session: Session;
  beforeAll(async () => {
    session = await open();
  });
  afterAll(() => session.close());
  const picture = (name: string) => ({ imageBase64: readFileSync(join(FIXTURES, name)).toString("base64") });

  test("draws a local file for a chat at once (answers 5.7, 5.9)", async () => {
    for (const name of ["koi.png", "portrait.png", "charts/steps.png", "charts/edges.png", "charts/color-wheel.png"]) {
      const { calls, last } = await agent(session, { ...picture(name), ...CHAT });
      expect([name, calls]).toEqual([name, 1]);
      expectChatSized(last);
    }
  });

  test("meets the limit of a result with the second call (answers 5.6)", async () => {
    const { calls, first, last } = await agent(session, {
      ...picture("koi.png"),
      columns: 400,
      format: "svg",
      color: true,
    });
    expect([calls, first._meta["lumiglyph/error"]?.code, last.isError]).toEqual([2, "result_too_long", undefined]);
    expect(last._meta["lumiglyph/render"]?.columns).toBe(first._meta["lumiglyph/error"]?.retryWith?.["columns"]);
  });

  test.each([
    [{ colums: 60 }, { columns: 60, colums: null }],
    [
      { cols: 60, bg: "white", inverted: "yes" },
      { cols: null, columns: 60, bg: null, background: "light", inverted: null, invert: true },
    ],
    [{ columns: 7 }, { columns: 8 }],
    [
      { columns: "60.4", color: "yes" },
      { columns: 60, color: true },
    ],
    [{ charset: "block" }, { charset: "blocks" }],
    [{ charset: "blocks", characters: "ab" }, { charset: null }],
    [{ format: "png", maxCharacters: 900, columns: 20 }, { maxCharacters: null }],
    [
      { width: 60, format: "jpeg", columns: 20 },
      { width: null, format: "png" },
    ],
    [{ imageUrl: "https://images.example/koi.png", columns: 20 }, { imageUrl: null }],
  ])("gets %j right with the second call: %j (answers 5.10)", async (wrong, changes) => {
    const first = await session.call({ ...picture("charts/color-wheel.png"), ...wrong });
    expect([first.isError, first._meta["lumiglyph/error"]?.retryWith]).toEqual([true, changes]);
    const second = await session.call(changed({ ...picture("charts/color-wheel.png"), ...wrong }, changes));
    expect(second.isError).toBeUndefined();
  });

  test("learns which hosts are trusted, and what to do instead (answers 5.9)", async () => {
    const { isError, content } = await session.call({ imageUrl: "https://elsewhere.example/koi.png" });
    expect([isError, content[0]?.text]).toEqual([
      true,
      "image_url_untrusted: `imageUrl` must be an https address, without credentials, on a trusted host. Fetch the picture yourself and give its bytes as `imageBase64`, or ask the operator to add the host to `SERVICE_IMAGE_FETCH_ALLOWLIST`. Trusted here: images.example, *.photos.example.",
    ]);
  });
});
