import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../redis/support/redis-server.ts";

const DEPLOY = join(import.meta.dirname, "../../deploy");

/** A proxy from the examples in deploy/, in front of two instances. */
export type RunningProxy = { readonly url: string; readonly stop: () => Promise<void> };

/** The two instances, as `host:port`. */
type Instances = readonly [one: string, two: string];

/** haproxy with the unchanged example, which reads its addresses from the environment. */
export const startHaproxy = async ([one, two]: Instances): Promise<RunningProxy> => {
  const bind = `127.0.0.1:${await freePort()}`;
  const child = spawn("haproxy", ["-db", "-f", join(DEPLOY, "haproxy/haproxy.cfg")], {
    env: { PATH: process.env["PATH"], LUMIGLYPH_BIND: bind, LUMIGLYPH_ONE: one, LUMIGLYPH_TWO: two },
    stdio: "ignore",
  });
  return running(child, `http://${bind}`);
};

/** nginx with the example in a minimal configuration. */
export const startNginx = async ([one, two]: Instances): Promise<RunningProxy> => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-nginx-"));
  // started by root, its workers run as another user
  chmodSync(folder, 0o755);
  const bind = `127.0.0.1:${await freePort()}`;
  const site = readFileSync(join(DEPLOY, "nginx/nginx.conf"), "utf8")
    .replace("listen 8080;", `listen ${bind};`)
    .replace("/var/cache/lumiglyph", `${folder}/cache`)
    .replace("server 127.0.0.1:8787 ", `server ${one} `)
    .replace("server 127.0.0.1:8797 ", `server ${two} `);
  const temps = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  const file = join(folder, "nginx.conf");
  writeFileSync(file, `daemon off; pid ${folder}/pid; events {} http { access_log off; ${temps} ${site} }`);
  const child = spawn("nginx", ["-p", folder, "-e", join(folder, "errors"), "-c", file], { stdio: "ignore" });
  return running(child, `http://${bind}`, () => rmSync(folder, { recursive: true, force: true }));
};

/** Waits until a started proxy answers. */
export const running = async (child: ChildProcess, url: string, tidy = (): void => {}): Promise<RunningProxy> => {
  const exit = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await exit;
    tidy();
  };
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.ok === true) return { url, stop };
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`${child.spawnfile} does not answer.`);
};
