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
  external: [/^node:/, "sharp", "harfbuzzjs", /^@lumiglyph\/service/],
  resolve: { conditionNames: ["@lumiglyph/source", "node", "import"] },
});
await bundle.write({ dir: FOLDER, entryFileNames: "[name].js", chunkFileNames: "[name].js" });
chmodSync(join(FOLDER, "lumiglyph.js"), 0o755);
