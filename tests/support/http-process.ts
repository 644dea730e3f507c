import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../apps/service/src/main.ts", import.meta.url));

type Env = { readonly [name: string]: string };

/** The service as `npm start` runs it, with only these settings in its environment. */
const spawnService = (env: Env) =>
  spawn(process.execPath, ["--conditions=@lumiglyph/source", MAIN], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });

/** A machine that is busy with other tests may need more than the usual five seconds for a render. */
const PATIENT = { SERVICE_RENDER_DEADLINE_MS: "60000" };

/** A service process that has printed its address. */
export const startProcess = async (env: Env = { SERVICE_PORT: "0" }) => {
  const child = spawnService({ SERVICE_LOG_LEVEL: "warn", ...PATIENT, ...env });
  const exit = once(child, "exit");
  const errors = text(child.stderr);
  const first = await Promise.race([once(child.stdout.setEncoding("utf8"), "data"), exit]);
  const line = String(first[0]);
  const url = /^Lumiglyph listens on (http:\/\/\S+)\n$/.exec(line)?.[1];
  if (url === undefined) throw new Error(`${line} ${await errors}`);
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    const [code] = await exit;
    return code as number | null;
  };
  return { url, pid: child.pid ?? 0, errors, stop };
};

/** A service process that did not start: its output and exit code. */
export const failProcess = async (env: Env) => {
  const child = spawnService(env);
  const [errors, output, [code]] = await Promise.all([text(child.stderr), text(child.stdout), once(child, "exit")]);
  return { errors, output, code: code as number | null };
};
