import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** A service that `npm start` has started in a folder: its port, and how to end it. */
export type StartedService = { readonly port: number; readonly stop: () => Promise<void> };

/** Types `npm start`, with only the port and the log's level set. */
export const startService = async (folder: string): Promise<StartedService> => {
  const env = { PATH: process.env["PATH"], HOME: folder, SERVICE_PORT: "0", SERVICE_LOG_LEVEL: "warn" };
  // a group of its own: npm, its shell and the service end together
  const child = spawn("npm", ["start"], { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const exit = once(child, "exit");
  const errors = text(child.stderr);
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) process.kill(-child.pid!, "SIGTERM");
    await exit;
  };
  let said = "";
  for await (const part of child.stdout.setEncoding("utf8")) {
    said += part;
    const port = /^Lumiglyph listens on http:\/\/\S+:(\d+)$/m.exec(said)?.[1];
    if (port !== undefined) return { port: Number(port), stop };
  }
  await exit;
  throw new Error(`npm start said: ${said}${await errors}`);
};
