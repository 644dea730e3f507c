import fc from "fast-check";
import { describe, expect } from "vitest";
import { openConnection, type RawResponse } from "../../apps/service/src/testing/raw-connection.ts";
import { fixture } from "../spec/drawn.ts";
import { verifies } from "../spec/verifies.ts";
import { type BadRequest, badRequests } from "../support/http-bad-requests.ts";
import { fetcherFor } from "../support/http-image-host.ts";
import { ask, askRender, rawImage } from "../support/http-render.ts";
import { SCHEMAS } from "../support/http-schemas.ts";
import { serviceForFile } from "../support/http-service.ts";

const nameless = () => Promise.reject(new Error("no name is resolved here"));
const service = serviceForFile({}, () => ({ fetchImage: fetcherFor({}, { resolve: nameless }) }));
const RAMP = fixture("charts/ramp.png");

/** Writes a request byte for byte, as no well-behaved client would let one. */
const send = async ({ method, path, headers, body }: BadRequest): Promise<RawResponse> => {
  const bytes = Buffer.from(body);
  const all = { host: "localhost", "content-length": String(bytes.length), ...headers, connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const connection = await openConnection(service.port);
  connection.send(Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1"));
  connection.send(bytes);
  try {
    return await connection.response();
  } finally {
    connection.socket.destroy();
  }
};

const expectProblem = ({ status, headers, body }: RawResponse): void => {
  const problem = JSON.parse(Buffer.from(body, "latin1").toString("utf8"));
  expect([SCHEMAS.problem(problem), problem.status]).toEqual(["valid", status]);
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(headers.get("traceparent")?.split("-")[1]).toBe(problem.traceId);
};

const expectNoFault = async (): Promise<void> => {
  expect(service.log.filter(({ level }) => level >= 50)).toEqual([]);
  expect((await ask(`${service.url}/api/health`)).json()["load"]).toMatchObject({ busy: 0, queued: 0 });
};

verifies(
  ["status:no-500", "error:problem", "status:400"],
  "500 bad requests are 500 problems, none of them a 5xx.",
  async () => {
    const kinds = new Map<string, number>();
    const statuses = new Set<number>();
    const property = fc.asyncProperty(badRequests(RAMP), async (request) => {
      const response = await send(request);
      kinds.set(request.kind, (kinds.get(request.kind) ?? 0) + 1);
      statuses.add(response.status);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expectProblem(response);
    });
    await fc.assert(property, { seed: 5, numRuns: 500 });
    expect([...kinds.values()].every((count) => count >= 3)).toBe(true);
    expect([...statuses]).toEqual(expect.arrayContaining([400, 403, 404, 405, 413, 415, 431]));
    await expectNoFault();
  },
);

const PICTURES = ["baseline.jpg", "palette.png", "lossy.webp", "still.gif", "picture.avif"];

/** What happens to files: they are cut, bits flip, pieces are lost, doubled or overwritten; most often at the front. */
const damaged = (file: string): fc.Arbitrary<Uint8Array> => {
  const bytes = Buffer.from(fixture(`formats/${file}`));
  const place = fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: bytes.length - 1 }));
  const byte = fc.integer({ min: 0, max: 255 });
  const changed = fc.array(fc.tuple(place, byte), { minLength: 1, maxLength: 12 }).map((changes) => {
    const copy = Buffer.from(bytes);
    for (const [at, value] of changes) copy[at] = value;
    return copy;
  });
  const cut = fc.integer({ min: 1, max: bytes.length - 1 }).map((length) => bytes.subarray(0, length));
  const spliced = fc
    .tuple(place, fc.nat({ max: 64 }), fc.uint8Array({ maxLength: 64 }))
    .map(([at, lost, put]) => Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + lost)]));
  return fc.oneof(changed, cut, spliced);
};

describe("a damaged picture", () => {
  for (const file of PICTURES) {
    verifies(
      ["status:no-500", "status:unreadable"],
      `${file}, 40 times, is drawn or refused as a problem`,
      async () => {
        const codes = new Map<string, number>();
        const property = fc.asyncProperty(damaged(file), async (bytes) => {
          const { status, headers, json } = await askRender(
            service.url,
            rawImage(bytes, { columns: 8, autoOptimize: 0 }),
          );
          const code = status === 200 ? "drawn" : String(json()["code"]);
          codes.set(code, (codes.get(code) ?? 0) + 1);
          if (status === 200) return;
          expect([400, 413]).toContain(status);
          expect([SCHEMAS.problem(json()), headers.get("content-type")]).toEqual(["valid", "application/problem+json"]);
          expect(headers.get("traceparent")?.split("-")[1]).toBe(json()["traceId"]);
        });
        await fc.assert(property, { seed: 9, numRuns: 40 });
        expect(codes.get("image_unreadable")).toBeGreaterThan(0);
        await expectNoFault();
      },
    );
  }
});
