#!/usr/bin/env node
// Serves the MCP tool over standard input and output: lumiglyph-mcp [--root DIR], as the registry of servers starts it.
// Nothing is imported before this check: an older Node would fail on an import with a stack trace instead of a sentence.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major! < 22 || (major === 22 && minor! < 19)) {
  process.stderr.write(`lumiglyph-mcp needs Node 22.19 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
const { realpathSync, statSync } = await import("node:fs");
const { homedir } = await import("node:os");
const { isAbsolute, parse, relative, sep } = await import("node:path");
const { parseArgs } = await import("node:util");
const { readSettings, serveToolsOnStdio } = await import("@lumiglyph/service/mcp");

const warn = (sentence: string): void => void process.stderr.write(`lumiglyph-mcp: ${sentence}\n`);

const fail = (sentence: string): never => {
  warn(sentence);
  process.exit(2);
};

const rootIn = (args: readonly string[]): string | null => {
  try {
    return parseArgs({ args: [...args], options: { root: { type: "string" } } }).values.root ?? currentFolder();
  } catch {
    return fail(
      "It takes one flag, the folder of pictures that it may read and write to: lumiglyph-mcp --root pictures",
    );
  }
};

/** Many programs start it in `/` or in the home folder, which no user meant to share. */
const currentFolder = (): string | null => {
  const folder = process.cwd();
  const home = relative(folder, realpathOf(homedir()));
  // not even the folder of all homes
  const hasHome = home === "" || !(isAbsolute(home) || home === ".." || home.startsWith(`..${sep}`));
  if (parse(folder).root !== folder && !hasHome) return folder;
  warn(`It was started in ${folder} and serves no folder. Name one: lumiglyph-mcp --root pictures`);
  return null;
};

const realpathOf = (path: string): string => {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
};

const root = rootIn(process.argv.slice(2));
if (root !== null && statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) {
  fail(`${root}: there is no such folder.`);
}
const reading = readSettings(process.env);
if ("problems" in reading) fail(reading.problems.join("\n"));
else {
  const parts = { input: process.stdin, output: process.stdout, root, warn };
  await serveToolsOnStdio(reading.settings, parts).catch(({ message }: Error) => fail(message));
}
