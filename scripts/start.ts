import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** `npm start`: builds the studio, in about a second, then runs the service in this process, so that signals reach it. */
const root = join(import.meta.dirname, "..");
const vite = [join(root, "node_modules/vite/bin/vite.js"), "build", join(root, "apps/studio"), "--logLevel", "warn"];
const { status } = spawnSync(process.execPath, vite, { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
await import("../apps/service/src/main.ts");
