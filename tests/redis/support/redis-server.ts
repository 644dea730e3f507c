import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programPath } from "../../support/programs.ts";

/** Debian's Redis on its own loopback port, without persistence. */
export type RedisServer = {
  readonly port: number;
  readonly url: string;
  /** Its process id, which changes with each start. */
  readonly pid: () => number;
  /** Kills it, as a crash would. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port, empty. */
  readonly start: () => Promise<void>;
  /** Suspends it; its connections stay open. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Stops it for good. */
  readonly stop: () => Promise<void>;
};

/** Files of a certificate and its key. */
export type Certificate = { readonly cert: string; readonly key: string };

/** Starts a server, with TLS if given a certificate. Further options are as on its command line. */
export const startRedis = async (options: readonly string[] = [], tls?: Certificate): Promise<RedisServer> => {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-redis-"));
  let child: ChildProcess | null = null;
  const start = async () => {
    child = await ready([...listening(port, tls), "--dir", folder, ...QUIET, ...options]);
    running.add(child);
  };
  const kill = async () => {
    const ended = child;
    child = null;
    if (ended === null) return;
    const exit = once(ended, "exit");
    ended.kill("SIGKILL");
    await exit;
    running.delete(ended);
  };
  await start();
  return {
    port,
    url: `${tls === undefined ? "redis" : "rediss"}://localhost:${port}`,
    pid: () => child?.pid ?? 0,
    kill,
    start,
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const listening = (port: number, tls: Certificate | undefined): readonly string[] => {
  if (tls === undefined) return ["--port", String(port)];
  const files = ["--tls-cert-file", tls.cert, "--tls-key-file", tls.key, "--tls-auth-clients", "no"];
  return ["--port", "0", "--tls-port", String(port), ...files];
};

const QUIET = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--daemonize", "no"];

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Waits until the server accepts connections, or throws with its output. */
const ready = async (args: readonly string[]): Promise<ChildProcess> => {
  const child = spawn(programPath("redis-server"), args, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  const failed = once(child, "exit").then(() => Promise.reject(new Error(`redis-server did not start: ${said}`)));
  const accepts = new Promise<void>((resolve) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (/Ready to accept connections/.test(said)) resolve();
    });
  });
  await Promise.race([accepts, failed]);
  // it ends later, on purpose
  failed.catch(() => {});
  return child;
};

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
};
