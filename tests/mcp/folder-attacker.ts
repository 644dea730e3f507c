import { existsSync, linkSync, renameSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";

// Runs as a separate process: swaps links and folders, in and around a root, until a file `stop`
// exists.
const [outer = "", way = ""] = process.argv.slice(2);
const [root, outside] = [join(outer, "root"), join(outer, "outside")];
const [inner, file] = [join(root, "inner"), join(root, "inner/same.txt")];

/** Each makes one swap and reverts it. */
const WAYS: { readonly [name: string]: readonly (() => void)[] } = {
  // a link instead of a folder
  link: [
    () => renameSync(inner, join(root, "away")),
    () => symlinkSync(outside, inner),
    () => unlinkSync(inner),
    () => renameSync(join(root, "away"), inner),
  ],
  // the folder itself leaves the root
  move: [() => renameSync(inner, join(outer, "away")), () => renameSync(join(outer, "away"), inner)],
  // a link instead of the root
  root: [
    () => renameSync(root, join(outer, "away")),
    () => symlinkSync(outside, root),
    () => unlinkSync(root),
    () => renameSync(join(outer, "away"), root),
  ],
  // the file: a link to an outside file, and a second name of one
  file: [
    () => symlinkSync(join(outside, "same.txt"), file),
    () => unlinkSync(file),
    () => linkSync(join(outside, "same.txt"), file),
    () => unlinkSync(file),
  ],
};

process.stdout.write("begun");
while (!existsSync(join(outer, "stop"))) {
  for (const step of WAYS[way] ?? []) {
    try {
      step();
    } catch {
      // the writer created the file first
    }
  }
}
