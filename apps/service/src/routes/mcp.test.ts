import { describe, expect, test, vi } from "vitest";
import { type AppParts, createApp } from "../app.ts";
import { createDrain } from "../drain.ts";
import { httpParts, renderedAs } from "../testing/test-parts.ts";

const url = "/api/mcp";
const PATIENT = { timeout: 20_000 };
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const OTHER = "0af7651916cd43dd8448eb211c80319c";

const call = (args: object, meta: object = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "render_ascii", arguments: args, _meta: meta },
});

const draw = (id: number) => ({ ...call({ imageBase64: Buffer.from(`image ${id}`).toString("base64") }), id });

const post = (app: ReturnType<typeof createApp>, message: object, headers: { [name: string]: string } = {}) =>
  app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/json", ...headers },
    payload: JSON.stringify(message),
  });

describe("a call's trace", () => {
  const app = createApp(httpParts());
  const traceOf = async (meta: object, headers = {}) => {
    const response = await post(app, call({ imageBase64: "AAAA" }, meta), headers);
    return { returned: response.json().result._meta, header: String(response.headers["traceparent"]) };
  };

  test("prefers its _meta to the header, and is returned in the result", async () => {
    const meta = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, tracestate: "vendor=opaque" };
    const { returned, header } = await traceOf(meta, { traceparent: `00-${OTHER}-b7ad6b7169203331-01` });
    expect(returned.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    expect(returned.traceparent).not.toContain("00f067aa0ba902b7");
    expect(returned.tracestate).toBe("vendor=opaque");
    expect(header).toContain(OTHER);
  });

  test.each([
    ["there is none", {}],
    ["it is malformed", { traceparent: `00-${TRACE}-00f067aa0ba902b7`, tracestate: "vendor=opaque" }],
    ["it is not a string", { traceparent: 7 }],
    ["it is all zeros", { traceparent: `00-${"0".repeat(32)}-00f067aa0ba902b7-01` }],
  ])("is the header's if %s", async (_, meta) => {
    const { returned, header } = await traceOf(meta, { traceparent: `00-${OTHER}-b7ad6b7169203331-01` });
    expect(returned.traceparent).toBe(header);
    expect(header).toContain(OTHER);
    expect(returned.tracestate).toBeUndefined();
  });

  test("is returned with a failure, too", async () => {
    const response = await post(app, call({}, { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }));
    expect(response.json().result).toMatchObject({
      isError: true,
      _meta: { traceparent: expect.stringContaining(TRACE) },
    });
  });
});

describe("a client's quota", () => {
  test("is spent by each tool call, and by nothing else", async () => {
    const app = createApp(httpParts({ SERVICE_RATE_POINTS: "3" }));
    for (const method of ["tools/list", "ping", "server/discover"]) {
      const response = await post(app, { jsonrpc: "2.0", id: 1, method });
      expect([response.statusCode, response.headers["ratelimit"]]).toEqual([200, undefined]);
    }
    const first = await post(app, draw(1));
    expect(first.headers["ratelimit"]).toMatch(/^"render";r=2;t=(?:19|20)$/);
    const batch = await post(app, [draw(2), draw(3), draw(4)]);
    expect([batch.statusCode, batch.headers["retry-after"]]).toEqual([200, undefined]);
    const results = batch.json().map(({ result }: { result: object }) => result);
    expect(results.map(({ isError }: { isError?: boolean }) => isError)).toEqual([undefined, undefined, true]);
    expect(results[2]).toMatchObject({
      content: [
        {
          text: expect.stringMatching(/^rate_limited: This client has spent its 3 points a minute\. Wait \d+ s; /),
        },
      ],
      _meta: { "lumiglyph/error": { code: "rate_limited", status: 429, retryAfterSeconds: expect.any(Number) } },
    });
  });

  test("of concurrent renders counts tool calls and HTTP renders alike", async () => {
    const release = Promise.withResolvers<void>();
    const renderer: AppParts["renderer"] = async () => {
      await release.promise;
      return renderedAs("art\n");
    };
    const app = createApp({ ...httpParts({ SERVICE_CLIENT_CONCURRENCY: "1" }), renderer });
    const http = app.inject({
      method: "POST",
      url: "/api/v1/render",
      headers: { "content-type": "image/png" },
      payload: "a",
    });
    await vi.waitFor(async () => {
      const { result } = (await post(app, draw(1))).json();
      expect(result.content[0].text).toMatch(/^rate_limited: This client has 1 render in progress/);
    }, PATIENT);
    release.resolve();
    expect((await http).statusCode).toBe(200);
  });
});

