import fc from "fast-check";
import { CHECKERBOARD } from "../../apps/service/src/documents/agent-recipe.ts";
import { post } from "./mcp-request.ts";

/** A body and its protocol headers. */
type Sent = { readonly body: string; readonly headers: { readonly [name: string]: string } };

/** The result of a run: violations as sentences, and the count of each status. */
export type BodiesRun = {
  readonly faults: readonly string[];
  readonly statuses: { readonly [status: string]: number };
  readonly answered: number;
  /** Accepted batches, and responses with art. */
  readonly batches: number;
  readonly drawn: number;
  readonly worstMs: number;
};

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

const ids = fc.oneof(
  fc.constantFrom<unknown>(1, 1, "1", "a", 0, -7),
  fc.constantFrom<unknown>(null, 1.5, true, [], {}, "", "é\u0000"),
  fc.string({ maxLength: 8 }),
);
const methods = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>("ping", "tools/list", "tools/call", "tools/call", "server/discover"),
  },
  fc.constantFrom<unknown>("initialize", "resources/read", "subscriptions/listen", "logging/setLevel", "tasks/get"),
  fc.constantFrom<unknown>(
    "notifications/initialized",
    "notifications/cancelled",
    "constructor",
    "__proto__",
    "",
    7,
    null,
  ),
  fc.string({ maxLength: 12 }),
);
const args = fc.oneof(
  { weight: 4, arbitrary: fc.constant<unknown>({ imageBase64: CHECKERBOARD, columns: 8 }) },
  fc.record(
    {
      imageBase64: fc.constantFrom<unknown>(CHECKERBOARD, "AAAA", "?", 7),
      columns: fc.constantFrom<unknown>(8, 3, "8", null),
    },
    { requiredKeys: [] },
  ),
  fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
  fc.jsonValue({ maxDepth: 1 }),
);
const meta = fc.oneof(
  fc.constant<unknown>(ENVELOPE),
  fc.constant<unknown>({ ...ENVELOPE, progressToken: 1, traceparent: "x" }),
  fc.constant<unknown>({ "io.modelcontextprotocol/protocolVersion": 7 }),
  fc.jsonValue({ maxDepth: 2 }),
);
const params = fc.oneof(
  { weight: 3, arbitrary: fc.record({ name: fc.constant<unknown>("render_ascii"), arguments: args }) },
  fc.record(
    {
      name: fc.constantFrom<unknown>("render_ascii", "zz", 7),
      arguments: args,
      _meta: meta,
      requestId: ids,
      cursor: ids,
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const messages = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      { jsonrpc: fc.constant<unknown>("2.0"), id: ids, method: methods, params },
      { requiredKeys: ["jsonrpc", "method"] },
    ),
  },
  fc.record(
    {
      jsonrpc: fc.constantFrom<unknown>("2.0", "1.0", 2),
      id: ids,
      method: methods,
      result: params,
      error: params,
      x: ids,
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
const bodies = fc.oneof(
  { weight: 5, arbitrary: messages.map((message) => JSON.stringify(message)) },
  { weight: 4, arbitrary: fc.array(messages, { maxLength: 9 }).map((batch) => JSON.stringify(batch)) },
  fc.tuple(messages, fc.nat(60)).map(([message, cut]) => JSON.stringify(message).slice(0, cut)),
  fc.string({ maxLength: 40 }),
  fc.integer({ min: 1, max: 60 }).map((depth) => `${'{"a":['.repeat(depth)}1${"]}".repeat(depth)}`),
);
const headers = fc.record(
  {
    "mcp-protocol-version": fc.constantFrom("2026-07-28", "2025-11-25", "2025-03-26", "2031-01-01", "x"),
    "mcp-method": fc.constantFrom("tools/call", "tools/list", "x"),
    "mcp-name": fc.constantFrom("render_ascii", "=?base64?x?="),
    accept: fc.constantFrom("application/json", "application/json, text/event-stream", "text/html"),
  },
  { requiredKeys: [] },
);
/** Messages of the newest revision with matching headers, so that they get past that check. */
const agreeing: fc.Arbitrary<Sent> = fc
  .record({
    id: fc.constantFrom<string | number>(1, "a"),
    method: fc.constantFrom(
      "tools/call",
      "tools/list",
      "server/discover",
      "ping",
      "resources/list",
      "subscriptions/listen",
    ),
    name: fc.constantFrom("render_ascii", "zz"),
    given: args,
    capabilities: fc.constantFrom<unknown>({}, { sampling: {} }, 7),
  })
  .map(({ id, method, name, given, capabilities }) => ({
    body: JSON.stringify({
      jsonrpc: "2.0",
      id,
      method,
      params: {
        ...(method === "tools/call" ? { name, arguments: given } : {}),
        ...(method === "subscriptions/listen" ? { notifications: { toolsListChanged: true } } : {}),
        _meta: { ...ENVELOPE, "io.modelcontextprotocol/clientCapabilities": capabilities },
      },
    }),
    headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": method, "mcp-name": name },
  }));
const sent: fc.Arbitrary<Sent> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ body: bodies, headers: fc.constant({}) }) },
  { weight: 2, arbitrary: fc.record({ body: bodies, headers: headers as fc.Arbitrary<Sent["headers"]> }) },
  { weight: 2, arbitrary: agreeing },
);

