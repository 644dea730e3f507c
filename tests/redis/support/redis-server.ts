import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A Redis of Debian's, on a loopback port of its own, that writes nothing to the disk. */
export type RedisServer = {
  readonly port: number;
  readonly url: string;
  /** Its process, which is another one after each start. */
  readonly pid: () => number;
  /** Ends it as a crash would. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port, empty. */
  readonly start: () => Promise<void>;
  /** Stops it between two instructions; its connections stay open. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Forgets all that it has. */
  readonly flush: () => Promise<void>;
  /** Ends it for good. */
  readonly stop: () => Promise<void>;
};

/** Files of a certificate and of its key. */
export type Certificate = { readonly cert: string; readonly key: string };

/** Starts a server that speaks TLS where it is given a certificate. Further options are as on its command line. */
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
    flush: async () => {
      const socket = connect(port, "127.0.0.1");
      socket.write("FLUSHALL\r\n");
      await once(socket, "data");
      socket.destroy();
    },
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

/** A server that takes connections, or an error with what it said. */
const ready = async (args: readonly string[]): Promise<ChildProcess> => {
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  const failed = once(child, "exit").then(() => Promise.reject(new Error(`redis-server did not start: ${said}`)));
  const accepts = new Promise<void>((resolve) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (/Ready to accept connections/.test(said)) resolve();
    });
  });
  await Promise.race([accepts, failed]);
  // it will end some day, and then on purpose
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
