import { ENDPOINTS, MCP_HANDSHAKE, RPC_CODES, SERVICE, VERSION } from "@lumiglyph/contract";
import {
  type CallToolResult,
  type Tool as ListedTool,
  ProtocolError,
  Server,
  type ServerCapabilities,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ToolDefinition } from "#documents";
import type { Facts } from "../http/request-log.ts";
import type { RenderObserver } from "../render/observer.ts";
import type { CallRecord, ToolCall } from "../telemetry/tool-calls.ts";
import type { TraceContext } from "../trace/trace-context.ts";

/** What a client tells its model about the server as a whole. */
const INSTRUCTIONS =
  "Turns pictures into character art with one tool, render_ascii. Use it where somebody wants to see a picture as text; not to describe or edit one.";

/** Milliseconds that clients may keep the lists, which change only with a release. */
const CACHE_HINT = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/**
 * A server of the Model Context Protocol with these tools, for one caller. It advertises their schemas and validates no
 * argument: the tools do.
 */
export const createToolServer = (tools: readonly Tool[], caller: Caller, baseUrl?: string): Server => {
  const server = new Server(serverInfo(baseUrl), {
    capabilities: Object.assign({ tools: { listChanged: false } }, ...tools.map(({ needs }) => needs)),
    instructions: INSTRUCTIONS,
    supportedProtocolVersions: [...MCP_HANDSHAKE],
    cacheHints: { "tools/list": CACHE_HINT, "server/discover": CACHE_HINT },
  });
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(listed) }));
  server.setRequestHandler("tools/call", ({ params }, context) => {
    const tool = tools.find(({ definition }) => definition.name === params.name);
    if (tool === undefined) throw new ProtocolError(RPC_CODES.paramsInvalid, noSuchTool(tools));
    return tool.call(params.arguments ?? {}, context, caller);
  });
  return server;
};

/** What a call of another tool is answered with: it tells the names there are, not the one that was sent. */
export const noSuchTool = (tools: readonly Tool[]): string =>
  `Unknown tool. There is ${tools.map(({ definition }) => definition.name).join(", ")}.`;

const serverInfo = (baseUrl: string | undefined) => ({
  name: SERVICE,
  title: "Lumiglyph",
  version: VERSION,
  description: "Pictures into character art.",
  ...(baseUrl === undefined ? {} : { websiteUrl: `${baseUrl}${ENDPOINTS.reference.path}` }),
});

const listed = ({ definition }: Tool): ListedTool =>
  ({ ...definition, inputSchema: definition.inputSchema ?? { type: "object" } }) as unknown as ListedTool;

/** Who calls a tool, whichever way the call came. */
export type Caller = {
  /** The client that the call counts for. */
  readonly client: string;
  /** The trace of whatever carried the call; null where nothing does that has one. */
  readonly trace: TraceContext | null;
  /** Observes its renders. */
  readonly observer: Partial<RenderObserver>;
  /** Adds to what the log says of the call. */
  readonly addFacts: (facts: Facts) => void;
  /** Begins to record a call. */
  readonly beginCall: (call: ToolCall) => CallRecord;
};

/** The arguments of a call, before anyone has judged them. */
export type ToolArguments = { readonly [name: string]: unknown };

/** A tool: how it is listed, and what a call of it does. It never rejects but where the call is called off. */
export type Tool = {
  readonly definition: Pick<ToolDefinition, "name" | "description"> & Partial<ToolDefinition>;
  readonly call: (args: ToolArguments, context: ServerContext, caller: Caller) => Promise<CallToolResult>;
  /** What the server must be able to do for it besides having tools. */
  readonly needs?: ServerCapabilities;
};
