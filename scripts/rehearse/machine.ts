import { spawnSync } from "node:child_process";

/** What a rehearsal calls on the machine that it runs on. */
const PROGRAMS = ["chroot", "curl", "debootstrap", "git", "ip", "mount", "npm", "nsenter", "setpriv", "tar", "unshare"];

/** Why this machine cannot rehearse, a sentence each. */
export const faultsOfMachine = (): readonly string[] => {
  if (process.platform !== "linux") return ["A rehearsal needs Linux: it is made of chroots and namespaces."];
  const missing = PROGRAMS.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  return [
    ...(process.getuid?.() === 0 ? [] : ["A rehearsal needs root: it mounts, and makes devices."]),
    ...(missing.length === 0 ? [] : [`A rehearsal needs programs that are not here: ${missing.join(", ")}.`]),
  ];
};

/**
 * The words that start a program in namespaces of its own. Whatever it mounts and starts ends with it, however it ends, and it
 * ends with whoever started it.
 */
export const alone = (words: readonly string[]): readonly string[] => [
  ...["setpriv", "--pdeathsig", "KILL", "--"],
  ...["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--"],
  ...words,
];
