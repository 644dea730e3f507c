#!/usr/bin/env node
// Nothing is imported before this check: an older Node would fail on an import with a stack trace
// instead of a message.
if (Number.parseInt(process.versions.node, 10) < 22) {
  process.stderr.write(`lumiglyph needs Node 22 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
// Compiled code is cached between runs: compiling is half of a short command's time.
process.getBuiltinModule?.("node:module").enableCompileCache?.();
const [{ run }, { EXIT }] = await Promise.all([import("./run.ts"), import("./streams.ts")]);

/** A reader that stops early, like `head`, is not an error; a full disk is. */
const onOutputError = (error: NodeJS.ErrnoException): void => {
  if (error.code === "EPIPE") return;
  process.stderr.write(`lumiglyph: The output cannot be written (${error.code}).\n`);
  process.exit(EXIT.failed.code);
};

process.stdout.on("error", onOutputError);
process.stderr.on("error", () => {});
process.exitCode = await run(process.argv.slice(2), process);

export {};
