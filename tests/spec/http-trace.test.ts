import { expect, test } from "vitest";
import { openConnection } from "../../apps/service/src/testing/raw-connection.ts";
import { ask, askRender, rawImage } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";
import { fixture } from "./drawn.ts";

const service = serviceForFile();
const RAMP = fixture("charts/ramp.png");
const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const OURS = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0[0-3]$/;

type Sent = { readonly [name: string]: string };

/** Sends one request of each kind with these headers; returns status and headers. */
const KINDS: { readonly [kind: string]: (headers: Sent) => ReturnType<typeof ask> } = {
  health: (headers) => ask(`${service.url}/api/v1/health`, { headers }),
  document: (headers) => ask(`${service.url}/api/openapi.json`, { headers }),
  render: (headers) => {
    const request = rawImage(RAMP, { columns: 8 });
    return askRender(service.url, { ...request, headers: { ...request.headers, ...headers } });
  },
  "refused render": (headers) => askRender(service.url, { query: "columns=7", headers }),
  "unknown path": (headers) => ask(`${service.url}/nowhere`, { headers }),
  "wrong method": (headers) => ask(`${service.url}/api/health`, { method: "DELETE", headers }),
  preflight: (headers) => ask(`${service.url}/api/v1/render`, { method: "OPTIONS", headers }),
};

for (const [kind, send] of Object.entries(KINDS)) {
  test(`${kind} continues the client's trace (spec 4.2; answers 2.14)`, async () => {
    const { headers } = await send({ traceparent: PARENT, tracestate: "vendor=1,other=a b" });
    const [, traceId, spanId] = OURS.exec(headers.get("traceparent") ?? "") ?? [];
    expect([traceId, spanId === "00f067aa0ba902b7"]).toEqual([TRACE_ID, false]);
    expect(headers.get("traceparent")?.endsWith("-01")).toBe(true);
    expect(headers.get("tracestate")).toBe("vendor=1,other=a b");
  });

  test(`${kind} starts its own trace without one (answers 2.14)`, async () => {
    const seen = await Promise.all([send({}), send({}), send({ tracestate: "vendor=1" })]);
    const ids = seen.map(({ headers }) => OURS.exec(headers.get("traceparent") ?? "")?.[1]);
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain(undefined);
    expect(seen.map(({ headers }) => headers.get("tracestate"))).toEqual([null, null, null]);
  });

  test(`${kind} exposes its trace to scripts (answers 2.14)`, async () => {
    const { headers } = await send({});
    const timing = (headers.get("server-timing") ?? "").split(", ");
    expect(timing[0]).toBe(`trace;desc=${headers.get("traceparent")}`);
    const exposed = (headers.get("access-control-expose-headers") ?? "").split(", ");
    expect(exposed).toEqual(expect.arrayContaining(["traceparent", "tracestate", "Server-Timing"]));
  });
}

/** Values that W3C Trace Context, sections 3.2 and 4, forbids. */
const REFUSED = [
  `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
  `00-${TRACE_ID}-${"0".repeat(16)}-01`,
  `ff-${TRACE_ID}-00f067aa0ba902b7-01`,
  `00-${TRACE_ID.toUpperCase()}-00f067aa0ba902b7-01`,
  `00-${TRACE_ID}-00f067aa0ba902b7-01-more`,
  `00-${TRACE_ID}-00f067aa0ba902b7`,
  `00-${TRACE_ID}-00f067aa0ba902b7-1`,
  `${TRACE_ID}`,
  "nonsense",
];

for (const traceparent of REFUSED) {
  test(`${traceparent} is replaced, and its state dropped (answers 2.14)`, async () => {
    for (const send of Object.values(KINDS)) {
      const { headers } = await send({ traceparent, tracestate: "vendor=1" });
      expect(headers.get("traceparent")).toMatch(OURS);
      expect(headers.get("traceparent")?.toLowerCase()).not.toContain(TRACE_ID);
      expect(headers.get("tracestate")).toBeNull();
    }
  });
}

test("The known part of a later version of the header is read (answers 2.14)", async () => {
  const { headers } = await ask(`${service.url}/api/health`, {
    headers: { traceparent: `cc-${PARENT.slice(3)}-later` },
  });
  expect(OURS.exec(headers.get("traceparent") ?? "")?.[1]).toBe(TRACE_ID);
});

test("Two traceparents count as none (answers 2.14)", async () => {
  const connection = await openConnection(service.port);
  const twice = `traceparent: ${PARENT}\r\n`.repeat(2);
  connection.send(`GET /api/health HTTP/1.1\r\nHost: localhost\r\n${twice}Connection: close\r\n\r\n`);
  const { status, headers } = await connection.response();
  expect([status, headers.get("traceparent")?.includes(TRACE_ID)]).toEqual([200, false]);
});

test("A malformed tracestate is dropped; the trace continues (answers 2.14)", async () => {
  for (const tracestate of ["=1", "UPPER=1", "novalue", "a=1,=2"]) {
    const { headers } = await ask(`${service.url}/api/health`, { headers: { traceparent: PARENT, tracestate } });
    expect([OURS.exec(headers.get("traceparent") ?? "")?.[1], headers.get("tracestate")]).toEqual([TRACE_ID, null]);
  }
});
