#!/usr/bin/env node
// Serves the MCP tool over standard input and output: lumiglyph-mcp [--root DIR], as the registry of servers starts it.
// Nothing is imported before this check: an older Node would fail on an import with a stack trace instead of a sentence.
if (Number.parseInt(process.versions.node, 10) < 26) {
  process.stderr.write(`The Lumiglyph service needs Node 26 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
const { parseArgs } = await import("node:util");
const { statSync } = await import("node:fs");
const { readSettings } = await import("./config/read-settings.ts");
const { serveToolsOnStdio } = await import("./mcp/stdio.ts");

const warn = (sentence: string): void => void process.stderr.write(`lumiglyph-mcp: ${sentence}\n`);

const fail = (sentence: string): never => {
  warn(sentence);
  process.exit(2);
};

const rootIn = (args: readonly string[]): string | null => {
  try {
    return parseArgs({ args: [...args], options: { root: { type: "string" } } }).values.root ?? null;
  } catch {
    return fail(
      "It takes one flag, the folder of pictures that it may read and write to: lumiglyph-mcp --root pictures",
    );
  }
};

const root = rootIn(process.argv.slice(2));
if (root !== null && statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) {
  fail(`${root}: there is no such folder.`);
}
const reading = readSettings(process.env);
if ("problems" in reading) fail(reading.problems.join("\n"));
else await serveToolsOnStdio(reading.settings, { input: process.stdin, output: process.stdout, root, warn });

export {};
