import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "./empty-project.ts";
import { blocksIn } from "./examples.ts";
import { ROOT } from "./published.ts";
import { capture } from "./run-program.ts";

/** The oldest compiler that is supported, with types of Node that it reads. */
const OLDEST = { typescript: "5.5.4", "@types/node": "22.20.5" };

/**
 * Compiles every example of the installed packages' READMEs as TypeScript, with all declarations that they lead to, by the
 * oldest and the newest compiler; throws what is wrong.
 */
export const checkTypes = ({ folder }: Project, names: readonly string[]): void => {
  const files = names.flatMap((name) => {
    const readme = readFileSync(join(folder, "node_modules", name, "README.md"), "utf8");
    return [...blocksIn(readme, "js"), ...blocksIn(readme, "ts")].map((block, at) => {
      const file = `${name.split("/")[1]}-${at}.ts`;
      writeFileSync(join(folder, file), block);
      return file;
    });
  });
  const flags = ["--strict", "--noEmit", "--module", "nodenext", "--types", "node", "--target"];
  for (const { modules, target } of [
    { modules: installOldest(join(folder, "oldest")), target: "es2023" },
    { modules: join(ROOT, "node_modules"), target: "es2024" },
  ]) {
    const roots = ["--typeRoots", join(modules, "@types"), "--lib", `${target},dom,dom.iterable`];
    capture(join(modules, ".bin/tsc"), [...flags, target, ...roots, ...files], folder);
  }
};

const installOldest = (folder: string): string => {
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: OLDEST }));
  capture("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel", "error"], folder);
  return join(folder, "node_modules");
};
