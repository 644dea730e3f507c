import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Files that build, test or describe the modules that run. */
const STRAYS = [
  "{bench,deploy,docs,fixtures,scripts,tests}",
  "{apps,packages}/*/!(dist|node_modules|package.json|src|studio)",
  "{apps,packages}/*/src/**/*.!(bin)",
  "{apps,packages}/*/dist/**/{*.test.*,*.ts,testing}",
];

/** Lists files in an image that the service does not need: development dependencies, sources, tests. */
export const faultsOfContents = (folder: string, lockFile: string): readonly string[] => {
  const { packages } = JSON.parse(readFileSync(lockFile, "utf8")) as {
    packages: { [path: string]: { dev?: boolean } };
  };
  const unneeded = Object.keys(packages).filter((path) => packages[path]?.dev && existsSync(join(folder, path)));
  const strays = STRAYS.flatMap((pattern) => globSync(pattern, { cwd: folder }));
  return [
    ...unneeded.map((path) => `${path} is a development dependency.`),
    ...strays.map((path) => `${path} is not needed at run time.`),
  ];
};

if (import.meta.main) {
  const [folder, lockFile] = process.argv.slice(2);
  const faults = faultsOfContents(folder!, lockFile!);
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
