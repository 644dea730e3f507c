// Nothing is imported before this check: an older Node would fail on an import with a stack trace instead of a sentence.
// 26 is the first version that can deny worker processes the network.
if (Number.parseInt(process.versions.node, 10) < 26) {
  process.stderr.write(`The Lumiglyph service needs Node 26 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
await import("./start.ts");

export {};
