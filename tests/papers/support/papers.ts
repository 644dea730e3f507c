import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type FencedBlock, fencedBlocks } from "../../../scripts/papers/fenced-blocks.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** A page whose commands are run, by its path from the root. */
export type Paper = { readonly path: string; readonly blocks: readonly FencedBlock[] };

/** The pages that tell readers what to type. */
export const PAPERS: readonly Paper[] = [
  "README.md",
  ...globSync("docs/{tutorials,how-to}/*.md", { cwd: ROOT }).toSorted(),
].map((path) => ({ path, blocks: fencedBlocks(readFileSync(join(ROOT, path), "utf8")) }));
