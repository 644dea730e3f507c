import { ENDPOINTS } from "../../endpoints.ts";
import { ERRORS } from "../../errors.ts";
import { contentType, FORMATS, INPUT_FORMATS } from "../../formats.ts";
import { type FormatId, PARAMS, type RenderParams } from "../../params.ts";
import { type Recipe, type RecipeId, recipeRow } from "../../recipes.ts";
import type { AgentManifest, AgentRecipe } from "../../shapes/agent-manifest.ts";
import { CHECKERBOARD } from "../checkerboard.ts";
import { curlLine } from "./curl-line.ts";
import { toolRequest } from "./tool-request.ts";

const FILE = "picture.png";
const ADDRESS = "https://images.example/harbor.jpg";

/** What stands in the recipes for something of the caller's own. */
export const PLACEHOLDERS: AgentManifest["placeholders"] = [
  { text: FILE, says: "The path of your image." },
  { text: ADDRESS, says: "An https URL of your image, on a host that this service trusts." },
  { text: CHECKERBOARD, says: "The bytes of your image in base64." },
];

/** A recipe with all that follows from its row, for the service at an address. */
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

/** A file has the parameters in the query, whether it is a form's or the body; the other sources have them beside. */
const requestOf = ({ source = "image", params, raw, tool }: Recipe): AgentRecipe["request"] => {
  if (tool !== undefined) return toolRequest(tool, { imageBase64: CHECKERBOARD, ...params });
  const { method, path } = ENDPOINTS.render;
  const asked = `${path}${queryOf(params)}`;
  if (raw === true) {
    return { method, path: asked, headers: { "Content-Type": INPUT_FORMATS.png.mediaType }, body: { file: FILE } };
  }
  if (source === "image") return { method, path: asked, headers: {}, body: { multipart: { image: `@${FILE}` } } };
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
