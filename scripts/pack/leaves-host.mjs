import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";

/*
 * An app that uses sharp itself: prints what differs in its process after `import` and `draw`, and the art of a picture. Runs in every
 * runtime of `pack-check --runtimes`, as plain JavaScript.
 */
const [picture] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "lumiglyph-host-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const gray = () => sharp({ create: { width: 8, height: 8, channels: 3, background: "#808080" } });
const path = join(folder, "own.png");
writeFileSync(path, await gray().png().toBuffer());
const tiff = await gray().tiff().toBuffer();
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>');
sharp.concurrency(3);
sharp.cache({ memory: 77, files: 7, items: 177 });

const formatOf = (input) =>
  sharp(input)
    .metadata()
    .then(({ format }) => format, String);

/** Everything in this process that a library could change and its host would notice. */
const stateNow = async () => {
  const { memory, files, items } = sharp.cache();
  const keys = (object) => Object.entries(Object.getOwnPropertyDescriptors(object));
  // values are compared too: a patched function has the name of the one that it replaces
  const own = (name, object) => keys(object).map(([key, { value, get }]) => [`${name}.${key}`, get ?? value]);
  const listeners = (name, emitter) =>
    emitter.eventNames().map((event) => [`${name} on ${String(event)}`, emitter.listenerCount(event)]);
  return new Map([
    ["sharp of a path", await formatOf(path)],
    ["sharp of an SVG", await formatOf(svg)],
    ["sharp of a TIFF", await formatOf(tiff)],
    ["sharp.concurrency()", sharp.concurrency()],
    ["sharp.cache()", `${memory.max} ${files.max} ${items.max}`],
    ["sharp.simd()", sharp.simd()],
    ...Object.entries(process.env).map(([name, value]) => [`environment ${name}`, value]),
    ...listeners("process", process),
    ...listeners("stdout", process.stdout),
    ...listeners("stderr", process.stderr),
    ...listeners("sharp.queue", sharp.queue),
    ["process.exitCode", process.exitCode],
    ["process.title", process.title],
    ["folder", process.cwd()],
    ...own("globalThis", globalThis),
    ...[Object, Array, Function, String, Promise, Uint8Array, Map, Error].flatMap((each) => [
      ...own(each.name, each),
      ...own(`${each.name}.prototype`, each.prototype),
    ]),
    ...["Math", "JSON", "Reflect", "console", "WebAssembly"].flatMap((name) => own(name, globalThis[name])),
  ]);
};

const differences = (before, after) =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => !Object.is(before.get(name), after.get(name)))
    .map((name) => `${name}: ${String(before.get(name))} before, ${String(after.get(name))} after`);

// reading streams and lazy globals creates them
await stateNow();
const before = await stateNow();
const { draw, drawPng, Refusal } = await import("lumiglyph");
const imported = differences(before, await stateNow());
const { text } = await draw(picture, { columns: 60, color: true, format: "ansi" });
await draw(picture, { columns: 40, font: "dejavu" });
await drawPng(picture, { columns: 40 });
for (const refused of [svg, tiff]) {
  const error = await draw(refused).catch((thrown) => thrown);
  if (!(error instanceof Refusal)) throw error;
}
const drawn = differences(before, await stateNow());
console.log(JSON.stringify({ imported, drawn, checked: before.size, text }));
