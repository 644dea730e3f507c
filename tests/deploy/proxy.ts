import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificate } from "../redis/support/certificate.ts";
import { type Certificate, freePort } from "../redis/support/redis-server.ts";
import { programPath } from "../support/programs.ts";

const DEPLOY = join(import.meta.dirname, "../../deploy");

/** A proxy from the examples in deploy/, in front of two instances. */
export type RunningProxy = { readonly url: string; readonly stop: () => Promise<void> };

/** The two instances, as `host:port`. */
type Instances = readonly [one: string, two: string];

/** A test's changes to an example. */
type Change = (text: string) => string;

/** Switches on the commented lines of an example: those for TLS, and those for a proxy in front, which is on loopback. */
export const switchedOn =
  (tlsAt: string, { cert, key, both }: ProxyCertificate): Change =>
  (text) =>
    text
      .replace(/^ *http-request del-header x-forwarded-for\n/m, "")
      .replace(/^ *tcp-request connection reject .*\n/m, "")
      .replace(/^( *)# (?=(?:bind|(?:http|tcp)-request|listen|ssl_\w+|set_real_ip_from|real_ip_\w+) )/gm, "$1")
      .replace("bind :443", `bind ${tlsAt}`)
      .replace("listen 443", `listen ${tlsAt}`)
      .replaceAll("10.0.0.0/8", "127.0.0.1/32")
      .replace("/etc/haproxy/lumiglyph.pem", both)
      .replace("/etc/nginx/lumiglyph.crt", cert)
      .replace("/etc/nginx/lumiglyph.key", key);

/** A certificate, its key, and a file with both. */
type ProxyCertificate = Certificate & { readonly both: string };

/** A self-signed certificate, as nginx and as haproxy read one. */
export const makeProxyCertificate = (): ProxyCertificate & { readonly remove: () => Promise<void> } => {
  const made = makeCertificate();
  const both = `${made.cert}.both`;
  writeFileSync(both, readFileSync(made.cert, "utf8") + readFileSync(made.key, "utf8"));
  return { ...made, both };
};

/** haproxy with the example, which reads its addresses from the environment. */
export const startHaproxy = async ([one, two]: Instances, change: Change = (text) => text): Promise<RunningProxy> => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-haproxy-"));
  const bind = `127.0.0.1:${await freePort()}`;
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, change(readFileSync(join(DEPLOY, "haproxy/haproxy.cfg"), "utf8")));
  const child = spawn(programPath("haproxy"), ["-db", "-f", file], {
    env: { PATH: process.env["PATH"], LUMIGLYPH_BIND: bind, LUMIGLYPH_ONE: one, LUMIGLYPH_TWO: two },
    stdio: "ignore",
  });
  return running(child, `http://${bind}`, () => rmSync(folder, { recursive: true, force: true }));
};

/** nginx with the example in a minimal configuration, with the connections that it asks for. */
export const startNginx = async ([one, two]: Instances, change: Change = (text) => text): Promise<RunningProxy> => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-nginx-"));
  // started by root, its workers run as another user
  chmodSync(folder, 0o755);
  const bind = `127.0.0.1:${await freePort()}`;
  const site = change(readFileSync(join(DEPLOY, "nginx/nginx.conf"), "utf8"))
    .replace("listen 8080;", `listen ${bind};`)
    .replace("/var/cache/lumiglyph", `${folder}/cache`)
    .replaceAll("server 127.0.0.1:8787 ", `server ${one} `)
    .replaceAll("server 127.0.0.1:8797 ", `server ${two} `);
  const temps = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; events { worker_connections 8192; } http { access_log off; ${temps} ${site} }`,
  );
  const child = spawn(programPath("nginx"), ["-p", folder, "-e", join(folder, "errors"), "-c", file], {
    stdio: "ignore",
  });
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
