import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { SECRET_FILE_NAMES, SETTING_NAMES } from "../../apps/service/src/tables/settings.ts";
import { openConnection } from "../../apps/service/src/testing/raw-connection.ts";
import { childrenOf, isRunning } from "../support/child-processes.ts";
import { startProcess } from "../support/http-process.ts";
import { needs } from "../support/programs.ts";

needs("bash", "systemd-analyze");

const ROOT = join(import.meta.dirname, "../..");
const IMAGE = readFileSync(join(ROOT, "fixtures/charts/one-pixel.png"));
const work = mkdtempSync(join(tmpdir(), "lumiglyph-server-"));
/** Process ids of everything that was started. */
const started: number[] = [];
afterAll(() => {
  for (const pid of started.filter(isRunning)) process.kill(pid, "SIGKILL");
  rmSync(work, { recursive: true });
});

/** All processes below one. */
const descendantsOf = (pid: number): readonly number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

/** Starts the service through npm, without building the studio first. */
const startWithNpm = async (...args: readonly string[]) => {
  const env = { PATH: process.env["PATH"], HOME: work, SERVICE_PORT: "0", SERVICE_WORKERS: "1" };
  const child = spawn("npm", args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "ignore"] });
  started.push(child.pid ?? 0);
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const port = await vi.waitFor(
    () => {
      const [, found] = /^Lumiglyph listens on http:\/\/127\.0\.0\.1:(\d+)$/m.exec(printed) ?? [];
      if (found === undefined) throw new Error(`npm printed: ${printed}`);
      return Number(found);
    },
    { timeout: 60_000 },
  );
  const below = descendantsOf(child.pid ?? 0);
  started.push(...below);
  return { child, port, exit: once(child, "exit"), below };
};

describe("a signal to npm", () => {
  test("lets `npm start` finish accepted requests, then ends it with 0 and leaves nothing running", async () => {
    const { child, port, exit, below } = await startWithNpm("start", "--ignore-scripts");
    const accepted = await openConnection(port);
    accepted.send(
      `POST /api/v1/render?columns=8 HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nContent-Length: ${IMAGE.length}\r\n\r\n`,
    );
    accepted.send(IMAGE.subarray(0, 20));
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill("SIGTERM");
    const health = async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).json();
    await expect.poll(health).toMatchObject({ status: "draining" });
    accepted.send(IMAGE.subarray(20));
    expect((await accepted.response()).status).toBe(200);
    expect(await exit).toEqual([0, null]);
    await vi.waitFor(() => expect(below.filter(isRunning)).toEqual([]), { timeout: 10_000 });
  });

  test("also ends a service started by `npx`, whose shell does not forward the signal", async () => {
    const serve = "node --conditions=@lumiglyph/source packages/lumiglyph/src/cli/main.ts serve";
    const { child, exit, below } = await startWithNpm("exec", "-c", serve);
    // a shell, the service, a worker and perhaps the spare
    expect(below.length).toBeGreaterThan(1);
    child.kill("SIGTERM");
    await exit;
    await vi.waitFor(() => expect(below.filter(isRunning)).toEqual([]), { timeout: 10_000 });
  });
});

describe("the systemd unit", () => {
  const unit = readFileSync(join(ROOT, "deploy/systemd/lumiglyph.service"), "utf8");
  const values = (name: string): readonly string[] =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value!);

  test("is accepted by systemd, which rates its exposure as low", () => {
    // Node may be elsewhere here
    const file = join(work, "lumiglyph.service");
    writeFileSync(file, unit.replace("/usr/bin/node", process.execPath));
    const analyze = (...args: readonly string[]): string => {
      const done = execFileSync("bash", ["-c", 'exec systemd-analyze --no-pager "$@" 2>&1', "bash", ...args, file]);
      return done.toString();
    };
    expect(analyze("verify")).toBe("");
    // in tenths; fails above it
    expect(analyze("security", "--offline=yes", "--threshold=20")).toMatch(/Overall exposure level.*: 1\.\d OK/);
  });

  test("starts the entry that the package exports", () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, "apps/service/package.json"), "utf8"));
    const [command = ""] = values("ExecStart");
    const [, inPackage] = command.split(`node_modules/${manifest.name}/`);
    expect(`./${inPackage}`).toBe(manifest.exports["./main"].default);
  });

  test("passes settings and the credential so that the service accepts them", async () => {
    const folder = join(work, "credentials");
    mkdirSync(folder);
    for (const loaded of values("LoadCredential")) writeFileSync(join(folder, loaded.split(":")[0]!), `${KEY}\n`);
    const pairs = values("Environment").flatMap((value) => value.replaceAll("%d", folder).split(" "));
    const env = Object.fromEntries(pairs.map((pair) => pair.split("=") as [string, string]));
    for (const name of Object.keys(env).filter((name) => name !== "NODE_ENV")) {
      expect([...SETTING_NAMES, ...SECRET_FILE_NAMES]).toContain(name);
    }
    const { url, stop } = await startProcess({ ...env, SERVICE_PORT: "0", SERVICE_METRICS_PORT: "0" });
    const status = (key: string) =>
      fetch(`${url}/api/v1/platform/status`, { headers: { authorization: `Bearer ${key}` } });
    expect([(await status(KEY)).status, (await status("another")).status]).toEqual([200, 401]);
    await stop();
  });
});

const KEY = "0123456789abcdef0123456789abcdef";
