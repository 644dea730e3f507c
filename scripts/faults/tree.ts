import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How tests ended. A hanging test counts as failed. */
type Outcome = "passed" | "failed" | "timed out";

/** A copy of the repository in which faults are planted. */
export type Tree = {
  readonly root: string;
  /** Runs the test files whose path starts with this until one fails. No file is no failure. */
  readonly test: (path: string, ms: number) => Promise<Outcome>;
  readonly remove: () => void;
};

/** Copies the repository's files, with uncommitted changes, to a temporary folder. Dependencies are links. */
export const copyTree = (repository: string): Tree => {
  const root = mkdtempSync(join(tmpdir(), "lumiglyph-faults-"));
  const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", listed, { cwd: repository, encoding: "utf8" }).split("\0");
  for (const file of new Set(files)) {
    // a deleted file is still listed until it is committed
    if (file !== "") cpSync(join(repository, file), join(root, file), { force: true, errorOnExist: false });
  }
  linkModules(join(repository, "node_modules"), join(root, "node_modules"));
  return {
    root,
    test: (path, ms) => runTests(root, path, ms),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
};

/**
 * Links each dependency. A link to one of our packages is copied unchanged, so that it leads to the
 * copy.
 */
const linkModules = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const { name } = entry;
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(join(from, name)), join(to, name));
    else if (name.startsWith("@")) linkModules(join(from, name), join(to, name));
    else if (!name.startsWith(".")) symlinkSync(join(from, name), join(to, name));
  }
};

const runTests = (root: string, path: string, ms: number): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const projects = ["--project", "fast", "--project", "system"];
    const args = [vitest, "run", ...projects, "--bail", "1", "--passWithNoTests", path];
    // a separate process group, because vitest starts workers
    const child = spawn(process.execPath, args, { cwd: root, stdio: "ignore", detached: true });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      process.kill(-child.pid!, "SIGKILL");
    }, ms);
    child.on("error", reject);
    child.on("exit", (code) => {
      clearTimeout(timer);
      resolve(isLate ? "timed out" : code === 0 ? "passed" : "failed");
    });
  });
