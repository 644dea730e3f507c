import { openSync, readSync } from "node:fs";
import { openLibc, type ResourceLimit } from "./libc.ts";
import { ARCHITECTURES, filterProgram, ownArchitecture } from "./system-calls.ts";

/** Argument of a worker that must not run open. */
export const SEAL_REQUIRED = "--seal=required";

/** The file of `readResident`; a sealed worker keeps it open. */
export const OWN_STATUS = "/proc/self/status";

/**
 * Seals this process for good: afterwards it can only compute, and use its open descriptors. This
 * holds for native code too, so an exploited decoder reaches no file, no network and no other
 * process. Everything must be loaded before. Returns null, or the reason why the process stays
 * open.
 */
export const seal = (): string | null => {
  const libc = openLibc();
  if ("missing" in libc) return libc.missing;
  const arch = ownArchitecture();
  if (arch === null) return `there is no list of system calls for ${process.arch}`;
  if (!libc.limitResources(LIMITS)) return "the kernel refuses its resource limits";
  const program = filterProgram(arch, process.pid);
  if (!libc.filterCalls(program, ARCHITECTURES[arch].seccomp)) return "the kernel or its container refuses seccomp";
  // the getter asks the kernel each time, which the filter forbids
  return process.ppid === -1 ? null : "the kernel ignores its seccomp filter";
};

/**
 * Limits beside the filter (`sys/resource.h`). Address space has none, because V8 reserves 10 GiB
 * for each WebAssembly memory. Processes have none, because the kernel counts those of the whole
 * user: the filter allows no new ones.
 */
const LIMITS: readonly ResourceLimit[] = [
  // RLIMIT_FSIZE, RLIMIT_CORE, RLIMIT_NOFILE: no file grows, no core dump is written, no descriptor
  // is added
  { resource: 1, most: 0 },
  { resource: 4, most: 0 },
  { resource: 7, most: 0 },
];

/** Resident bytes of this process. Node's own function opens a file each time, which a sealed process cannot. */
export const createReadResident = (): (() => number) => {
  if (process.platform !== "linux") return () => process.memoryUsage.rss();
  const file = openSync(OWN_STATUS, "r");
  const buffer = Buffer.alloc(4096);
  return () => {
    const text = buffer.toString("latin1", 0, readSync(file, buffer, 0, buffer.length, 0));
    return Number(/^VmRSS:\s*(\d+) kB$/m.exec(text)?.[1]) * 1024;
  };
};
