import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { ROOT } from "./pack/published.ts";

/*
 * Bundles the command line, so that it starts by reading a few files instead of some 300 modules. What a command does not
 * need stays in chunks of its own. Libraries with native code, and the optional service, are not bundled.
 */
const SOURCES = join(ROOT, "packages/lumiglyph/src/cli");
const FOLDER = join(ROOT, "packages/lumiglyph/dist/bin");

rmSync(FOLDER, { recursive: true, force: true });
const bundle = await rolldown({
  input: {
    lumiglyph: join(SOURCES, "main.ts"),
    // started by name, in threads of its own
    "draw-worker": join(SOURCES, "draw/draw-worker.ts"),
  },
  platform: "node",
  preserveEntrySignatures: "allow-extension",
  external: [/^node:/, "sharp", "harfbuzzjs", /^@lumiglyph\/service/],
  resolve: { conditionNames: ["@lumiglyph/source", "node", "import"] },
});
await bundle.write({
  dir: FOLDER,
  entryFileNames: "[name].js",
  chunkFileNames: "[name].js",
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: "contract", test: /packages\/contract\/src/ },
      // apart, so that a picture is decoded while the engine is loaded
      { name: "cells", test: /packages\/engine\/src\/cells/ },
      { name: "sniff", test: /packages\/decode\/src\/sniff/ },
      { name: "decode", test: /packages\/decode\/src\/(?!font)/ },
      // a font's profile is loaded when it is asked for
      { name: "engine", test: /packages\/engine\/src\/(?!glyphs\/generated\/fonts\/(?!any))/ },
    ],
  },
});
chmodSync(join(FOLDER, "lumiglyph.js"), 0o755);
