import { NEEDS_NODE, restrictsWorkers } from "./host.ts";

// Nothing else is imported before this check: an older Node would fail on an import with a stack
// trace instead of a message.
if (!restrictsWorkers) {
  process.stderr.write(`${NEEDS_NODE}\n`);
  process.exit(1);
}

// V8 counts the bytes of uploads as heap. Its initial heap is so small that every fifteen uploads
// trigger a full collection; this many megabytes cut that to a third. V8 reads the flag only when a
// process starts, so the process replaces itself, keeping its id and pipes. Every way to start the
// service passes through here. Windows has no execve and does without.
const HEAP = "--initial-old-space-size=192";
// `node:ffi` warns on standard error, which is the log
const QUIET = "--disable-warning=ExperimentalWarning";
if (process.platform !== "win32" && process.execve !== undefined && !process.execArgv.includes(HEAP)) {
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, HEAP, QUIET, ...process.argv.slice(1)],
    process.env,
  );
}
await import("./start.ts");
