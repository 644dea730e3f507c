import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Health } from "@lumiglyph/contract";
import { availableCores } from "../../apps/service/src/render/pool-size.ts";
import { childrenOf } from "../support/child-processes.ts";
import { quietWorkers } from "./worker-processes.ts";

const MAIN = fileURLToPath(new URL("../../apps/service/src/main.ts", import.meta.url));

/** The service as an operator runs it: a process with workers, on a free loopback port, with its log in a file. */
export type ServiceProcess = {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Process ids of the current workers. */
  readonly workers: () => readonly number[];
  /** Log lines of at least this level (pino's numbers: 40 is warn, 50 is error). */
  readonly log: (level: number) => readonly string[];
  readonly load: () => Promise<Health["load"]>;
  /** Resolves once all workers, including the spare, have started and are idle. */
  readonly quiet: () => Promise<void>;
  /** Stops it as an operator would; returns the exit code, the milliseconds it took and the errors in its log. */
  readonly stop: () => Promise<Ended & { readonly code: number | null; readonly ms: number }>;
  /** Ends it by force, as a lack of memory would. */
  readonly kill: () => Promise<Ended>;
};

type Ended = { readonly errors: readonly string[] };

type Env = { readonly [name: string]: string };

/** Starts a service and waits until all its workers are up. Other settings have their defaults. */
export const startServiceProcess = async (env: Env = {}): Promise<ServiceProcess> => {
  const service = await startListening(env);
  await service.quiet();
  return service;
};

/** Starts a service and waits until it listens, with at least one worker; others may already send it work. */
export const startListening = async (env: Env = {}): Promise<ServiceProcess> => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-reliability-"));
  const logFile = join(folder, "log");
  const log = openSync(logFile, "w");
  const child = spawn(process.execPath, ["--conditions=@lumiglyph/source", MAIN], {
    env: { PATH: process.env["PATH"] ?? "", SERVICE_PORT: "0", ...env },
    stdio: ["ignore", "pipe", log],
  });
  closeSync(log);
  const exit = once(child, "exit");
  let stopping = false;
  const end = () => {
    // a suspended worker would never notice that the service has gone
    if (child.exitCode === null && child.signalCode === null)
      for (const worker of childrenOf(child.pid ?? 0)) process.kill(worker, "SIGKILL");
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  running.add(end);
  void exit.then(([code, signal]) => {
    if (!stopping) console.log(`  … a service ended by itself: ${signal ?? `exit code ${code}`}`);
  });
  const [line] = await Promise.race([once(child.stdout as Readable, "data"), exit]);
  const url = /http:\/\/\S+/.exec(String(line))?.[0];
  if (url === undefined) throw new Error(`The service did not start: ${readFileSync(logFile, "utf8")}`);
  const pid = child.pid ?? 0;
  const linesAt = (level: number) => linesOf(readFileSync(logFile, "utf8"), level);
  const load = async (): Promise<Health["load"]> => (await (await fetch(`${url}/api/health`)).json()).load;
  const stop = async () => {
    stopping = true;
    const begun = performance.now();
    child.kill("SIGTERM");
    const [code] = await exit;
    const ms = performance.now() - begun;
    const errors = linesAt(50);
    running.delete(end);
    end();
    return { code: code as number | null, ms, errors };
  };
  const kill = async () => {
    stopping = true;
    const errors = linesAt(50);
    running.delete(end);
    end();
    await exit;
    return { errors };
  };
  const workers = () => childrenOf(pid);
  const processes = (env["SERVICE_WORKERS"] === undefined ? availableCores() : Number(env["SERVICE_WORKERS"])) + SPARE;
  const quiet = () => quietWorkers(workers, processes);
  return {
    url,
    port: Number(new URL(url).port),
    pid,
    workers,
    quiet,
    log: linesAt,
    load,
    stop,
    kill,
  };
};

const running = new Set<() => void>();

/** Kills whatever an aborted trial has left running. */
export const endServices = (): void => {
  for (const end of running) end();
  running.clear();
};

/** The pool keeps this many workers in reserve. */
const SPARE = 1;

const linesOf = (text: string, level: number): readonly string[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.level >= level)
    .map(({ msg, err }) => (err === undefined ? msg : `${msg}: ${JSON.stringify(err)}`));

type Line = { readonly level: number; readonly msg: string; readonly err?: unknown };
