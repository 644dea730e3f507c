import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { findPackageJSON, isBuiltin } from "node:module";
import { getPriority, setPriority } from "node:os";
import { dirname, extname, join, sep } from "node:path";
import type { Settings } from "../../tables/settings.ts";
import { OWN_STATUS, SEAL_REQUIRED } from "./seal.ts";

/** How to start a worker process. */
export type WorkerCommand = { readonly file: string; readonly args: readonly string[] };

/**
 * Node under its permission model: a worker can read its own code and nothing else. It has no
 * network, no writable files, no child processes, threads or inspector. Addons are allowed because
 * sharp is one, and `node:ffi` because the worker seals itself with it; it drops both permissions
 * once it is sealed. The model restricts JavaScript only; the seal restricts native code too.
 */
export const workerCommand = ({ SERVICE_WORKER_SEAL: seal }: Pick<Settings, "SERVICE_WORKER_SEAL">): WorkerCommand => ({
  file: process.execPath,
  args: [
    ...(process.platform === "linux" && isBuiltin("node:ffi")
      ? [QUIET, join(import.meta.dirname, `worker-start${KIND}`)]
      : []),
    "--permission",
    "--allow-addons",
    "--allow-ffi",
    ...[...readRoots(), OWN_STATUS].map((path) => `--allow-fs-read=${path}`),
    // suppresses the warnings that addons and ffi can bypass the model, see above
    ...["--disable-warning=PERM0001", "--disable-warning=PERM0003", QUIET],
    ...MEMORY_FLAGS,
    ...(KIND === ".ts" ? ["--conditions=@lumiglyph/source"] : []),
    join(import.meta.dirname, `worker-main${KIND}`),
    ...(seal === "required" ? [SEAL_REQUIRED] : []),
  ],
});

/** Without the warning that `node:ffi` is experimental. */
const QUIET = "--disable-warning=ExperimentalWarning";

/** Memory flags of a worker's V8. */
export const MEMORY_FLAGS: readonly string[] = [
  "--expose-gc",
  // megabytes of JavaScript heap, twice what any render needs: a runaway render kills its worker, not the machine
  "--max-old-space-size=512",
  // the heap is not collected below this size: with less, two small renders fill it and collection takes a third of
  // their time
  "--initial-old-space-size=192",
  // one worker per core leaves no cores for parallel collection
  "--single-threaded-gc",
];

/** `.ts` from source, `.js` when built. */
const KIND = extname(import.meta.filename);

/** File descriptor of a worker's channel: a duplex socket to the service. */
export const CHANNEL_FD = 3;

/** Starts the process with only the channel and standard error open. */
export const spawnWorker = ({ file, args }: WorkerCommand): ChildProcess => {
  const child = spawn(file, args, { env: ENVIRONMENT, stdio: ["ignore", "ignore", "pipe", "pipe"] });
  if (child.pid !== undefined) lowerPriority(child.pid);
  return child;
};

/** Some sandboxes forbid it; the worker renders in any case. */
const lowerPriority = (pid: number): void => {
  try {
    setPriority(pid, Math.min(NICEST, getPriority() + NICER));
  } catch {}
};

/** The lowest priority there is. */
const NICEST = 19;

/** Workers run at lower priority: under full load health probes take half the time and no render is lost. */
const NICER = 2;

/**
 * A worker inherits nothing of the service's environment except an allocator that the operator preloads, because images
 * are decoded here. With glibc's allocator, two arenas keep it from holding memory per thread.
 * libvips would otherwise decode images of more than 100 MB into a file in /tmp, which a sealed worker cannot open.
 */
const { LD_PRELOAD: allocator } = process.env;
const ENVIRONMENT = { MALLOC_ARENA_MAX: "2", VIPS_DISC_THRESHOLD: "100g", ...(allocator && { LD_PRELOAD: allocator }) };

/**
 * The files and folders that contain a worker's code: this app and the packages it loads, wherever the package manager
 * installed them. A worker can read nothing else.
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

/** A package's folder, or the `node_modules` it is in, because its dependencies are there too. */
const outermost = (folder: string): string => {
  const [before = "", ...behind] = folder.split(`${sep}node_modules${sep}`);
  return behind.length === 0 ? folder : join(before, "node_modules");
};
