import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AgentManifest } from "../../apps/service/src/documents/agent-manifest.ts";
import type { AgentRecipe } from "../../apps/service/src/documents/agent-recipe.ts";
import { RECIPE_IDS, RECIPES, type RecipeId } from "../../apps/service/src/documents/recipes.ts";
import { type ImageHost, startImageHost } from "../support/http-image-host.ts";
import { startProcess } from "../support/http-process.ts";
import { ask } from "../support/http-render.ts";
import { needs } from "../support/programs.ts";

needs("curl");

const PICTURE = new URL("../../fixtures/portrait.png", import.meta.url);

let host: ImageHost;
let service: Awaited<ReturnType<typeof startProcess>>;
let manifest: AgentManifest;
let description: object;
let folder: string;

beforeAll(async () => {
  host = await startImageHost(["localhost"], (_, response) => void response.end(readFileSync(PICTURE)));
  service = await startProcess({
    SERVICE_PORT: "0",
    SERVICE_IMAGE_FETCH_ALLOWLIST: `localhost:${host.port}`,
    SERVICE_IMAGE_FETCH_PRIVATE: "true",
    NODE_EXTRA_CA_CERTS: host.certificateFile,
  });
  manifest = (await ask(`${service.url}/api/v1/agent`)).json() as unknown as AgentManifest;
  description = (await ask(`${service.url}/api/openapi.json`)).json();
});

afterAll(async () => {
  await service.stop();
  await host.stop();
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lumiglyph-recipe-"));
  copyFileSync(PICTURE, join(folder, "picture.png"));
  // curl's own settings add status and headers: the command line stays unchanged
  writeFileSync(join(folder, ".curlrc"), 'dump-header = "headers.txt"\n');
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The manifest's placeholder values: here only the address, since that host does not exist. */
const filledIn = (text: string): string =>
  text.replaceAll("https://images.example/harbor.jpg", `https://localhost:${host.port}/harbor.jpg`);

type Answer = { readonly status: number; readonly headers: Headers; readonly body: string };

/** Runs a command line in a shell, in the image's folder. */
const runInShell = async (line: string, savedAs: string | null): Promise<Answer> => {
  const env = { PATH: process.env["PATH"] ?? "", CURL_HOME: folder, no_proxy: "*" };
  const shell = spawn("sh", ["-c", line], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors] = await Promise.all([buffer(shell.stdout), buffer(shell.stderr)]);
  expect(errors.toString()).toBe("");
  expect([output.length > 0, savedAs !== null && existsSync(join(folder, savedAs))]).toEqual([
    savedAs === null,
    savedAs !== null,
  ]);
  const body = savedAs === null ? output : readFileSync(join(folder, savedAs));
  return { ...headOf(readFileSync(join(folder, "headers.txt"), "latin1")), body: body.toString("utf8") };
};

/** Status and headers of the final response in curl's dump: a `100 Continue` may precede it. */
const headOf = (dumped: string): Pick<Answer, "status" | "headers"> => {
  const [first = "", ...fields] = (dumped.trim().split("\r\n\r\n").at(-1) ?? "").split("\r\n");
  const pairs = fields.map((field) => [field.slice(0, field.indexOf(":")), field.slice(field.indexOf(":") + 1).trim()]);
  return { status: Number(first.split(" ")[1]), headers: new Headers(pairs as [string, string][]) };
};

/** Sends the parts of a recipe as a program does. */
const sendParts = async ({ method, path, headers, body }: AgentRecipe["request"]): Promise<string> => {
  return (await ask(`${service.url}${path}`, { method, headers, body: bodyOf(body) })).text;
};

const bodyOf = (body: AgentRecipe["request"]["body"]): BodyInit => {
  if ("json" in body) return filledIn(JSON.stringify(body.json));
  return "file" in body ? readFileSync(join(folder, body.file)) : formOf(body.multipart);
};

const formOf = (fields: { readonly [name: string]: string }): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value.startsWith("@") ? new Blob([readFileSync(join(folder, value.slice(1)))]) : value);
  }
  return form;
};

/** Validates a JSON text against a schema from the manifest. */
const judgedBy = (schema: string, text: string): string => {
  const [url, pointer] = schema.split("#");
  expect(url).toBe(`${service.url}/api/openapi.json`);
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  const accepts = ajv.addSchema(description, "description").compile({ $ref: `description#${pointer}` });
  return accepts(JSON.parse(text)) ? "valid" : ajv.errorsText(accepts.errors);
};

const linesOf = (text: string): readonly string[] => text.replace(/\n$/, "").split("\n");
const widthsOf = (text: string): readonly number[] => [...new Set(linesOf(text).map((line) => [...line].length))];

const terminalText = () => sendParts(manifest.recipes.find(({ id }) => id === "terminal")!.request);

const checkerboard = () => sendParts(manifest.recipes.find(({ id }) => id === "base64")!.request);

const expectToolArt = ({ result }: { readonly result: Record<string, unknown> }, text: string) => {
  const about = {
    type: "text",
    text: expect.stringMatching(/^8 × 4 characters as text from 16 × 16 pixels, .*fidelity 0\.\d\d of 1/),
  };
  expect(result).toMatchObject({ content: [{ type: "text", text }, about] });
  expect(result["_meta"]).toMatchObject({ "lumiglyph/render": { columns: 8, quality: { target: "balanced" } } });
};

