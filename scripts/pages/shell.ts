import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { delimiter, dirname } from "node:path";

/** The result of typed commands. */
export type Typed = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** A program that keeps running in a separate terminal. */
export type Running = { readonly stop: () => Promise<void> };

/**
 * The environment of a reader who has Node and npm: this process's own, without what npm adds for a script. Node is the
 * one that runs this script.
 */
const readersEnvironment = (): NodeJS.ProcessEnv => {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:npm_|(?:INIT_CWD|NODE|NODE_ENV|NODE_OPTIONS|COLOR|FORCE_COLOR)$|VITEST)/i.test(name),
    ),
  );
  const path = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !/node_modules|node-gyp-bin/.test(folder));
  return { ...env, PATH: [dirname(process.execPath), ...path].join(delimiter) };
};

/** Minutes after which typed commands count as hung. */
const PATIENCE = 10;

/** Types lines into a shell in a folder. A failing line ends them. */
export const type = async (
  text: string,
  folder: string,
  { judge = null }: { readonly judge?: string | null } = {},
): Promise<Typed> => {
  // curl prints a refusal and succeeds: where none is expected, its settings make it fail
  const env = { ...readersEnvironment(), ...(judge === null ? {} : { CURL_HOME: judge }) };
  const child = spawn("bash", ["-eo", "pipefail", "-c", text], {
    cwd: folder,
    env,
    detached: true,
    // with a socket as stdin, bash assumes a remote shell and reads the machine's settings
    stdio: ["ignore", "pipe", "pipe"],
  });
  const timer = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), PATIENCE * 60_000);
  const [stdout, stderr] = [heardFrom(child.stdout), heardFrom(child.stderr)];
  const [status] = await once(child, "close");
  clearTimeout(timer);
  // HTTP header lines end with CR
  return { status, stdout: stdout().replaceAll("\r", ""), stderr: stderr() };
};

/** Types lines whose last command keeps running, and waits until it prints its address. */
export const start = async (text: string, folder: string): Promise<Running> => {
  const port = portOf(text);
  if (await answers(port)) throw new Error(`Something else listens on port ${port}: stop it, then run this again.`);
  const child = spawn("bash", ["-eo", "pipefail", "-c", text], {
    cwd: folder,
    env: readersEnvironment(),
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const said = [heardFrom(child.stdout), heardFrom(child.stderr)];
  const exit = once(child, "close");
  const stop = async () => {
    running.delete(child);
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, "SIGTERM");
    await exit;
  };
  for (const end = Date.now() + PATIENCE * 60_000; child.exitCode === null && Date.now() < end; await pause(100)) {
    if (await answers(port)) return { stop };
  }
  await stop();
  throw new Error(`It does not listen on port ${port}, but said: ${said.map((part) => part()).join("")}`);
};

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const { pid } of running) process.kill(-pid!, "SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

/** Commands that listen until they are stopped. */
const LISTENS = /(?:^|&& |\n)(?:[A-Z_]+=\S+ )*(?:npm start|npx (?:--yes )?(?:vite|http-server)\b.*)\n?$/;

/** Whether the last of some lines keeps running. */
export const keepsRunning = (text: string): boolean => LISTENS.test(text);

/** The port that a command names; the service's if it names none. */
export const portOf = (text: string): number => Number(/(?:--port|-p) (\d+)/.exec(text)?.[1] ?? 8787);

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "localhost")
      .once("connect", () => resolve(true))
      .once("error", () => resolve(false))
      .once("close", () => socket.destroy());
    socket.once("connect", () => socket.end());
  });

const heardFrom = (stream: NodeJS.ReadableStream): (() => string) => {
  let text = "";
  stream.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  return () => text;
};

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
