import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { programPath } from "../support/programs.ts";

/** The element and its parts as a page loads them: code by path; it begins with `/element.js`. */
export const elementModules = async (): Promise<ReadonlyMap<string, string>> => {
  const build = await rolldown({
    input: { element: new URL("../../packages/element/src/index.ts", import.meta.url).pathname },
    platform: "browser",
    resolve: { conditionNames: ["@lumiglyph/source"] },
  });
  const { output } = await build.generate({ format: "esm", entryFileNames: "[name].js", chunkFileNames: "[name].js" });
  return new Map(output.map((file) => [`/${file.fileName}`, "code" in file ? file.code : ""]));
};

/** Two seconds of a test pattern as WebM, made in this folder. */
export const testFilm = (folder: string): Buffer => {
  const path = join(folder, "film.webm");
  const pattern = "testsrc=size=160x120:rate=15:duration=2";
  spawnSync(programPath("ffmpeg"), ["-v", "error", "-f", "lavfi", "-i", pattern, "-c:v", "libvpx", path]);
  return readFileSync(path);
};
