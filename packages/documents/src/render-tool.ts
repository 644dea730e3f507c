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

/** The tool `render_ascii` (specification 4.4) as agents are told of it. Clients cut a description at 2 KB. */
export const RENDER_TOOL = {
  name: TOOL_NAME,
  title: "Render an image as character art",
  description: [
    `Turns one raster image (${inputs.join(", ")}) into character art, with measured evidence of how faithful it is.`,
    "Give exactly one image source: `imageUrl`, an https URL on a host that the service trusts, or `imageBase64`.",
    "`columns` is the width in characters; the rows follow from the picture, half as many as columns for a square one. 40 to 60 for a chat message (about 1,000 characters), 80 to 100 for a terminal or a code block, 120 to 200 for a file, or where faces, letters or fine lines must be made out. Twice the columns are four times the characters.",
    "`format` by where the art goes: `text` for chats, logs and code blocks; `ansi` only for a terminal that shows color; `svg` or `html` for files and pages; `json` to read the evidence or the rows; `json-compact` for a program that draws text with a color for each cell. Color needs `color: true` and many more characters: not in a chat.",
    "`qualityTarget` by what the picture shows: `balanced` unless one of these fits better: `portrait` for a face, `low-light` for a dark or noisy picture, `motion` for a frame of a video, `round-trip` where the art is to be decoded back into a picture.",
    "Leave everything else out at first: the service tunes tone and detail by itself and does not touch what you set. On a light background add `invert: true`.",
    "The result's `_meta` has the measured quality. `best_effort` is no error: the art is there; for a better one ask for more `columns` or another `qualityTarget`. An error names its code and what to change.",
    "Read-only and stateless, without an account: nothing is stored, and the same request gives the same answer.",
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
