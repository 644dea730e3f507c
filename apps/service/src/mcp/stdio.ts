import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { jsonBodyLimit } from "@lumiglyph/contract";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { MCP_FOLDER_METHODS, RPC_CODES } from "../tables/mcp.ts";
import { unrecorded } from "../telemetry/tool-calls.ts";
import { boundedLines, idInEnds } from "./bounded-lines.ts";
import type { Folder } from "./folder.ts";
import { type RpcResponse, rpcFailure, sanitized } from "./rpc.ts";
import { SCALE_DOWN } from "./tool-result.ts";
import { type Caller, createToolServer, type Tool } from "./tool-server.ts";

export type StdioParts = {
  readonly input: Readable;
  readonly output: Writable;
  readonly tool: Tool;
  /** The folder whose pictures are the resources; null if there is none. */
  readonly folder: Folder | null;
  /** Maximum bytes of an image. */
  readonly maxBytes: number;
  /** Called with warnings for the user who started the process. */
  readonly warn: (sentence: string) => void;
};

/** Serves the tool over standard input and output until the input ends. */
export const serveOnStdio = async (parts: StdioParts): Promise<void> => {
  const { tool, folder } = parts;
  const tools = [tool];
  const most = jsonBodyLimit(parts.maxBytes);
  const tooLong = `The message has more than ${most} bytes, which is the limit. ${SCALE_DOWN}`;
  const moreMethods = folder === null ? [] : MCP_FOLDER_METHODS;
  // the transport would close on a message that is too long, without a response
  const lines = boundedLines(most, (line) => {
    const id = idInEnds(line);
    if (id === null) parts.warn("A message was too long and had no id, so it got no response.");
    else {
      const refused = rpcFailure(id, { code: RPC_CODES.notRequest, message: tooLong }) as JSONRPCMessage;
      // the client may be gone
      void send(refused).catch(() => {});
    }
  });
  const transport = new StdioServerTransport(parts.input.pipe(lines), parts.output, { maxBufferSize: 2 * most });
  const send = transport.send.bind(transport);
  const sanitize = (message: object) => ("error" in message ? sanitized(message as RpcResponse, moreMethods) : message);
  transport.send = (message) => send(sanitize(message) as typeof message);
  const ended = Promise.race([once(parts.input, "end"), once(parts.input, "close")]);
  const served = serveStdio(() => createToolServer({ tools, folder }, STDIO_CALLER), { transport });
  await ended;
  await served.close();
};

/** The only client: no client limits, and no trace except a call's own. */
const STDIO_CALLER: Caller = {
  client: "stdio",
  trace: null,
  observer: {},
  addLogFields: () => {},
  beginCall: unrecorded,
};
