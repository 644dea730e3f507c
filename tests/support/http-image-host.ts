import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createImageFetcher, type Environment, type FetchImage, readSettings } from "@lumiglyph/service";
import { baseUrl } from "../../apps/service/src/http/base-url.ts";
import { createGuardedAgent } from "../../apps/service/src/security/guarded-agent.ts";
import { createHostBreaker } from "../../apps/service/src/security/host-breaker.ts";
import { trustedHosts } from "../../apps/service/src/security/trusted-hosts.ts";
import { programPath } from "./programs.ts";

/** A request handler of an image host. */
export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** An https server on loopback with its own certificate. */
export type ImageHost = {
  readonly port: number;
  readonly certificateFile: string;
  readonly certificate: Buffer;
  readonly stop: () => Promise<void>;
};

/** Starts a host with all these names in its certificate. */
export const startImageHost = async (names: readonly string[], serve: Serve): Promise<ImageHost> => {
  const folder = mkdtempSync(join(tmpdir(), "image-host-"));
  const [keyFile, certificateFile] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const alternatives = names.map((name) => `DNS:${name}`).join(",");
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"];
  const subject = ["-subj", "/CN=image host", "-addext", `subjectAltName=${alternatives}`];
  execFileSync(
    programPath("openssl"),
    ["req", "-x509", ...curve, ...subject, "-keyout", keyFile, "-out", certificateFile],
    {
      stdio: "ignore",
    },
  );
  const certificate = readFileSync(certificateFile);
  const server = createServer({ key: readFileSync(keyFile), cert: certificate }, serve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  };
  return { port: (server.address() as AddressInfo).port, certificateFile, certificate, stop };
};

/** A fetcher as the service creates it from its settings, except for the resolver and the trusted certificates. */
export const fetcherFor = (
  env: Environment,
  { certificate, resolve }: { certificate?: Buffer; resolve: (name: string) => Promise<readonly string[]> },
): FetchImage => {
  const reading = readSettings(env);
  if ("problems" in reading) throw new Error(reading.problems.join("\n"));
  const { settings } = reading;
  const own = [baseUrl(settings), settings.SERVICE_HANDOFF_TARGET];
  const trusted = trustedHosts(settings.SERVICE_IMAGE_FETCH_ALLOWLIST, own);
  const timeoutMs = settings.SERVICE_FETCH_TIMEOUT_MS;
  const breaker = createHostBreaker();
  const agent = createGuardedAgent({
    ...{ trusted, breaker },
    allowPrivate: settings.SERVICE_IMAGE_FETCH_PRIVATE,
    connectTimeoutMs: timeoutMs,
    stallTimeoutMs: timeoutMs,
    resolve,
    ...(certificate === undefined ? {} : { tls: { ca: certificate } }),
  });
  const maxBytes = settings.SERVICE_MAX_IMAGE_BYTES;
  return createImageFetcher({
    ...{ agent, breaker, trusted },
    maxBytes,
    timeoutMs,
    slots: settings.SERVICE_FETCH_SLOTS,
    userAgent: "test",
  });
};
