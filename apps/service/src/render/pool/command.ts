import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { getPriority, setPriority } from "node:os";
import { dirname, extname, join, sep } from "node:path";

/** How a worker process is started. */
export type WorkerCommand = { readonly file: string; readonly args: readonly string[] };

/**
 * Node under its permission model: a worker reads its own code and nothing else. It has no network, no files to write, no
 * child processes, no threads, no inspector. Addons are allowed because sharp is one; once it is loaded the worker gives
 * that up too. It stops what JavaScript can do. Against a hole in a decoder's machine code stand the empty environment, the
 * single job, and the container.
 */
export const workerCommand = (): WorkerCommand => ({
  file: process.execPath,
  args: [
    "--permission",
    "--allow-addons",
    ...readRoots().map((root) => `--allow-fs-read=${root}`),
    // the warning that addons could get around the model, which the lines above know
    "--disable-warning=PERM0001",
    ...MEMORY_FLAGS,
    ...(KIND === ".ts" ? ["--conditions=@lumiglyph/source"] : []),
    join(import.meta.dirname, `worker-main${KIND}`),
  ],
});

/** How a worker's JavaScript keeps its memory. */
export const MEMORY_FLAGS: readonly string[] = [
  "--expose-gc",
  // megabytes of JavaScript's own, which no render needs half of: one that runs away ends itself and not the machine
  "--max-old-space-size=512",
  // from here on memory is looked through: the planes of two small renders would be enough, and it took a third of their time
  "--initial-old-space-size=192",
  // there is a worker for each core, and none to spare for collecting
  "--single-threaded-gc",
];

/** Sources as they are written, or as they are built. */
const KIND = extname(import.meta.filename);

/** File descriptor of the channel in a worker: a socket to the service, open both ways. */
export const CHANNEL_FD = 3;

/** Starts the process, with the channel and its standard error open, and nothing else. */
export const spawnWorker = ({ file, args }: WorkerCommand): ChildProcess => {
  const child = spawn(file, args, { env: ENVIRONMENT, stdio: ["ignore", "ignore", "pipe", "pipe"] });
  if (child.pid !== undefined) setPriority(child.pid, Math.min(NICEST, getPriority() + NICER));
  return child;
};

/** The lowest priority that there is. */
const NICEST = 19;

/** With all cores at work the service comes first: probes then take about half the time, and no render is lost by it. */
const NICER = 2;

/**
 * A worker gets nothing of the service's environment but the allocator that the operator has put in place of glibc's: images
 * are decoded here. Where it is glibc's, two arenas keep it from holding memory for each thread.
 */
const { LD_PRELOAD: allocator } = process.env;
const ENVIRONMENT = { MALLOC_ARENA_MAX: "2", ...(allocator && { LD_PRELOAD: allocator }) };

/**
 * The files and folders that hold a worker's code: this app's own, and those of the packages it loads, wherever the
 * package manager has put them. A worker may read nothing else.
 */
const readRoots = (): readonly string[] => {
  const own = findPackageJSON(import.meta.url) ?? "";
  const decode = manifestOf("@lumiglyph/decode", own);
  const manifests = [
    decode,
    manifestOf("@lumiglyph/contract", own),
    manifestOf("@lumiglyph/engine", own),
    manifestOf("sharp", realpathSync(decode)),
  ];
  const folders = manifests.flatMap((manifest) => [manifest, realpathSync(manifest)]).map(dirname);
  return [...new Set([own, join(import.meta.dirname, ".."), ...folders.map(outermost)])];
};

const manifestOf = (name: string, from: string): string => {
  const manifest = findPackageJSON(name, from);
  if (manifest === undefined) throw new Error(`${name} is not installed.`);
  return manifest;
};

/** A package's folder, or the `node_modules` that it lies in: what it depends on lies there too. */
const outermost = (folder: string): string => {
  const [before = "", ...behind] = folder.split(`${sep}node_modules${sep}`);
  return behind.length === 0 ? folder : join(before, "node_modules");
};
