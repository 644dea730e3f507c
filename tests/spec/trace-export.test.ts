import { randomBytes } from "node:crypto";
import { PIPELINE } from "@lumiglyph/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TRACE_ATTRIBUTES } from "../../apps/service/src/tables/tracing.ts";
import { call, post, type Rpc, rpc } from "../mcp/mcp-request.ts";
import { startProcess } from "../support/http-process.ts";
import { ask, askRender, rawImage } from "../support/http-render.ts";
import type { DecodedSpan } from "../trace/support/decoded-spans.ts";
import { startReceiver } from "../trace/support/trace-receiver.ts";
import { fixture } from "./drawn.ts";

const KEY = "platform-key-0123456789";
const KOI = fixture("koi.png");
const BASE64 = Buffer.from(KOI).toString("base64");
const PARENT = "00f067aa0ba902b7";
const [INTERNAL, SERVER] = [1, 2];

/** A trace id unique to each test. */
const freshTrace = () => randomBytes(16).toString("hex");

type Env = { readonly [name: string]: string };

/** A service process that exports to its own receiver; stopped after the file's tests. */
const start = async (env: Env = {}) => {
  const receiver = await startReceiver();
  const { url, stop } = await startProcess({
    ...{ SERVICE_PORT: "0", SERVICE_WORKERS: "1", SERVICE_API_KEY: KEY },
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    ...env,
  });
  endings.push(stop, receiver.stop);
  /** Spans of these traces, once the span of the whole request has arrived. */
  const exported = async (...traceIds: readonly string[]) => {
    const found = () => receiver.taken().filter(({ traceId }) => traceIds.includes(traceId));
    const isWhole = ({ name }: DecodedSpan) => name.startsWith("POST ");
    await expect.poll(() => found().some(isWhole)).toBe(true);
    return found();
  };
  return { url, receiver, exported };
};

const endings: (() => Promise<unknown>)[] = [];
let service: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  service = await start();
});
afterAll(async () => {
  for (const end of endings) await end();
});

const named = (spans: readonly DecodedSpan[], name: string) => spans.filter((span) => span.name === name);
const idsOf = (traceparent: string | null) => {
  const [, traceId, spanId, flags] = (traceparent ?? "").split("-");
  return { traceId, spanId, sampled: flags === "01" || flags === "03" };
};

test("A render is exported as a span of its trace with its steps as children, authorized by the credential as bearer token (spec 4.2, 6.3; answers 4.3)", async () => {
  const { url, receiver, exported } = service;
  const traceId = freshTrace();
  const request = rawImage(KOI, { columns: 60, format: "svg", color: true });
  const headers = { ...request.headers, traceparent: `00-${traceId}-${PARENT}-01`, tracestate: "vendor=opaque" };
  const answer = await askRender(url, { ...request, headers });
  const spans = await exported(traceId);
  for (const { path, headers: sent } of receiver.posts) {
    expect([path, sent["authorization"], sent["content-type"]]).toEqual([
      "/v1/traces",
      `Bearer ${KEY}`,
      "application/x-protobuf",
    ]);
  }
  const [whole, ...more] = named(spans, "POST /api/v1/render");
  const { spanId, sampled } = idsOf(answer.headers.get("traceparent"));
  expect([more, sampled]).toEqual([[], true]);
  expect(whole).toMatchObject({
    ...{ traceId, spanId, parentSpanId: PARENT, kind: SERVER, status: 0, traceState: "" },
    attributes: {
      "http.request.method": "POST",
      "http.route": "/api/v1/render",
      "url.scheme": "http",
      "http.response.status_code": 200,
      "network.protocol.version": "1.1",
      "ascii.format": "svg",
      "ascii.columns": 60,
      "ascii.pixels": 960 * 720,
      "ascii.source_format": "png",
      "ascii.target": "balanced",
    },
    resource: { "service.name": "lumiglyph", "service.version": "0.3.0" },
  });
  const below = (id: string | undefined) => spans.filter(({ parentSpanId }) => parentSpanId === id);
  expect(below(spanId).map(({ name, kind }) => [name, kind])).toEqual([
    ["queue", INTERNAL],
    ["worker", INTERNAL],
  ]);
  const steps = below(named(spans, "worker")[0]?.spanId).map(({ name }) => name);
  const stages = PIPELINE.map(({ name }) => name).filter((name) => name !== "edges");
  expect(new Set(steps)).toEqual(new Set(["decode", ...stages, "analyze", "measure", "encode"]));
  expect([steps[0], steps.at(-1)]).toEqual(["decode", "encode"]);
  for (const span of spans) {
    const parent = spans.find((other) => other.spanId === span.parentSpanId) ?? whole;
    expect([span.name, span.begun >= parent!.begun, span.ended <= parent!.ended]).toEqual([span.name, true, true]);
  }
});

