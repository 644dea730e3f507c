import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../pack/published.ts";
import type { Site } from "./site.ts";

/** Copies what a clone of this repository would have, with what is not committed yet. */
export const checkOut = (site: Site, folder: string): void => {
  const listed = site.ask(["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
  const present = listed.split("\0").filter((path) => path !== "" && existsSync(join(ROOT, path)));
  for (const path of present) cpSync(join(ROOT, path), join(folder, path), { verbatimSymlinks: true });
};
