import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { renderOptionsModule } from "./render-options.ts";

const root = join(import.meta.dirname, "..");
const isCheck = process.argv.includes("--check");

// everything else is made from the parameters that this file lists
const names = join(root, "packages/contract/src/generated/render-options.ts");
if (!isCheck && (await readFile(names, "utf8")) !== renderOptionsModule()) {
  await writeFile(names, renderOptionsModule());
  const again = spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
  process.exit(again.status ?? 1);
}

const { GENERATED_FOLDERS, generatedFiles, MEASURED_FILES } = await import("./generated-files.ts");
const files = await generatedFiles();

if (isCheck) {
  const faults = [...(await staleFiles()), ...(await strayFiles())];
  for (const fault of faults) console.error(fault);
  console.log(`${files.size} generated files checked, ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
} else {
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), bytes);
  }
  console.log(`${files.size} generated files written`);
}

/** Generated files that are missing or out of date. */
async function staleFiles(): Promise<readonly string[]> {
  const checks = [...files].map(async ([path, bytes]) => {
    const committed = await readFile(join(root, path)).catch(() => undefined);
    if (committed === undefined) return [`missing: ${path}`];
    return committed.equals(bytes) ? [] : [`differs: ${path}`];
  });
  return (await Promise.all(checks)).flat();
}

/** Files in the generated folders that nothing generates. */
async function strayFiles(): Promise<readonly string[]> {
  const found = await Promise.all(GENERATED_FOLDERS.map(filesIn));
  return found.flat().flatMap((path) => (files.has(path) || MEASURED_FILES.has(path) ? [] : [`unknown: ${path}`]));
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
}
