import {
  ENDPOINTS,
  INPUT_FORMATS,
  type JsonSchema,
  MAX_RESULT_CHARACTERS,
  PARAM_NAMES,
  type ParamName,
  paramSchema,
  SOURCES,
  TOOL_NAME,
} from "@lumiglyph/contract";
import { sentence } from "./markdown/page.ts";
import { paramSays } from "./words.ts";

const inputs = Object.values(INPUT_FORMATS).map(({ label }) => label);

/** The tool `render_ascii` (specification 4.4) as described to agents. Clients truncate a description at 2 KB. */
export const RENDER_TOOL = {
  name: TOOL_NAME,
  title: "Render an image as character art",
  description: [
    `Turns one raster image (${inputs.join(", ")}) into character art, with measured evidence of how faithful it is.`,
    "Give exactly one image source: `imageUrl`, an https URL on a host that the service trusts, or `imageBase64`.",
    "`columns` is the width in characters; rows follow from the aspect ratio, half as many as columns for a square picture. Use 40 to 60 for a chat message (about 1,000 characters), 80 to 100 for a terminal or a code block, 120 to 200 for a file, or if faces, letters or fine lines must be recognizable. Doubling the columns quadruples the characters.",
    "Choose `format` by where the art goes: `text` for chats, logs and code blocks; `ansi` only for a terminal that shows color; `svg` or `html` for files and pages; `json` to read the evidence or the rows; `json-compact` for a program that draws text with a color for each cell. Color needs `color: true` and many more characters: not in a chat.",
    "Choose `qualityTarget` by what the picture shows: `balanced`, unless one of these fits better: `portrait` for a face, `low-light` for a dark or noisy picture, `motion` for a frame of a video, `round-trip` if the art will be decoded back into a picture.",
    'Omit everything else at first: the service tunes tone and detail itself and never changes what you set. On a light background, add `background: "light"`.',
    "The result's `_meta` has the measured quality. `best_effort` is not an error: the art is usable; for better quality use more `columns` or another `qualityTarget`. An error gives its code and what to change.",
    "Read-only and stateless, without an account: nothing is stored, and the same request gives the same result.",
  ].join("\n"),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
} as const;

/** A tool as `tools/list` shows it. */
export type ToolDefinition = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: "object" };
  readonly annotations: (typeof RENDER_TOOL)["annotations"];
  readonly _meta: { readonly [key: string]: unknown };
};

/** How the tool gets a client's files: by an upload over HTTP, by their path in the server's folder, or not at all. */
export type FilesBy = "upload" | "path" | "nothing";

/** The tool `render_ascii`. Its schema only advertises: the one gate validates the arguments. */
export const renderTool = (files: FilesBy = "upload"): ToolDefinition => ({
  ...RENDER_TOOL,
  description: `${RENDER_TOOL.description}\n${FILES_SAY[files]}`,
  inputSchema: files === "path" ? withPaths(toolInputSchema()) : toolInputSchema(),
  // how much of a text result one client shows its model; others ignore it
  _meta: { "anthropic/maxResultSizeChars": MAX_RESULT_CHARACTERS },
});

/** The tool's arguments. Its description, not its schema, requires exactly one source: a root `oneOf` breaks clients. */
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
  "Path of an image file, relative to the folder that the server was started with. Not together with another image source.";

const FILES_SAY: { readonly [Way in FilesBy]: string } = {
  upload: `Do not write out a local file as base64: send it with \`curl -F image=@picture.png\` to ${ENDPOINTS.render.method} ${ENDPOINTS.render.path}.`,
  path: "For a file in the server's folder, prefer `imagePath`.",
  nothing: "Local files can be read by path if the server was started with `--root`; do not write them out as base64.",
};

const sourceSays = (name: keyof typeof SOURCES, other: string): string =>
  `${sentence(SOURCES[name].says)} Not together with \`${other}\`.`;

const toolParamSchema = (name: ParamName): JsonSchema => ({ ...paramSchema(name), description: paramSays(name) });
