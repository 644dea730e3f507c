import { createServer, type RequestListener, type Server } from "node:http";
import { ERRORS, Refusal } from "@lumiglyph/contract";
import { guardHost } from "../http/host-guard.ts";
import { ENDPOINTS } from "../tables/endpoints.ts";
import type { Settings } from "../tables/settings.ts";
import type { Metrics } from "./metrics.ts";

/** The address that the metrics port listens on. */
export const metricsHost = ({ SERVICE_METRICS_HOST: own, SERVICE_HOST: host }: Settings): string => own ?? host;

/**
 * Serves the metrics on their own address, so that Prometheus needs no credential: the platform
 * credential would also lift the client limits. For the operator's network only; it has one path
 * and no client traffic.
 */
export const createMetricsServer = (metrics: Pick<Metrics, "contentType" | "text">, listensOn: string): Server => {
  const respond: RequestListener = async (request, response) => {
    const send = (status: number, contentType: string, text: string) =>
      response.writeHead(status, { "content-type": contentType, "cache-control": "no-store" }).end(text);
    const refuse = (status: number, sentence: string) => send(status, "text/plain; charset=utf-8", `${sentence}\n`);
    try {
      guardHost(request, listensOn, `http://${listensOn.includes(":") ? `[${listensOn}]` : listensOn}`);
      const [path] = (request.url ?? "").split("?");
      if (path !== PATH) refuse(404, `This port serves metrics only: GET ${PATH}.`);
      else if (request.method !== "GET" && request.method !== "HEAD") {
        response.setHeader("allow", "GET, HEAD");
        refuse(405, `${PATH} supports GET and HEAD.`);
      } else send(200, metrics.contentType, await metrics.text());
    } catch (error) {
      if (error instanceof Refusal) refuse(ERRORS[error.code].status, error.message);
      else refuse(500, "The metrics cannot be read.");
    }
  };
  return createServer(LIMITS, respond);
};

const PATH = ENDPOINTS.metrics.path;

/** Milliseconds and bytes that a request may take; its body is ignored. */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 10_000, keepAliveTimeout: 75_000, maxHeaderSize: 16_384 };