/** Further promises of each recipe, beyond status, content type, schema and grid. */
const PROMISES: { readonly [Id in RecipeId]: (answer: Answer) => void } = {
  terminal: ({ body }) => expect(body).toMatch(/^([ -~]{80}\n)+$/),
  thumbnail: ({ body }) => {
    expect(widthsOf(body)).toEqual([40]);
    expect(body).not.toContain("`");
    // the tallest image it promises has 40 rows
    expect(41 * 40).toBeLessThan(2000);
    expect(body.length).toBeLessThan(2000);
  },
  ansi: ({ body }) => {
    const shown = body.replaceAll("\u001b[", "⎋");
    for (const line of linesOf(shown)) expect(line).toMatch(/^(⎋38;2;\d+;\d+;\d+m[ -~]+)+⎋0m$/);
    expect(widthsOf(shown.replaceAll(/⎋[\d;]*m/g, ""))).toEqual([100]);
  },
  svg: ({ body }) => {
    expect(body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*role="img"/);
    expect(body).toMatch(/<title[^>]*>[^<]+<\/title>/);
    expect(body).not.toMatch(/<script|<image|<use|href=|url\(|@import/);
    expect(body).toMatch(/ textLength="\d+"/);
  },
  evidence: ({ body }) => {
    const { lines, quality, glyphs } = JSON.parse(body);
    expect(new Set(lines.map(({ length }: string) => length))).toEqual(new Set([100]));
    expect(["target_met", "best_effort"]).toContain(quality.status);
    expect(quality.components.length).toBeGreaterThan(0);
    expect(quality.locked).not.toContain("contrast");
    expect(glyphs.rmse).toBeGreaterThan(0);
  },
  chroma: ({ body }) => {
    const { text, columns, rows, chroma } = JSON.parse(body);
    expect(body).toBe(JSON.stringify(JSON.parse(body)));
    expect([widthsOf(text), linesOf(text).length]).toEqual([[columns], rows]);
    expect([chroma.encoding, Buffer.from(chroma.data, "base64").length]).toEqual(["rgb24-b64-v1", 3 * columns * rows]);
  },
  portrait: ({ headers }) => expect(headers.get("render-quality")).toMatch(/status=\w+, target=portrait, /),
  lowLight: ({ headers }) => expect(headers.get("render-quality")).toMatch(/status=\w+, target=low-light, /),
  raw: async ({ body }) => expect(body).toBe(await terminalText()),
  url: async ({ body }) => expect(body).toBe(await terminalText()),
  base64: ({ body }) => {
    const lines = linesOf(body);
    const [top = "", bottom = ""] = [lines[0], lines.at(-1)];
    expect(widthsOf(body)).toEqual([8]);
    expect([top.slice(0, 4), top.slice(4)]).toEqual([bottom.slice(4), bottom.slice(0, 4)]);
    expect(top.slice(0, 4)).not.toBe(top.slice(4));
  },
  failure: ({ body }) => {
    const { errors, detail } = JSON.parse(body);
    expect(errors).toMatchObject([{ parameter: "columns", given: "9000", allowed: "an integer from 8 to 400" }]);
    expect(detail).toBe("Expected an integer from 8 to 400 for `columns` but received `9000`.");
  },
  toolList: ({ body }) => {
    const { tools } = JSON.parse(body).result;
    expect(tools).toMatchObject([{ name: "render_ascii", inputSchema: { type: "object" } }]);
  },
  toolCall: async ({ body }) => expectToolArt(JSON.parse(body), await checkerboard()),
  toolStateless: async ({ body }) => {
    const answer = JSON.parse(body);
    expectToolArt(answer, await checkerboard());
    expect(answer.result.resultType).toBe("complete");
    expect(answer.result._meta["io.modelcontextprotocol/serverInfo"].name).toBe("lumiglyph");
  },
  toolBatch: async ({ body }) => {
    const [first, second, ...more] = JSON.parse(body);
    expect([first.id, second.id, more]).toEqual([1, 2, []]);
    expectToolArt(first, await checkerboard());
    expect(second.result.content[0].text).not.toBe(first.result.content[0].text);
  },
};

describe("a recipe of the agent manifest, run unchanged by a shell", () => {
  for (const [at, id] of RECIPE_IDS.entries()) {
    test(`${RECIPES[id].title}: returns the promised response (spec 4.5)`, async () => {
      const recipe = manifest.recipes[at]!;
      expect(recipe.id).toBe(id);
      const answer = await runInShell(filledIn(recipe.curl), recipe.savedAs);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        recipe.expect.status,
        recipe.expect.contentType,
      ]);
      if (recipe.expect.schema !== null) expect(judgedBy(recipe.expect.schema, answer.body)).toBe("valid");
      if (recipe.expect.code === null && !("tool" in RECIPES[id])) {
        const asked = Number("columns" in RECIPES[id].params ? RECIPES[id].params.columns : 0);
        expect(answer.headers.get("render-grid")).toMatch(new RegExp(`^columns=${asked}, rows=\\d+$`));
      } else if (recipe.expect.code !== null) {
        expect(JSON.parse(answer.body).code).toBe(recipe.expect.code);
      }
      await PROMISES[id](answer);
    });

    test(`${RECIPES[id].title}: its parts equal its command line (spec 4.5)`, async () => {
      const recipe = manifest.recipes[at]!;
      const { body } = await runInShell(filledIn(recipe.curl), recipe.savedAs);
      const withoutTrace = (text: string) =>
        text.replaceAll(/"traceId":"[0-9a-f]{32}"|"traceparent":"[0-9a-f-]{55}"/g, "");
      expect(withoutTrace(await sendParts(recipe.request))).toBe(withoutTrace(body));
    });
  }

  test("All recipes of the table are listed, and every placeholder is explained (spec 4.5)", () => {
    expect(manifest.recipes.map(({ id }) => id)).toEqual(RECIPE_IDS);
    const placeholders = manifest.placeholders.map(({ text }) => text);
    for (const { id, curl } of manifest.recipes) {
      expect([id, placeholders.some((text) => curl.includes(text))]).toEqual([id, id !== "toolList"]);
    }
  });
});
