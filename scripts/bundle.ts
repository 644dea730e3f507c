import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type OutputOptions, type RolldownOptions, rolldown } from "rolldown";
import { ROOT } from "./pack/published.ts";

/*
 * Bundles code that has to start fast: the command line, which then reads a few files instead of
 * some 300 modules, and the element, for pages without a bundler. Rarely needed code is in separate
 * chunks.
 */
const SOURCE = "@lumiglyph/source";

const COMMAND = join(ROOT, "packages/lumiglyph/src/cli");
const ELEMENT = join(ROOT, "packages/element/src");

/** Libraries with native code, and the optional service, are not bundled. */
const command: RolldownOptions = {
  input: {
    lumiglyph: join(COMMAND, "main.ts"),
    // started by name, in separate threads
    "draw-worker": join(COMMAND, "draw/draw-worker.ts"),
  },
  platform: "node",
  preserveEntrySignatures: "allow-extension",
  external: [/^node:/, "sharp", "harfbuzzjs", /^@lumiglyph\/service/],
  resolve: { conditionNames: [SOURCE, "node", "import"] },
  // as in the package's `engines`
  transform: { target: "node22" },
};

const element: RolldownOptions = {
  input: { "lumi-glyph": join(ELEMENT, "index.ts") },
  platform: "browser",
  preserveEntrySignatures: "allow-extension",
  resolve: { conditionNames: [SOURCE, "browser", "import"] },
  // like the studio: the oldest browsers of decision 13
  transform: { target: ["chrome123", "edge123", "firefox125", "safari17.5"] },
};

/** Tests a module's path with slashes; on Windows, the bundler has backslashes. */
const withSlashes =
  (pattern: RegExp) =>
  (path: string): boolean =>
    pattern.test(path.replaceAll("\\", "/"));

const commandFolder = join(ROOT, "packages/lumiglyph/dist/bin");

await write(command, {
  dir: commandFolder,
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      // few files, because each takes Node a millisecond or two; the decoder starts while the
      // engine loads
      {
        name: "command",
        test: withSlashes(
          /packages\/(?:contract|lumiglyph\/src\/cli\/(?!main|draw\/(?:animate|draw-worker|draw-picture)|decode-file|calibrate|serve|help|completion))|decode\/src\/sniff|engine\/src\/cells/,
        ),
      },
      {
        name: "decode",
        test: withSlashes(/packages\/(?:decode\/src\/(?!font|sniff)|lumiglyph\/src\/cli\/draw\/draw-picture)/),
      },
      // a font's profile is loaded on demand
      {
        name: "engine",
        test: withSlashes(
          /packages\/(?:engine\/src\/(?!cells|glyphs\/generated\/fonts\/(?!any))|lumiglyph\/src\/draw-raster)/,
        ),
      },
    ],
  },
});
chmodSync(join(commandFolder, "lumiglyph.js"), 0o755);
await write(element, {
  dir: join(ROOT, "packages/element/dist/bundle"),
  minify: true,
  codeSplitting: {
    includeDependenciesRecursively: false,
    // code that every page loads, in one file beside the entry; no file imports the entry, because
    // a page may load it with a query
    groups: [{ name: "draw", tags: ["$initial"], test: /packages\/(?!element\/src\/index)/ }],
  },
});

async function write(input: RolldownOptions, output: OutputOptions & { readonly dir: string }): Promise<void> {
  rmSync(output.dir, { recursive: true, force: true });
  const bundle = await rolldown(input);
  await bundle.write({ entryFileNames: "[name].js", chunkFileNames: "[name].js", ...output });
  await bundle.close();
}