test("The receiver's own headers are sent with each batch; an authorization among them replaces the credential", async () => {
  const { url, receiver, exported } = await start({
    OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Basic%20YTpi,Tenant=all,X-Scope=a%2Cb",
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: "tenant=traces",
  });
  const traceId = freshTrace();
  const request = rawImage(KOI, { columns: 8 });
  const headers = { ...request.headers, traceparent: `00-${traceId}-${PARENT}-01` };
  await askRender(url, { ...request, headers });
  await exported(traceId);
  expect(receiver.posts.length).toBeGreaterThan(0);
  for (const { headers: sent } of receiver.posts) {
    expect(sent).toMatchObject({
      ...{ authorization: "Basic YTpi", tenant: "traces", "x-scope": "a,b" },
      "content-type": "application/x-protobuf",
    });
    expect(JSON.stringify(sent)).not.toContain(KEY);
  }
});

test("Nothing is exported without the credential or without a receiver (answers 4.3)", async () => {
  const receiver = await startReceiver();
  endings.push(receiver.stop);
  const traceId = freshTrace();
  const half: readonly Env[] = [{ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }, { SERVICE_API_KEY: KEY }];
  for (const env of half) {
    const { url, stop } = await startProcess({ SERVICE_PORT: "0", SERVICE_WORKERS: "1", ...env });
    const request = rawImage(KOI, { columns: 8 });
    const headers = { ...request.headers, traceparent: `00-${traceId}-${PARENT}-01` };
    const { headers: told } = await askRender(url, { ...request, headers });
    expect(idsOf(told.get("traceparent"))).toMatchObject({ traceId, sampled: true });
    await stop();
  }
  expect(receiver.posts).toEqual([]);
});

test("Only renders and tool calls are exported (spec 6.3)", async () => {
  const { url, receiver, exported } = service;
  const [silent, heard] = [freshTrace(), freshTrace()];
  const headers = { traceparent: `00-${silent}-${PARENT}-01` };
  for (const path of ["/api/health", "/api/openapi.json", "/nowhere", "/metrics"]) await ask(url + path, { headers });
  await post(url, JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }), headers);
  await askRender(url, { query: "columns=7", headers: { traceparent: `00-${heard}-${PARENT}-01` } });
  expect((await exported(heard)).map(({ name }) => name)).toEqual(["POST /api/v1/render"]);
  expect(receiver.spans().filter(({ traceId }) => traceId === silent)).toEqual([]);
});

test("A call whose _meta names a trace is a span of that trace, linked to the request, with its evidence (spec 4.4, 6.3)", async () => {
  const { url, exported } = service;
  const [carrying, own] = [freshTrace(), freshTrace()];
  const meta = { traceparent: `00-${own}-${PARENT}-01`, tracestate: "vendor=opaque" };
  const answer = await post(url, JSON.stringify(call({ imageBase64: BASE64, columns: 40 }, 7, { _meta: meta })), {
    traceparent: `00-${carrying}-b7ad6b7169203331-01`,
    "mcp-protocol-version": "2025-11-25",
  });
  const told = idsOf(String((answer.json() as unknown as Rpc).result?._meta["traceparent"]));
  const spans = await exported(carrying, own);
  const [request] = named(spans, "POST /api/mcp");
  const [tool, ...more] = named(spans, "tools/call render_ascii");
  expect(more).toEqual([]);
  expect(request).toMatchObject({ traceId: carrying, parentSpanId: "b7ad6b7169203331", kind: SERVER });
  expect(tool).toMatchObject({
    ...{ traceId: own, spanId: told.spanId, parentSpanId: PARENT, kind: SERVER, status: 0, traceState: "" },
    links: [{ traceId: carrying, spanId: request?.spanId }],
    attributes: {
      "mcp.method.name": "tools/call",
      "gen_ai.tool.name": "render_ascii",
      "gen_ai.operation.name": "execute_tool",
      "mcp.protocol.version": "2025-11-25",
      "jsonrpc.request.id": 7,
      "ascii.columns": 40,
      "ascii.status": expect.stringMatching(/^(target_met|best_effort)$/),
      "ascii.score": expect.any(Number),
      "ascii.codebook_size": expect.any(Number),
      "ascii.rmse": expect.any(Number),
    },
  });
  expect(tool?.attributes).not.toHaveProperty("error.type");
  expect(named(spans, "worker")[0]).toMatchObject({ traceId: own, parentSpanId: told.spanId });
});

