import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import type { McpCommand, ServeCommand } from "./commands/command.ts";
import { type Streams, UsageError, warn } from "./streams.ts";

/** Starts the service in this process, which then exits as the service does. Flags override the environment. */
export const serveHttp = async ({ port, host }: ServeCommand): Promise<void> => {
  if (port !== null) process.env["SERVICE_PORT"] = port;
  if (host !== null) process.env["SERVICE_HOST"] = host;
  expectService("serve");
  await import("@lumiglyph/service/main");
};

/** Serves the tool over standard input and output until the input ends. */
export const serveMcp = async ({ root }: McpCommand, { stdin, stdout, stderr, env }: Streams): Promise<void> => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major === 22 && minor < 19) {
    throw new UsageError(`\`mcp\` needs Node 22.19 or newer, and this is Node ${process.versions.node}.`);
  }
  if (root !== null && !(await isFolder(root))) throw new UsageError(`${root}: there is no such folder.`);
  expectService("mcp");
  const { readSettings, serveToolsOnStdio } = await import("@lumiglyph/service/mcp");
  const reading = readSettings(env);
  if ("problems" in reading) throw new UsageError(reading.problems.join("\n"));
  await serveToolsOnStdio(reading.settings, {
    input: stdin,
    output: stdout,
    root,
    warn: (sentence) => warn(stderr, sentence),
  }).catch(({ message }: Error) => {
    throw new UsageError(message);
  });
};

/** Rendering needs no server, so the service is not installed with this package. */
const expectService = (command: string): void => {
  try {
    createRequire(import.meta.url).resolve("@lumiglyph/service/main");
  } catch {
    throw new UsageError(
      `\`${command}\` needs the service. Install it where lumiglyph is: npm install @lumiglyph/service (with --global if lumiglyph is global).`,
    );
  }
};

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
};
