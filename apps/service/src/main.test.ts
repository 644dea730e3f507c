import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import { childrenOf, isRunning } from "../../../tests/support/child-processes.ts";
import { largePng } from "../../../tests/support/large-png.ts";
import { openConnection } from "./testing/raw-connection.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

/** One gray pixel, rendered in eight columns as eight by four cells: 36 characters with line feeds. */
const image = readFileSync(new URL("../../../fixtures/charts/one-pixel.png", import.meta.url));

const PNG = { "content-type": "image/png" };

const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** Prefix of a command without privileges, even where this test has them. */
const UNPRIVILEGED = ["setpriv", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"];
const canDrop = process.platform === "linux" && spawnSync("sh", ["-c", `${UNPRIVILEGED.join(" ")} true`]).status === 0;

/** Allows for a machine that is busy with other tests. */
const PATIENTLY = { timeout: 60_000 };

const KEY = "0123456789abcdef0123456789abcdef";

const spawnMain = (env: { readonly [name: string]: string }, prefix: readonly string[] = []) => {
  const [program = "", ...args] = [...prefix, process.execPath, "--conditions=@lumiglyph/source", MAIN];
  const child = spawn(program, args, {
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  started.push(child);
  return child;
};

/** Starts the service on a free port and waits for the log line with its address. */
const startMain = async (env: { readonly [name: string]: string } = {}, prefix: readonly string[] = []) => {
  const child = spawnMain({ SERVICE_PORT: "0", SERVICE_RENDER_DEADLINE_MS: "60000", ...env }, prefix);
  const [line] = await once(child.stdout.setEncoding("utf8"), "data");
  const url = /^Lumiglyph listens on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(line)?.[1] ?? "";
  return { child, url, port: Number(new URL(url).port), exit: once(child, "exit") };
};

const failMain = async (env: { readonly [name: string]: string }) => {
  const child = spawnMain(env);
  const [errors, output, [code]] = await Promise.all([text(child.stderr), text(child.stdout), once(child, "exit")]);
  return { errors, output, code };
};

describe("the service as a process", () => {
  test("prints one line with its address and renders", async () => {
    const { url } = await startMain();
    const form = new FormData();
    form.set("image", new Blob([new Uint8Array(image)]), "a.png");
    const response = await fetch(`${url}/api/v1/render?columns=8`, { method: "POST", body: form });
    expect([response.status, (await response.text()).length]).toEqual([200, 36]);
  });

  test.each(["SIGTERM", "SIGINT"] as const)("stops on %s with exit code 0, at once when idle", async (signal) => {
    const { child, exit, url } = await startMain();
    await (await fetch(`${url}/api/health`)).text();
    const begun = performance.now();
    child.kill(signal);
    expect(await exit).toEqual([0, null]);
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  test("drains: reports it at once, rejects new renders, finishes accepted ones and exits with 0", async () => {
    const { child, exit, port, url } = await startMain();
    const accepted = await openConnection(port);
    const head = `POST /api/v1/render?columns=8 HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nContent-Length: ${image.length}\r\n\r\n`;
    accepted.send(head);
    accepted.send(image.subarray(0, 20));
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill("SIGTERM");
    const health = async () => (await fetch(`${url}/api/health`)).json();
    await expect.poll(health).toMatchObject({ status: "draining" });
    const late = await fetch(`${url}/api/v1/render`, {
      method: "POST",
      body: image,
      headers: { "content-type": "image/png" },
    });
    expect([late.status, late.headers.get("retry-after"), late.headers.get("connection")]).toEqual([503, "1", "close"]);
    accepted.send(image.subarray(20));
    const response = await accepted.response();
    expect([response.status, response.body.length]).toEqual([200, 36]);
    expect(await exit).toEqual([0, null]);
  });

  test("aborts unfinished work and exits with 0 in less than ten seconds", async () => {
    const { child, exit, port } = await startMain();
    const stalled = await openConnection(port);
    stalled.send(
      "POST /api/v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nContent-Length: 100\r\n\r\n",
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    const begun = performance.now();
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test("leaves no workers behind, however it ends", async () => {
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const { child, exit } = await startMain({ SERVICE_WORKERS: "1" });
      const workers = await vi.waitFor(() => {
        const found = childrenOf(child.pid ?? 0);
        // the other process is the spare
        expect(found).toHaveLength(2);
        return found;
      }, PATIENTLY);
      child.kill(signal);
      await exit;
      // a worker that is still starting notices only once it has started
      await vi.waitFor(() => expect(workers.filter(isRunning)).toEqual([]), PATIENTLY);
    }
  });

  test("leaves no busy worker behind when killed", async () => {
    const { child, port, url } = await startMain({ SERVICE_WORKERS: "1" });
    const large = largePng(4000, 4000);
    const client = await openConnection(port);
    client.send(
      `POST /api/v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nContent-Length: ${large.length}\r\n\r\n`,
    );
    client.send(large);
    const health = async () => (await fetch(`${url}/api/health`)).json();
    await expect.poll(health).toMatchObject({ load: { busy: 1 } });
    const workers = childrenOf(child.pid ?? 0);
    child.kill("SIGKILL");
    await vi.waitFor(() => expect(workers.filter(isRunning)).toEqual([]), PATIENTLY);
  });

  test("finishes accepted renders even if its workers get the signal too", async () => {
    const { child, exit, port } = await startMain({ SERVICE_WORKERS: "1" });
    const large = largePng(2000, 2000);
    const client = await openConnection(port);
    client.send(
      `POST /api/v1/render?columns=8 HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nContent-Length: ${large.length}\r\n\r\n`,
    );
    client.send(large);
    await new Promise((resolve) => setTimeout(resolve, 50));
    // like a terminal, or a supervisor that signals the whole group
    for (const pid of [child.pid ?? 0, ...childrenOf(child.pid ?? 0)]) process.kill(pid, "SIGINT");
    expect((await client.response()).status).toBe(200);
    expect(await exit).toEqual([0, null]);
  });

  test("serves metrics without a credential on a separate port, and nothing else there", async () => {
    const { child, exit, url, port } = await startMain({ SERVICE_METRICS_PORT: "0", SERVICE_WORKERS: "1" });
    let log = "";
    child.stderr.setEncoding("utf8").on("data", (lines: string) => {
      log += lines;
    });
    const place = await vi.waitFor(() => {
      const found = /Metrics are at (http:\/\/127\.0\.0\.1:\d+)\/metrics\./.exec(log)?.[1];
      if (found === undefined) throw new Error("no line");
      return found;
    }, PATIENTLY);
    const figures = async () => {
      const answer = await fetch(`${place}/metrics`);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        200,
        expect.stringMatching(/^text\/plain; version=0\.0\.4/),
      ]);
      const text = await answer.text();
      return (name: string) =>
        Number(
          text
            .split("\n")
            .find((line) => line.startsWith(`${name} `))
            ?.split(" ")[1],
        );
    };
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect((await figures())(`lumiglyph_build_info{version="${version}",node="${process.versions.node}"}`)).toBe(1);

    const renders = 'lumiglyph_render_duration_seconds_count{transport="http",format="text",status="200"}';
    const before = await figures();
    const large = largePng(2000, 2000);
    const rendered = await fetch(`${url}/api/v1/render`, { method: "POST", body: new Uint8Array(large), headers: PNG });
    expect(rendered.status).toBe(200);
    const after = await figures();
    expect(after(renders)).toBe(1);
    const cpu = "lumiglyph_worker_cpu_seconds_total";
    expect(after(cpu)).toBeGreaterThan(before(cpu));
    // of the worker and the spare, in bytes
    expect(after("lumiglyph_worker_resident_memory_bytes")).toBeGreaterThan(100e6);
    // the time of a worker that is gone still counts
    for (const pid of childrenOf(child.pid ?? 0)) process.kill(pid, "SIGKILL");
    const ends = 'lumiglyph_worker_ends_total{how="killed"}';
    await vi.waitFor(async () => expect((await figures())(ends)).toBe(2), PATIENTLY);
    expect((await figures())(cpu)).toBeGreaterThanOrEqual(after(cpu));

    for (const path of ["/", "/api/health", "/api/v1/render", "/metrics/", "/metricsx"]) {
      const answer = await fetch(`${place}${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).toBe("This port serves metrics only: GET /metrics.\n");
    }
    expect((await fetch(`${place}/metrics`, { method: "POST", body: "x" })).status).toBe(405);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    const rebound = await openConnection(Number(new URL(place).port));
    rebound.send("GET /metrics HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n");
    expect((await rebound.response()).status).toBe(403);
    expect(port).not.toBe(Number(new URL(place).port));
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
  });

  test.runIf(canDrop)("keeps its secrets and its memory from other processes of the same user", async () => {
    const env = { SERVICE_API_KEY: KEY, SERVICE_URL_KEYS: KEY, SERVICE_WORKERS: "1", SERVICE_LOG_LEVEL: "info" };
    const { child, url } = await startMain(env, UNPRIVILEGED);
    const environment = (pid: number | undefined) => readFileSync(`/proc/${pid}/environ`, "utf8");
    // this test's own process may be privileged; the values are gone in any case
    expect(environment(child.pid)).toContain("SERVICE_LOG_LEVEL=info");
    expect(environment(child.pid)).not.toContain(KEY);
    const read = (pid: number | undefined, name: string) =>
      spawnSync("setpriv", [...UNPRIVILEGED.slice(1), "head", "-c1", `/proc/${pid}/${name}`]).status;
    const sleeping = spawn("setpriv", [...UNPRIVILEGED.slice(1), "sleep", "60"]);
    started.push(sleeping);
    await vi.waitFor(() => expect(environment(sleeping.pid)).not.toBe(""), PATIENTLY);
    expect([read(sleeping.pid, "environ"), read(child.pid, "environ")]).toEqual([0, 1]);
    const status = await fetch(`${url}/api/v1/platform/status`, { headers: { authorization: `Bearer ${KEY}` } });
    expect((await status.json()).workers.seal).toBe("sealed");
    // the service can still read its own files in /proc
    expect(await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${KEY}` } })).text()).toMatch(
      /^process_open_fds [1-9]/m,
    );
  });

  test("does not start with a metrics port that is in use, and names the setting", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const env = { SERVICE_PORT: "0", SERVICE_METRICS_PORT: String(port), SERVICE_LOG_LEVEL: "silent" };
    const { code, errors } = await failMain(env);
    other.close();
    expect([code, errors]).toEqual([
      1,
      `Port ${port} on 127.0.0.1 is taken. Set SERVICE_METRICS_PORT to another one, or to 0 for any free one.\n`,
    ]);
  });

  test("does not start with invalid settings: prints one sentence per problem and exits with 1", async () => {
    expect(await failMain({ SERVICE_PORT: "abc", SERVICE_LOG_LEVEL: "loud", SERVICE_PROT: "1" })).toEqual({
      code: 1,
      output: "",
      errors: [
        'SERVICE_PORT must be an integer from 0 to 65535, but is "abc". Set for example SERVICE_PORT=8787.',
        'SERVICE_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but is "loud". Set for example SERVICE_LOG_LEVEL=info.',
        "SERVICE_PROT is not a setting and is ignored. Did you mean SERVICE_PORT?",
        "",
      ].join("\n"),
    });
  });

  test("does not start on a port that is in use, and reports it", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, errors } = await failMain({ SERVICE_PORT: String(port), SERVICE_LOG_LEVEL: "silent" });
    other.close();
    expect([code, errors]).toEqual([
      1,
      `Port ${port} on 127.0.0.1 is taken. Set SERVICE_PORT to another one, or to 0 for any free one.\n`,
    ]);
  });

  test("does not start on an address that is not local, and reports it", async () => {
    const { code, errors } = await failMain({ SERVICE_HOST: "192.0.2.1", SERVICE_LOG_LEVEL: "silent" });
    expect([code, errors]).toEqual([
      1,
      "192.0.2.1 is not an address of this machine. Set SERVICE_HOST=127.0.0.1, or 0.0.0.0 for every interface.\n",
    ]);
  });
});
