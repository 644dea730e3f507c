import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const given = process.argv.slice(2);
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const passed = given.filter((argument) => argument !== "--update");

/** Compares the golden files, or writes them anew with `--update`; other arguments go to Vitest. */
const { status } = spawnSync(process.execPath, [vitest, "run", "tests/golden", ...passed], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, UPDATE_GOLDEN: given.includes("--update") ? "1" : "" },
});
process.exitCode = status ?? 1;
