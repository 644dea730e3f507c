import { stat } from "node:fs/promises";
import type { McpCommand } from "./command.ts";
import type { Streams } from "./run.ts";
import { UsageError } from "./usage-error.ts";

/** Serves the tool to whoever started this process, until the input ends. */
export const serveMcp = async ({ root }: McpCommand, { stdin, stdout, stderr, env }: Streams): Promise<void> => {
  if (root !== null && !(await isFolder(root))) throw new UsageError(`${root}: there is no such folder.`);
  // loaded only here: drawing a picture needs no server
  const { readSettings, serveToolsOnStdio } = await import("@lumiglyph/service");
  const reading = readSettings(env);
  if ("problems" in reading) throw new UsageError(reading.problems.join("\n"));
  const warn = (sentence: string) => void stderr.write(`lumiglyph: ${sentence}\n`);
  await serveToolsOnStdio(reading.settings, { input: stdin, output: stdout, root, warn });
};

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
};
