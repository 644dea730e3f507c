import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Image } from "./build-image.ts";
import { stanceWords } from "./root.ts";
import type { Site } from "./site.ts";

/** What a program of an image is given besides the image. */
export type Given = {
  readonly words: readonly string[];
  /** Folders that can be written to, in memory; or all that the image has. */
  readonly writable: readonly string[] | "all";
};

/** A program of an image, running with processes and a network of its own. */
export type Container = {
  /** The program's process, as this machine numbers it. It has number 1 where it is. */
  readonly pid: number;
  /** Runs another program beside it, as the same user; gives its exit code. */
  readonly exec: (words: readonly string[]) => number | null;
  /** What a program of this machine prints that reaches the container's network; or what it says of its failure. */
  readonly reach: (words: readonly string[], cwd: string) => string;
  /** Sends a signal, and gives the exit code, or null where it has not ended after so many milliseconds. */
  readonly stop: (signal: NodeJS.Signals, patience: number) => Promise<number | null>;
  /** What it has said so far. */
  readonly said: () => string;
};

/** Starts a program as in a container with `cap_drop: [ALL]`, `no-new-privileges`, and `read_only` unless all is writable. */
export const startContainer = async (site: Site, image: Image, { words, writable }: Given): Promise<Container> => {
  const root = mountImage(site, image.root, writable);
  const inside = [...stanceWords(image.stance), ...powerless(image.stance.user), ...words];
  const namespaces = ["--pid", "--fork", "--kill-child", "--net", `--mount-proc=${join(root, "proc")}`];
  const start = ["sh", "-ec", `ip link set lo up; exec chroot "$@"`, "sh", root, ...inside];
  const child = spawn("unshare", [...namespaces, "--", ...start], { stdio: ["ignore", "pipe", "pipe"] });
  const exit = once(child, "exit");
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => output.push(bytes));
  const pid = await childOf(child);
  const target = `--target=${pid}`;
  return {
    pid,
    said: () => Buffer.concat(output).toString(),
    exec: (other) => {
      const stance = [...stanceWords(image.stance), ...powerless(image.stance.user)];
      return spawnSync("nsenter", [target, "--mount", "--pid", "--net", "--root", "--", ...stance, ...other]).status;
    },
    reach: (other, cwd) => {
      const { stdout, stderr } = spawnSync("nsenter", [target, "--net", "--", ...other], { cwd, encoding: "utf8" });
      return stdout || stderr;
    },
    stop: async (signal, patience) => {
      process.kill(pid, signal);
      const [code] = await Promise.race([exit, wait(patience, [null], { ref: false })]);
      return code as number | null;
    },
  };
};

const mountImage = (site: Site, files: string, writable: Given["writable"]): string => {
  const root = join(site.folder, "container");
  mkdirSync(root);
  site.run(["mount", "--bind", files, root]);
  site.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", join(root, "dev")]);
  makeDevices(site, join(root, "dev"));
  if (writable === "all") return root;
  for (const place of writable) site.run(["mount", "-t", "tmpfs", "tmpfs", join(root, place)]);
  site.run(["mount", "-o", "remount,bind,ro", root]);
  return root;
};

/** Those that every container has. */
const makeDevices = (site: Site, folder: string): void => {
  for (const [name, major, minor] of DEVICES) {
    site.run(["mknod", "-m", "666", join(folder, name), "c", String(major), String(minor)]);
  }
  for (const [at, name] of ["stdin", "stdout", "stderr"].entries())
    symlinkSync(`/proc/self/fd/${at}`, join(folder, name));
  symlinkSync("/proc/self/fd", join(folder, "fd"));
  mkdirSync(join(folder, "shm"));
  site.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", join(folder, "shm")]);
};

const DEVICES = [
  ["null", 1, 3],
  ["zero", 1, 5],
  ["full", 1, 7],
  ["random", 1, 8],
  ["urandom", 1, 9],
] as const;

/** The words that take every capability from a program, and the way to gain one. */
const powerless = (user: string): readonly string[] => [
  "setpriv",
  ...[`--reuid=${user}`, `--regid=${user}`, "--clear-groups"],
  ...["--bounding-set=-all", "--inh-caps=-all", "--no-new-privs", "--"],
];

/** The process that `unshare` has started, which the program becomes. */
const childOf = async ({ pid, exitCode }: ChildProcess): Promise<number> => {
  for (let tries = 0; tries < 100 && exitCode === null; tries++) {
    const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
    if (first) return Number(first);
    await wait(20);
  }
  throw new Error("The container has not started.");
};
