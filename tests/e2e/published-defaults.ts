import { expect } from "vitest";
import { call, rpc } from "../mcp/mcp-request.ts";
import { ask, askRender, fiveAtOnce, type Given, jsonImage, rawImage } from "../support/http-render.ts";

/** The defaults that a service shows clients, by schema. */
export type PublishedDefaults = {
  readonly query: Given;
  readonly json: Given;
  readonly form: Given;
  readonly tool: Given;
};

type Schema = { readonly properties: { readonly [name: string]: { readonly default?: unknown } } };

type Description = {
  readonly components: {
    readonly schemas: { readonly RenderRequest: Schema; readonly RenderForm: Schema };
    readonly parameters: { readonly [name: string]: { readonly in: string; readonly schema: { default?: unknown } } };
  };
};

/** Reads every default that a service publishes for its render operation. */
export const publishedDefaults = async (url: string): Promise<PublishedDefaults> => {
  const { components } = (await ask(`${url}/api/openapi.json`)).json() as unknown as Description;
  const inQuery = Object.entries(components.parameters).filter(([, parameter]) => parameter.in === "query");
  const { result } = await rpc(url, { jsonrpc: "2.0", id: 1, method: "tools/list" });
  const [tool] = (result?.["tools"] ?? []) as readonly { readonly inputSchema: Schema }[];
  const { tools } = (await ask(`${url}/api/v1/agent`)).json() as { tools: readonly { inputSchema: Schema }[] };
  const defaults = {
    query: defaultsIn(Object.fromEntries(inQuery.map(([name, { schema }]) => [name, schema]))),
    json: defaultsIn(components.schemas.RenderRequest.properties),
    form: defaultsIn(components.schemas.RenderForm.properties),
    tool: defaultsIn(tool?.inputSchema.properties ?? {}),
  };
  expect(defaultsIn(tools[0]?.inputSchema.properties ?? {})).toEqual(defaults.tool);
  return defaults;
};

const defaultsIn = (schemas: Schema["properties"]): Given =>
  Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => ("default" in schema ? [[name, schema.default]] : [])),
  );

/** Other parameters of a request, beside the defaults. */
const BESIDE: readonly Given[] = [
  {},
  { color: true, format: "svg" },
  { background: "light", format: "html" },
  { characters: " .:#", format: "ansi" },
  { theme: "auto", format: "svg", color: true },
  { edges: true, maxCharacters: 2000 },
];

/** Lists the pictures and requests for which sending a default changes the output. */
export const changedByDefaults = async (
  url: string,
  defaults: PublishedDefaults,
  pictures: readonly (readonly [name: string, bytes: Uint8Array])[],
  columns: number,
): Promise<readonly string[]> => {
  const draw = async (bytes: Uint8Array, given: Given): Promise<string> => {
    const { status, bytes: body } = await askRender(url, rawImage(bytes, given));
    return `${status} ${body.toString("latin1")}`;
  };
  const drawJson = async (bytes: Uint8Array, given: Given): Promise<string> => {
    const { status, bytes: body } = await askRender(url, jsonImage(bytes, given));
    return `${status} ${body.toString("latin1")}`;
  };
  const callTool = async (bytes: Uint8Array, given: Given): Promise<string> => {
    const { result } = await rpc(url, call({ imageBase64: Buffer.from(bytes).toString("base64"), ...given }));
    return `${result?.isError ? 400 : 200} ${JSON.stringify(result?.content)}`;
  };
  const trials = pictures.flatMap(([name, bytes]) => [
    // each alone, and `columns` at its own default
    ...Object.entries(defaults.query).map(([parameter, value]) => {
      const small = parameter === "columns" ? {} : { columns };
      return { what: `${name} ${parameter}`, draw, bytes, without: small, given: { ...small, [parameter]: value } };
    }),
    ...BESIDE.map((beside) => {
      const without = { columns, ...beside };
      return {
        what: `${name} all, ${JSON.stringify(beside)}`,
        draw,
        bytes,
        without,
        given: { ...defaults.query, ...without },
      };
    }),
    { what: `${name} all, as JSON`, draw: drawJson, bytes, without: { columns }, given: { ...defaults.json, columns } },
    { what: `${name} all, tool`, draw: callTool, bytes, without: { columns }, given: { ...defaults.tool, columns } },
  ]);
  const drawn = new Map<string, Promise<string>>();
  const outcomes = await fiveAtOnce(trials, async ({ what, draw: by, bytes, without, given }) => {
    const key = `${what.split(" ")[0]} ${by.name} ${JSON.stringify(without)}`;
    const expected = drawn.get(key) ?? by(bytes, without);
    drawn.set(key, expected);
    const [a, b] = [await expected, await by(bytes, given)];
    if (!a.startsWith("200")) return [`${what}: ${a.slice(0, 300)}`];
    return a === b ? [] : [what];
  });
  return outcomes.flat();
};
