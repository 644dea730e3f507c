import { spawnSync } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createReceiverServer } from "./receiver/receiver-server.ts";

/**
 * Builds the reference receiver and serves it on a loopback port:
 * `npm run tool -- scripts/receiver.ts --port 8788 --studio http://localhost:8787`.
 * `--studio` may be repeated; the default is the studio of `npm start`, as localhost and 127.0.0.1.
 */
const { values } = parseArgs({
  options: { port: { type: "string", default: "8788" }, studio: { type: "string", multiple: true, default: [] } },
});

const root = join(import.meta.dirname, "..");
const folder = join(root, "apps/receiver/dist");
const port = Number(values.port);
const invalid = values.studio.filter((studio) => !URL.canParse(studio) || new URL(studio).origin !== studio);
if (!Number.isInteger(port) || port < 0 || port > 65_535) fail(`--port must be from 0 to 65535, not ${values.port}.`);
if (invalid.length > 0) fail(`--studio must be an origin such as http://localhost:8787, not ${invalid.join(", ")}.`);
const vite = [join(root, "node_modules/vite/bin/vite.js"), "build", join(root, "apps/receiver"), "--logLevel", "warn"];
if (spawnSync(process.execPath, vite, { stdio: "inherit" }).status !== 0) fail("The receiver does not build.");

const server = createReceiverServer({ folder, studios: values.studio });
server.on("error", ({ message }) => fail(message));
server.listen(port, "127.0.0.1");
await once(server, "listening");
console.log(`The receiver listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
