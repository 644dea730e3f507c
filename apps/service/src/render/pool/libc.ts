/*
 * All libc calls of this service, through Node's `node:ffi`. That module is experimental, so it is
 * imported nowhere else. Linux only; elsewhere these features are left out.
 */
type Ffi = typeof import("node:ffi");

/**
 * The calls and their signatures. Numbers of the kernel's interface are the same on every Linux.
 */
const CALLS = {
  prctl: { arguments: ["i32", "u64", "u64", "u64", "u64"], return: "i32" },
  setrlimit: { arguments: ["i32", "pointer"], return: "i32" },
  syscall: { arguments: ["i64", "u64", "u64", "u64"], return: "i64" },
  fcntl: { arguments: ["i32", "i32", "i32"], return: "i32" },
  getenv: { arguments: ["string"], return: "u64" },
} as const;

/** A process's limit by its number in `sys/resource.h`, and its new maximum. */
export type ResourceLimit = { readonly resource: number; readonly most: number };

/** Restrictions that this process can apply to itself. None can be undone. */
export type Libc = {
  /** Lowers limits. False if the kernel refuses one. */
  readonly limitResources: (limits: readonly ResourceLimit[]) => boolean;
  /** Puts a seccomp filter on all threads: a program of eight-byte BPF instructions. False if the kernel refuses it. */
  readonly filterCalls: (program: Buffer, seccomp: number) => boolean;
  /** Keeps the memory and environment of this process from others of the same user, unless they are privileged. */
  readonly hideMemory: () => boolean;
  /**
   * Closes all descriptors except this one and the standard streams when this process executes
   * another program.
   */
  readonly passOn: (channel: number) => void;
  /** Overwrites the values of environment variables where `/proc/PID/environ` shows them. */
  readonly eraseEnvironment: (names: readonly string[]) => void;
};

/** Opens libc, or says why that is impossible here. */
export const openLibc = (): Libc | { readonly missing: string } => {
  if (process.platform !== "linux") return { missing: "this system is not Linux" };
  const ffi: Ffi | undefined = process.getBuiltinModule("node:ffi");
  if (ffi === undefined) return { missing: "this Node has no node:ffi" };
  try {
    return withFfi(ffi);
  } catch (error) {
    return { missing: `node:ffi does not work (${error instanceof Error ? error.message : error})` };
  }
};

const withFfi = (ffi: Ffi): Libc => {
  const { functions: libc } = ffi.dlopen(null, CALLS);
  const limit = ({ resource, most }: ResourceLimit): boolean => {
    const pair = Buffer.alloc(16);
    pair.writeBigUInt64LE(BigInt(most), 0);
    pair.writeBigUInt64LE(BigInt(most), 8);
    return libc.setrlimit(resource, ffi.getRawPointer(pair)) === 0;
  };
  const erase = (name: string): void => {
    const value = libc.getenv(name);
    const { length } = Buffer.from(process.env[name] ?? "");
    if (value !== 0n && length > 0) ffi.exportBuffer(Buffer.alloc(length), value, length);
    delete process.env[name];
  };
  return {
    limitResources: (limits) => limits.every(limit),
    filterCalls: (program, seccomp) => {
      const header = Buffer.alloc(16);
      header.writeUInt16LE(program.length / INSTRUCTION_BYTES, 0);
      header.writeBigUInt64LE(ffi.getRawPointer(program), 8);
      const isReady = libc.prctl(PR_SET_NO_NEW_PRIVS, 1n, 0n, 0n, 0n) === 0;
      const flags = SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW;
      return isReady && libc.syscall(BigInt(seccomp), SECCOMP_SET_MODE_FILTER, flags, ffi.getRawPointer(header)) === 0n;
    },
    hideMemory: () => libc.prctl(PR_SET_DUMPABLE, 0n, 0n, 0n, 0n) === 0,
    passOn: (channel) => {
      libc.syscall(CLOSE_RANGE, BigInt(channel + 1), 0xffff_ffffn, CLOSE_RANGE_CLOEXEC);
      // Node has closed it to others at its start
      libc.fcntl(channel, F_SETFD, 0);
    },
    eraseEnvironment: (names) => names.forEach(erase),
  };
};

const INSTRUCTION_BYTES = 8;

/** Numbered alike on all architectures; since Linux 5.11. */
const CLOSE_RANGE = 436n;
const CLOSE_RANGE_CLOEXEC = 4n;

const F_SETFD = 2;

const PR_SET_DUMPABLE = 4;
const PR_SET_NO_NEW_PRIVS = 38;

const SECCOMP_SET_MODE_FILTER = 1n;
const SECCOMP_FILTER_FLAG_TSYNC = 1n;
/** Kernels before 5.16 otherwise switch off speculation for filtered processes, which makes decoding slower. */
const SECCOMP_FILTER_FLAG_SPEC_ALLOW = 4n;