/** Sends generated bodies, a few at once, and checks each response against JSON-RPC. */
export const runBodies = async (url: string, { count, seed }: { count: number; seed: number }): Promise<BodiesRun> => {
  const all = fc.sample(sent, { numRuns: count, seed }).values();
  const faults: string[] = [];
  const statuses: { [status: string]: number } = {};
  const figures = { answered: 0, batches: 0, drawn: 0, worstMs: 0 };
  const worker = async () => {
    for (const one of all) {
      const begun = performance.now();
      const answer = await inTime(post(url, one.body, one.headers));
      figures.worstMs = Math.max(figures.worstMs, performance.now() - begun);
      if (answer === null) {
        faults.push(`no answer to ${summaryOf(one)}`);
        continue;
      }
      figures.answered++;
      figures.batches += Number(answer.text.startsWith("["));
      figures.drawn += Number(answer.text.includes("lumiglyph/render"));
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      const fault = faultOf(one, answer.status, answer.text, answer.headers.get("content-type"));
      if (fault !== null) faults.push(`${fault}: ${summaryOf(one)} → ${answer.status} ${answer.text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return { faults, statuses, ...figures };
};

const summaryOf = ({ body, headers: given }: Sent): string => `${JSON.stringify(given)} ${body.slice(0, 500)}`;

/** Response timeout in milliseconds: a render of four cells takes a few. */
const PATIENCE = 30_000;

const inTime = async <Value>(pending: Promise<Value>): Promise<Value | null> => {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, PATIENCE, null);
  return Promise.race([pending, promise]).finally(() => clearTimeout(timer));
};

const faultOf = ({ body }: Sent, status: number, text: string, type: string | null): string | null => {
  if (status >= 500) return "a fault of the service";
  if (status === 202) return text === "" ? null : "a body where none belongs";
  if (type === "text/event-stream")
    return body.includes("subscriptions/listen") ? null : "a stream that nobody asked for";
  if (type !== "application/json") return `an answer of type ${type}`;
  const answer: unknown = JSON.parse(text);
  const batch = parsed(body);
  if (status === 200 && Array.isArray(batch) !== Array.isArray(answer)) return "an array for one, or one for an array";
  if (status !== 200 && Array.isArray(answer)) return "a refusal in pieces";
  const malformed = [answer].flat().some((one) => !isAnswer(one));
  if (malformed) return "no JSON-RPC answer";
  if (/zod|ZodError|invalid_type|node_modules|\.mjs|at Object\./.test(text)) return "a library's own words";
  if (status !== 200) return null;
  return sameIds([batch].flat().flatMap(askedId), [answer].flat().flatMap(toldId))
    ? null
    : "ids that were not answered once";
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isAnswer = (one: unknown): boolean => {
  const { jsonrpc, id, result, error } = one as { [key: string]: unknown };
  return jsonrpc === "2.0" && id !== undefined && (result === undefined) !== (error === undefined);
};

/** The id under which a message must be answered; none for posted responses, notifications and invalid ids. */
const askedId = (message: unknown): readonly unknown[] => {
  if (!isObject(message)) return [];
  const { jsonrpc, result, error } = message;
  const isPosted = jsonrpc === "2.0" && !("method" in message) && (isObject(result) || isObject(error));
  return isPosted ? [] : toldId(message);
};

const toldId = (message: unknown): readonly unknown[] => {
  const id = isObject(message) ? message["id"] : null;
  return typeof id === "string" || typeof id === "number" ? [id] : [];
};

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const sameIds = (asked: readonly unknown[], answered: readonly unknown[]): boolean =>
  JSON.stringify(asked) === JSON.stringify(answered);
