import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Builds a page into a folder like `npm run build`, in its own process because Vitest has configured this one for tests. */
export const buildStudio = async (folder: string, app: "studio" | "receiver" = "studio"): Promise<void> => {
  const args = ["node_modules/vite/bin/vite.js", "build", `apps/${app}`, "--outDir", folder, "--emptyOutDir"];
  const { NODE_ENV: _, ...env } = process.env;
  const child = spawn(process.execPath, [...args, "--logLevel", "warn"], { cwd: ROOT, env });
  const [said, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  if (code !== 0) throw new Error(`The ${app} does not build.\n${said}${errors}`);
};
