import { spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { open as openInspector } from "node:inspector";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

/*
 * Loaded into a worker before its own program. At once, and again at each SIGUSR2, it tries everything that a worker must not
 * do and writes a line of JSON to standard error: every attempt with the code of its error, or `allowed`.
 */
const ATTEMPTS: { readonly [what: string]: () => unknown } = {
  "read its own code": () => readFileSync(import.meta.filename),
  "read a system file": () => readFileSync("/etc/passwd"),
  "read a file beside the code": () => readFileSync(join(import.meta.dirname, "../../tsconfig.json")),
  "list the root": () => readdirSync("/"),
  "read the service's environment": () => readFileSync(`/proc/${process.ppid}/environ`),
  "write a file": () => writeFileSync(join(tmpdir(), "lumiglyph-probe"), ""),
  "start a program": () => {
    const { error } = spawnSync("/bin/true");
    if (error !== undefined) throw error;
  },
  "connect over TCP": () => once(connect(9, "127.0.0.1"), "connect"),
  "connect to a local socket": () => once(connect("/run/probe"), "connect"),
  listen: () => once(createServer().listen(0), "listening"),
  "send over UDP": () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const socket = createSocket("udp4").on("error", reject);
    socket.send("x", 9, "127.0.0.1", (error) => (error === null ? resolve() : reject(error)));
    return promise;
  },
  "look up a name": () => lookup("localhost"),
  fetch: () =>
    fetch("http://127.0.0.1:8080/").catch((error) => {
      throw error.cause ?? error;
    }),
  "start a thread": () => new Worker("", { eval: true }),
  "open the inspector": () => openInspector(0),
  "load a library": () => process.dlopen({ exports: {} }, "/no/such/library.node"),
};

const outcome = async (attempt: () => unknown): Promise<string> => {
  try {
    await attempt();
    return "allowed";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
};

const probe = async (): Promise<void> => {
  const outcomes: { [what: string]: string } = {};
  for (const [what, attempt] of Object.entries(ATTEMPTS)) outcomes[what] = await outcome(attempt);
  const { env } = process;
  writeSync(2, `${JSON.stringify({ outcomes, environment: Object.keys(env).toSorted() })}\n`);
};

await probe();
process.on("SIGUSR2", probe);
