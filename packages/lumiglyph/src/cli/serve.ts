import { stat } from "node:fs/promises";
import type { McpCommand, ServeCommand } from "./commands/command.ts";
import { type Streams, UsageError, warn } from "./streams.ts";

/** Starts the service in this process, which then exits as the service does. Flags override the environment. */
export const serveHttp = async ({ port, host }: ServeCommand): Promise<void> => {
  if (port !== null) process.env["SERVICE_PORT"] = port;
  if (host !== null) process.env["SERVICE_HOST"] = host;
  await import("@lumiglyph/service/main").catch(needsService("serve"));
};

/** Serves the tool over standard input and output until the input ends. */
export const serveMcp = async ({ root }: McpCommand, { stdin, stdout, stderr, env }: Streams): Promise<void> => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major === 22 && minor < 19) {
    throw new UsageError(`\`mcp\` needs Node 22.19 or newer, and this is Node ${process.versions.node}.`);
  }
  if (root !== null && !(await isFolder(root))) throw new UsageError(`${root}: there is no such folder.`);
  const { readSettings, serveToolsOnStdio } = await import("@lumiglyph/service/mcp").catch(needsService("mcp"));
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
const needsService =
  (command: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code !== "ERR_MODULE_NOT_FOUND" || !/'@lumiglyph\/service(?:\/\w+)?'/.test(error.message)) throw error;
    throw new UsageError(
      `\`${command}\` needs the service. Install it where lumiglyph is: npm install @lumiglyph/service (with --global if lumiglyph is global).`,
    );
  };

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
};
