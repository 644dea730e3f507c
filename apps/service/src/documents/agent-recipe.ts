import {
  contentType,
  ERROR_CODES,
  ERRORS,
  FORMATS,
  type FormatId,
  type FromSchema,
  INPUT_FORMATS,
  object,
  PARAMS,
  type RenderParams,
  TOOL_NAME,
  URL_TEXT,
} from "@lumiglyph/contract";
import { ENDPOINTS } from "../tables/endpoints.ts";
import { MCP_STATELESS } from "../tables/mcp.ts";
import { type Recipe, type RecipeId, recipeRow, type ToolUse } from "./recipes.ts";

const texts = { type: "object", additionalProperties: { type: "string" } } as const;

const BODY = {
  anyOf: [
    object({ multipart: { ...texts, description: "Form fields; a value that begins with @ names a file." } }),
    object({
      json: {
        anyOf: [
          { type: "object", additionalProperties: true },
          { type: "array", items: { type: "object", additionalProperties: true } },
        ],
      },
    }),
    object({ file: { type: "string", description: "The path of a file whose bytes are the body." } }),
  ],
} as const;

/** A ready-to-run recipe: as parts for a program and as a shell command. */
export const RECIPE = object({
  id: { type: "string" },
  title: { type: "string" },
  when: { type: "string", description: "When to use it." },
  request: object({
    method: { type: "string" },
    path: { type: "string", description: "With its query string." },
    headers: { ...texts, description: "Headers to set; HTTP clients set those of a form themselves." },
    body: BODY,
  }),
  curl: { type: "string", description: "The same request as a POSIX shell command." },
  savedAs: {
    anyOf: [{ type: "string" }, { type: "null" }],
    description: "The file that the command writes, or null if it prints the response.",
  },
  expect: object({
    status: { type: "integer", minimum: 200, maximum: 599 },
    contentType: { type: "string" },
    schema: {
      anyOf: [URL_TEXT, { type: "null" }],
      description: "Schema of a JSON response.",
    },
    code: { anyOf: [{ enum: ERROR_CODES }, { type: "null" }], description: "The expected error code, or null." },
    says: { type: "string", description: "The expected response." },
  }),
  next: { type: "string", description: "What to do next." },
});

export type AgentRecipe = FromSchema<typeof RECIPE>;

/**
 * A checkerboard of two by two squares, as PNG in base64: 16 pixels a side, because the tool
 * refuses smaller pictures and asks whether they are the right ones.
 */
export const CHECKERBOARD =
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAAEElEQVR42mNg+M+AFeEQBgB+vw/xeaW7jwAAAABJRU5ErkJggg==";

const FILE = "picture.png";
const ADDRESS = "https://images.example/harbor.jpg";

/** Placeholders in the recipes that users replace. */
export const PLACEHOLDERS: readonly { readonly text: string; readonly says: string }[] = [
  { text: FILE, says: "The path of your image." },
  { text: ADDRESS, says: "An https URL of your image, on a host that this service trusts." },
  { text: CHECKERBOARD, says: "The bytes of your image in base64." },
];

/** Expands a recipe's row for the service at an address. */
export const agentRecipe = (id: RecipeId, baseUrl: string): AgentRecipe => {
  const recipe = recipeRow(id);
  const format = recipe.params.format ?? PARAMS.format.default;
  const request = requestOf(recipe);
  const savedAs = recipe.saved === true ? FILE.replace(/\w+$/, FORMATS[format].extension) : null;
  return {
    id,
    title: recipe.title,
    when: recipe.when,
    request,
    curl: curlLine(baseUrl, request, savedAs),
    savedAs,
    expect: expectationOf(recipe, format, baseUrl),
    next: recipe.next,
  };
};

/**
 * Parameters go in the query with a file, in a form or as the body; with other sources, beside the
 * image.
 */
