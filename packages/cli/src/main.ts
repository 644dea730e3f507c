#!/usr/bin/env node
import { run } from "./run.ts";

/** Whoever reads the output may stop before its end, as `head` does: no failure of this command. */
const allowEarlyEnd = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "EPIPE") throw error;
};

process.stdout.on("error", allowEarlyEnd);
process.stderr.on("error", allowEarlyEnd);
process.exitCode = await run(process.argv.slice(2), process);
