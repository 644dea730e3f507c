import { spawnSync } from "node:child_process";

/** Returns a program's stdout; throws with its output if it fails or takes longer than three minutes. */
export const capture = (program: string, words: readonly string[], cwd: string, env: Environment = {}): string => {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    timeout: 180_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout;
  throw new Error(
    `${program} ${words.join(" ")} (in ${cwd}) ended with ${status}. ${error ?? ""}\n${stdout}\n${stderr}`,
  );
};

type Environment = { readonly [name: string]: string };

/** npm's arguments to install a manifest's dependencies, silently. */
export const INSTALL = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel", "error"];
