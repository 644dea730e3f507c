import { stat } from "node:fs/promises";
import { type Streams, tell, UsageError } from "../streams.ts";
import type { McpCommand } from "../words/command.ts";
import { needNode } from "./needed-node.ts";

/** Serves the tool over standard input and output until the input ends. */
export const serveMcp = async ({ root }: McpCommand, { stdin, stdout, stderr, env }: Streams): Promise<void> => {
  needNode("mcp", process.versions.node);
  if (root !== null && !(await isFolder(root))) throw new UsageError(`${root}: there is no such folder.`);
  const { readSettings, serveToolsOnStdio } = await import("@lumiglyph/service");
  const reading = readSettings(env);
  if ("problems" in reading) throw new UsageError(reading.problems.join("\n"));
  const warn = (sentence: string) => tell(stderr, sentence);
  await serveToolsOnStdio(reading.settings, { input: stdin, output: stdout, root, warn });
};

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
};
