import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../redis/support/redis-server.ts";
import { programPath } from "../support/programs.ts";

/** Debian's haproxy in front of services on loopback ports. */
export type Haproxy = {
  readonly port: number;
  readonly pid: number;
  /** Resolves once it counts this many services as ready. */
  readonly counts: (services: number) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** The balancing algorithm. */
type Balance = "roundrobin" | "leastconn";

export const startHaproxy = async (ports: readonly number[], balance: Balance = "roundrobin"): Promise<Haproxy> => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  const port = await freePort();
  writeFileSync(file, configuration(port, ports, balance));
  const child = spawn(programPath("haproxy"), ["-q", "-db", "-f", file], { stdio: "ignore" });
  running.add(child);
  const exit = once(child, "exit");
  const readyServices = async (): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${port}/ready-services`).catch(() => null);
    return answer?.ok ? Number(await answer.text()) : 0;
  };
  return {
    port,
    pid: child.pid ?? 0,
    counts: async (services) => {
      const until = performance.now() + PATIENCE_MS;
      while ((await readyServices()) !== services) {
        if (performance.now() > until) throw new Error(`haproxy does not see ${services} services`);
        await setTimeout(20);
      }
    },
    stop: async () => {
      child.kill("SIGKILL");
      await exit;
      running.delete(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const PATIENCE_MS = 20_000;

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/**
 * Readiness decides where requests go. A request that reaches a stopping service is retried on another, so haproxy must
 * have buffered all of it: the buffer fits the largest request that has to be saved this way.
 */
const configuration = (port: number, ports: readonly number[], balance: Balance): string => `global
  maxconn 2000
  tune.bufsize 1048576

defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 30s
  timeout check 5s
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response 503
  option http-buffer-request
  option http-server-close

frontend callers
  bind 127.0.0.1:${port}
  http-request return status 200 content-type text/plain lf-string %[nbsrv(services)] if { path /ready-services }
  http-after-response set-header retry-after 1 if { status 503 } !{ res.hdr(retry-after) -m found }
  default_backend services

backend services
  balance ${balance}
  option httpchk
  http-check send meth GET uri /api/ready hdr host localhost
  http-check expect status 200
  default-server check inter 500ms fastinter 100ms fall 3 rise 1
${ports.map((each, at) => `  server s${at} 127.0.0.1:${each}`).join("\n")}
`;
