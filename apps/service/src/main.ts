// Nothing is imported before this check: an older Node would fail on an import with a stack trace instead of a sentence.
// 26 is the first version that can deny worker processes the network.
if (Number.parseInt(process.versions.node, 10) < 26) {
  process.stderr.write(`The Lumiglyph service needs Node 26 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}

// V8 counts the bytes of uploads as heap. It begins with so small a heap that it would collect all of it every fifteen
// uploads; with this many megabytes it does so a third as often. The flag works only at the start of a process, so that it
// replaces itself, with its id and its pipes: here is the one place for every way to start it. Windows has no such call.
const HEAP = "--initial-old-space-size=192";
if (process.platform !== "win32" && process.execve !== undefined && !process.execArgv.includes(HEAP)) {
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, HEAP, ...process.argv.slice(1)],
    process.env,
  );
}
await import("./start.ts");

export {};
