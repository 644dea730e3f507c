import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fencedBlocks } from "../docs/markdown.ts";
import type { Project } from "./empty-project.ts";

/** The blocks of a README in this language, in order. */
export const blocksIn = (readme: string, language: "js" | "sh" | "ts"): readonly string[] =>
  fencedBlocks(readme)
    .filter((block) => block.language === language)
    .map(({ text }) => text);

/** Runs every example of an installed package's README, in its project; gives what they printed. Throws where one fails. */
export const runExamples = ({ folder, run }: Project, name: string): string => {
  const readme = readFileSync(join(folder, "node_modules", name, "README.md"), "utf8");
  const scripts = blocksIn(readme, "sh").map((block) => run("bash", "-euo", "pipefail", "-c", block));
  const modules = blocksIn(readme, "js").map((block, at) => {
    const file = `${name.split("/")[1]}-${at}.mjs`;
    writeFileSync(join(folder, file), block);
    return run("node", file);
  });
  return [...scripts, ...modules].join("");
};
