import type { AddressInfo } from "node:net";
import { PROBLEM } from "@lumiglyph/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, onTestFinished } from "vitest";
import { type AppParts, createApp } from "../../apps/service/src/app.ts";
import { openConnection, type RawConnection, type RawResponse } from "../../apps/service/src/testing/raw-connection.ts";
import { httpParts } from "../../apps/service/src/testing/test-parts.ts";

const isProblem = addFormats.default(new Ajv2020({ strict: true })).compile(PROBLEM);

/** Starts a service for one test and returns a connection to it. */
export const start = async (parts: Partial<AppParts> = {}): Promise<RawConnection> => {
  const app = createApp({ ...httpParts({ SERVICE_PORT: "0" }), ...parts });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return openConnection((app.server.address() as AddressInfo).port);
};

export const HOST = "Host: localhost\r\n";

/** A render request up to the headers that describe its body. */
export const POST = `POST /api/v1/render HTTP/1.1\r\n${HOST}`;

/** Asserts the common parts of an error and returns its code. */
export const problemCode = ({ status, headers, body }: RawResponse): string => {
  const problem = JSON.parse(body);
  expect(isProblem(problem), JSON.stringify(isProblem.errors)).toBe(true);
  expect(problem.status).toBe(status);
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(headers.get("traceparent")).toContain(problem.traceId);
  expect(headers.get("server-timing")).toContain(problem.traceId);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  return problem.code;
};
