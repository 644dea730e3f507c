import { type Answer, ask } from "../support/http-render.ts";

/** A JSON-RPC response, loosely typed: tests check what they expect. */
export type Rpc = {
  readonly id: unknown;
  readonly result?: {
    readonly content: readonly { readonly type: string; readonly text: string }[];
    readonly structuredContent?: unknown;
    readonly isError?: boolean;
    readonly _meta: { readonly [key: string]: Record<string, unknown> };
    readonly [key: string]: unknown;
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
};

type HeaderFields = { readonly [name: string]: string };

/** Sends a body to the tool endpoint unchanged. */
export const post = (url: string, body: string | Uint8Array, headers: HeaderFields = {}): Promise<Answer> =>
  ask(`${url}/api/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: Buffer.from(body),
  });

/** A request of an older revision, or of a plain client. */
export const request = (method: string, params?: object, id: string | number = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params === undefined ? {} : { params }),
});

/** A call of the tool. */
export const call = (args: object, id: string | number = 1, more: object = {}) =>
  request("tools/call", { name: "render_ascii", arguments: args, ...more }, id);

/** Sends a message and reads its response. */
export const rpc = async (url: string, message: object, headers: HeaderFields = {}): Promise<Rpc> =>
  (await post(url, JSON.stringify(message), headers)).json() as unknown as Rpc;

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A message and its headers for revision 2026-07-28. */
export const stateless = (message: ReturnType<typeof request>) => {
  const { _meta, ...params } = (message.params ?? {}) as { readonly _meta?: object; readonly name?: string };
  return {
    message: { ...message, params: { ...params, _meta: { ...ENVELOPE, ..._meta } } },
    headers: {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": message.method,
      ...(params.name === undefined ? {} : { "mcp-name": params.name }),
    },
  };
};