test("Each call of a batch is its own span, linked to the request that carried it (spec 4.4)", async () => {
  const { url, exported } = service;
  const own = freshTrace();
  const batch = [
    call({ imageBase64: BASE64, columns: 24 }, 1),
    call({ columns: 24 }, 2),
    call({ imageBase64: BASE64, columns: 25 }, "an id that is text", {
      _meta: { traceparent: `00-${own}-${PARENT}-01` },
    }),
  ];
  const answer = await post(url, JSON.stringify(batch));
  const answers = answer.json() as unknown as readonly Rpc[];
  const spans = await exported(idsOf(answer.headers.get("traceparent")).traceId ?? "", own);
  const [request] = named(spans, "POST /api/mcp");
  const tools = named(spans, "tools/call render_ascii");
  expect(tools.map(({ links }) => links)).toEqual(
    Array(3).fill([{ traceId: request?.traceId, spanId: request?.spanId }]),
  );
  expect(tools.map(({ parentSpanId }) => parentSpanId)).toEqual([request?.spanId, request?.spanId, PARENT]);
  expect(tools.map(({ traceId }) => traceId)).toEqual([request?.traceId, request?.traceId, own]);
  expect(tools.map(({ spanId }) => spanId)).toEqual(
    answers.map(({ result }) => idsOf(String(result?._meta["traceparent"])).spanId),
  );
  expect(tools.map(({ attributes }) => [attributes["jsonrpc.request.id"], attributes["error.type"]])).toEqual([
    [1, undefined],
    [2, "tool_error"],
    [undefined, undefined],
  ]);
  expect(tools[1]?.attributes["ascii.error_code"]).toBe("image_missing");
});

test("A call of the revision without handshake takes its revision from the envelope (spec 4.4)", async () => {
  const { url, exported } = service;
  const traceId = freshTrace();
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const protocol = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "render_ascii" };
  const headers = { ...protocol, traceparent: `00-${traceId}-${PARENT}-01` };
  const answer = await rpc(url, call({ imageBase64: BASE64, columns: 24 }, 3, { _meta: envelope }), headers);
  expect(answer.result?.isError).toBeFalsy();
  const [tool] = named(await exported(traceId), "tools/call render_ascii");
  expect(tool?.attributes["mcp.protocol.version"]).toBe("2026-07-28");
});

test("The returned flag says whether the trace was sampled (spec 6.3)", async () => {
  const { url, exported } = service;
  const traceId = freshTrace();
  const flags = async (flag: string, query = "columns=8") => {
    const request = rawImage(KOI);
    const headers = { ...request.headers, traceparent: `00-${traceId}-${PARENT}-${flag}` };
    return idsOf((await askRender(url, { ...request, query, headers })).headers.get("traceparent"));
  };
  const left = await flags("00");
  const refused = await flags("00", "columns=7");
  const chosen = await flags("01");
  expect([chosen.sampled, left.sampled, refused.sampled]).toEqual([true, false, false]);
  expect(named(await exported(traceId), "POST /api/v1/render").map(({ spanId }) => spanId)).toEqual([chosen.spanId]);
});

test("An internal error is exported even if the client did not want it sampled (spec 6.3)", async () => {
  const { url, exported } = await start({ SERVICE_RENDER_DEADLINE_MS: "100" });
  const traceId = freshTrace();
  const request = rawImage(fixture("koi.png"), { columns: 400, format: "svg", color: true, qualityTarget: "motion" });
  const headers = { ...request.headers, traceparent: `00-${traceId}-${PARENT}-00` };
  const answer = await askRender(url, { ...request, headers });
  const { sampled } = idsOf(answer.headers.get("traceparent"));
  expect([answer.status, sampled]).toEqual([503, true]);
  const spans = await exported(traceId);
  const [whole] = named(spans, "POST /api/v1/render");
  expect(whole).toMatchObject({ status: 2, attributes: { "error.type": "render_deadline", "ascii.format": "svg" } });
  expect(named(spans, "worker")[0]).toMatchObject({ status: 2, attributes: { "error.type": "render_deadline" } });
});

test("Spans have only attributes of the table (answers 4.3)", async () => {
  const keys = service.receiver.spans().flatMap(({ attributes }) => Object.keys(attributes));
  expect(keys.length).toBeGreaterThan(50);
  expect(keys.filter((key) => !Object.hasOwn(TRACE_ATTRIBUTES, key))).toEqual([]);
});