test("a call rejected by a full queue costs nothing", async () => {
  const release = Promise.withResolvers<void>();
  const renderer: AppParts["renderer"] = async () => {
    await release.promise;
    return renderedAs("art\n");
  };
  const size = { workers: 1, capacity: 1 };
  const app = createApp({ ...httpParts({ SERVICE_RATE_POINTS: "100" }), renderer, size });
  const first = post(app, draw(1));
  await expect.poll(async () => (await app.inject("/api/health")).json().load).toMatchObject({ busy: 1 });
  const second = await post(app, draw(2));
  expect(second.json().result.content[0].text).toMatch(/^overloaded: /);
  expect(second.headers["ratelimit"]).toBeUndefined();
  release.resolve();
  expect((await first).headers["ratelimit"]).toMatch(/^"render";r=99;t=1$/);
});

test("a disconnect aborts the running render and the rest of the batch", async () => {
  const signals: AbortSignal[] = [];
  const renderer: AppParts["renderer"] = (_, signal) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const parts = { ...httpParts(), renderer };
  const app = createApp(parts);
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  try {
    for (const message of [draw(1), [draw(2), draw(3)]]) {
      signals.length = 0;
      const leaving = new AbortController();
      const gone = fetch(`${address}${url}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(message),
        signal: leaving.signal,
      }).catch(({ name }: Error) => name);
      await expect.poll(() => signals).toHaveLength(1);
      leaving.abort();
      expect(await gone).toBe("AbortError");
      await expect.poll(() => signals[0]?.aborted).toBe(true);
      await vi.waitFor(async () => {
        const health = await fetch(`${address}/api/health`);
        expect(((await health.json()) as { load: object }).load).toMatchObject({ busy: 0, queued: 0 });
      }, PATIENT);
      expect(signals).toHaveLength(1);
    }
    expect(parts.lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)).toEqual([]);
  } finally {
    await app.close();
  }
});

test("a draining service returns 503, so that the client tries another instance", async () => {
  const drain = createDrain();
  drain.begin();
  const response = await post(createApp({ ...httpParts(), drain }), draw(1));
  expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "1"]);
  expect(response.json().error).toMatchObject({ code: 503, data: { code: "draining" } });
});

describe("an internal error", () => {
  test("inside a call is reported without its cause", async () => {
    const parts = { ...httpParts(), renderer: () => Promise.reject(new Error("the secret of the engine")) };
    const response = await post(createApp(parts), draw(1));
    expect(response.statusCode).toBe(200);
    expect(response.json().result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^internal: Internal error\. .* [0-9a-f]{32}\.$/) }],
    });
    expect(response.payload + parts.lines.join("")).not.toContain("secret");
    expect(parts.lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)).toMatchObject([
      { msg: "failed", traceId: response.json().result._meta.traceparent.split("-")[1] },
    ]);
  });

  test("in a throwing tool is a protocol error without its message", async () => {
    const moreTools: AppParts["moreTools"] = [
      { definition: { name: "broken", description: "broken" }, call: () => Promise.reject(new Error("a secret")) },
    ];
    const message = { jsonrpc: "2.0", id: 9, method: "tools/call", params: { name: "broken" } };
    const response = await post(createApp({ ...httpParts(), moreTools }), message);
    expect(response.json()).toMatchObject({ id: 9, error: { code: -32603 } });
    expect(response.payload).not.toContain("secret");
  });
});

test("the log line of a call describes the render and no client input", async () => {
  const parts = httpParts();
  await post(createApp(parts), draw(1));
  const [line] = parts.lines.map((text) => JSON.parse(text));
  expect(line).toMatchObject({
    method: "POST",
    route: url,
    status: 200,
    format: "text",
    columns: 120,
    inputFormat: "png",
  });
});

test("a body holds its memory until its response is ready or it is evicted as the oldest", async () => {
  const release = Promise.withResolvers<void>();
  const renderer: AppParts["renderer"] = async () => {
    await release.promise;
    return renderedAs("art\n");
  };
  let now = 0;
  const env = { SERVICE_MAX_IMAGE_BYTES: String(9 * 1024 ** 2) };
  const app = createApp({ ...httpParts(env), renderer, clock: () => now });
  // the budget of 64 MiB fits five of these, although all of them wait for one render and one place
  const large = call({ imageBase64: "A".repeat(12 * 1024 ** 2) });
  const waiting = Array.from({ length: 5 }, () => post(app, large));
  const load = async () => (await app.inject("/api/health")).json().load;
  await vi.waitFor(async () => expect(await load()).toMatchObject({ busy: 1, queued: 0 }), PATIENT);
  const sixth = await post(app, large);
  expect([sixth.statusCode, sixth.json().error?.data?.code]).toEqual([503, "overloaded"]);
  now = 6000;
  const seventh = post(app, large);
  const evicted = await waiting[0];
  expect([evicted?.statusCode, evicted?.json().error?.data?.code]).toEqual([503, "overloaded"]);
  release.resolve();
  for (const one of [...waiting.slice(1), seventh]) expect((await one).json().result.isError).toBeUndefined();
});
