import { ENDPOINTS } from "../endpoints.ts";
import { MAX_RESULT_CHARACTERS } from "../limits.ts";
import { PARAM_NAMES, type ParamName } from "../params.ts";
import type { JsonSchema } from "../schema.ts";
import { SOURCES } from "../sources.ts";
import { RENDER_TOOL } from "../tools.ts";
import { paramSchema } from "./json-schema.ts";
import { sentence } from "./markdown/page.ts";
import { paramSays } from "./param-words.ts";

/** A tool as `tools/list` shows it. */
export type ToolDefinition = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: "object" };
  readonly annotations: (typeof RENDER_TOOL)["annotations"];
  readonly _meta: { readonly [key: string]: unknown };
};

/** How a caller's files come to the tool: by an upload over HTTP, by their path in the server's folder, or not at all. */
export type FilesBy = "upload" | "path" | "nothing";

/** The tool `render_ascii`. Its schema advertises; what judges the arguments is the one gate. */
export const renderTool = (files: FilesBy = "upload"): ToolDefinition => ({
  ...RENDER_TOOL,
  description: `${RENDER_TOOL.description}\n${FILES_SAY[files]}`,
  inputSchema: files === "path" ? withPaths(toolInputSchema()) : toolInputSchema(),
  // how much of a text result one of the clients shows its model; others ignore it
  _meta: { "anthropic/maxResultSizeChars": MAX_RESULT_CHARACTERS },
});

/** The arguments of the tool. That exactly one source is there is said, not encoded: a root `oneOf` breaks clients. */
const toolInputSchema = (): ToolDefinition["inputSchema"] => ({
  type: "object",
  description: "Exactly one image source, and any render parameters in their native types.",
  properties: {
    imageUrl: { type: "string", format: "uri", description: sourceSays("imageUrl", "imageBase64") },
    imageBase64: { type: "string", contentEncoding: "base64", description: sourceSays("imageBase64", "imageUrl") },
    ...Object.fromEntries(PARAM_NAMES.map((name) => [name, toolParamSchema(name)])),
  },
  additionalProperties: false,
});

const withPaths = (schema: ToolDefinition["inputSchema"]): ToolDefinition["inputSchema"] => ({
  ...schema,
  properties: { imagePath: { type: "string", description: PATH_SAYS }, ...schema.properties },
});

const PATH_SAYS =
  "Path of an image file, relative to the folder that the server was started with. The only image source.";

const FILES_SAY: { readonly [Way in FilesBy]: string } = {
  upload: `Do not write out a local file as base64: send it with \`curl -F image=@picture.png\` to ${ENDPOINTS.render.method} ${ENDPOINTS.render.path}.`,
  path: "A file of the server's own folder is best given by `imagePath`.",
  nothing:
    "Local files can be read by their path where the server was started with `--root`; do not write them out as base64.",
};

const sourceSays = (name: keyof typeof SOURCES, other: string): string =>
  `${sentence(SOURCES[name].says)} Not together with \`${other}\`.`;

const toolParamSchema = (name: ParamName): JsonSchema => ({ ...paramSchema(name), description: paramSays(name) });