const requestOf = ({ source = "image", params, raw, tool }: Recipe): AgentRecipe["request"] => {
  if (tool !== undefined) return toolRequest(tool, { imageBase64: CHECKERBOARD, ...params });
  const { method, path } = ENDPOINTS.render;
  const target = `${path}${queryOf(params)}`;
  if (raw === true) {
    return { method, path: target, headers: { "Content-Type": INPUT_FORMATS.png.mediaType }, body: { file: FILE } };
  }
  if (source === "image") return { method, path: target, headers: {}, body: { multipart: { image: `@${FILE}` } } };
  const image = source === "imageUrl" ? ADDRESS : CHECKERBOARD;
  return {
    method,
    path,
    headers: { "Content-Type": "application/json" },
    body: { json: { [source]: image, ...params } },
  };
};

const queryOf = (params: Partial<RenderParams>): string => {
  const pairs = Object.entries(params).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
};

const expectationOf = ({ fails, expect, tool }: Recipe, format: FormatId, baseUrl: string): AgentRecipe["expect"] => {
  const schemaAt = (name: string) => `${baseUrl}${ENDPOINTS.openapi.path}#/components/schemas/${name}`;
  if (fails !== undefined) {
    const contentType = "application/problem+json";
    return { status: ERRORS[fails].status, contentType, schema: schemaAt("Problem"), code: fails, says: expect };
  }
  if (tool !== undefined) {
    const schema = tool === "batch" ? null : schemaAt("RpcAnswer");
    return { status: 200, contentType: "application/json", schema, code: null, says: expect };
  }
  const name = SCHEMA_NAMES[format];
  const schema = name === undefined ? null : schemaAt(name);
  return { status: 200, contentType: contentType(format), schema, code: null, says: expect };
};

const SCHEMA_NAMES: { readonly [Id in FormatId]?: string } = { json: "Art", "json-compact": "CompactArt" };

/** A request to the tool endpoint, ready to send. */
const toolRequest = (use: ToolUse, args: object): AgentRecipe["request"] => {
  const { method, path } = ENDPOINTS.mcp;
  const headers = { "Content-Type": "application/json", ...(use === "stateless" ? STATELESS_HEADERS : {}) };
  return { method, path, headers, body: { json: MESSAGES[use](args) } };
};

const STATELESS_HEADERS = {
  "MCP-Protocol-Version": MCP_STATELESS,
  "Mcp-Method": "tools/call",
  "Mcp-Name": TOOL_NAME,
};

/** The `_meta` keys that the newest revision requires. */
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": MCP_STATELESS,
  "io.modelcontextprotocol/clientInfo": { name: "my-client", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const call = (id: number, args: object, more: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: TOOL_NAME, arguments: args, ...more },
});

type Messages = Extract<AgentRecipe["request"]["body"], { json: unknown }>["json"];

const MESSAGES: { readonly [Use in ToolUse]: (args: object) => Messages } = {
  list: () => ({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  call: (args) => call(1, args),
  stateless: (args) => call(1, args, { _meta: ENVELOPE }),
  batch: (args) => [call(1, args), call(2, { ...args, invert: true })],
};

/** A request as a POSIX shell command. */
export const curlLine = (baseUrl: string, request: AgentRecipe["request"], savedAs: string | null = null): string => {
  const { path, headers, body } = request;
  const words = [
    ...Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
    ...bodyWords(body),
    ...(savedAs === null ? [] : ["-o", savedAs]),
    `${baseUrl}${path}`,
  ];
  return ["curl", "-sS", ...words.map(shellWord)].join(" ");
};

const bodyWords = (body: AgentRecipe["request"]["body"]): readonly string[] => {
  if ("json" in body) return ["-d", JSON.stringify(body.json)];
  if ("file" in body) return ["--data-binary", `@${body.file}`];
  return Object.entries(body.multipart).flatMap(([name, value]) => ["-F", `${name}=${value}`]);
};

/** A text as one word of a POSIX shell, quoted only if necessary. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
