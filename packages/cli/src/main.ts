#!/usr/bin/env node
import { run } from "./run.ts";
import { EXIT } from "./streams.ts";

/** A reader that stops early, like `head`, is not an error; a full disk is. */
const takeFault = (error: NodeJS.ErrnoException): void => {
  if (error.code === "EPIPE") return;
  process.stderr.write(`lumiglyph: The output cannot be written (${error.code}).\n`);
  process.exit(EXIT.failed.code);
};

process.stdout.on("error", takeFault);
process.stderr.on("error", () => {});
process.exitCode = await run(process.argv.slice(2), process);
