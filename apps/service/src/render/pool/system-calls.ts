import { constants } from "node:os";

/**
 * The system calls of a warmed-up worker: `[x86-64, arm64]`, null where an architecture has no such
 * call. Recorded with strace over the test pictures in every format, with glibc's allocator and
 * with jemalloc. Those marked `spare` were not seen there; libc and V8 use them for the same
 * purposes elsewhere. All of them act on memory, threads, time and descriptors that the process
 * already has.
 */
export const ALLOWED_CALLS = {
  // open descriptors: the channel, standard error, its own status, and the wake-up of its event
  // loop
  read: [0, 63],
  write: [1, 64],
  writev: [20, 66],
  pread64: [17, 67],
  readv: [19, 65], // spare
  close: [3, 57],
  shutdown: [48, 210],
  fstat: [5, 80],
  poll: [7, null], // spare
  ppoll: [271, 73], // spare
  epoll_wait: [232, null], // spare
  epoll_pwait: [281, 22],
  epoll_ctl: [233, 21],
  // memory
  mmap: [9, 222],
  munmap: [11, 215],
  mremap: [25, 216],
  mprotect: [10, 226],
  pkey_mprotect: [329, 288],
  madvise: [28, 233],
  brk: [12, 214],
  // its own threads and signals
  futex: [202, 98],
  set_robust_list: [273, 99],
  rseq: [334, 293],
  membarrier: [324, 283], // spare
  sched_yield: [24, 124],
  sched_getaffinity: [204, 123],
  sched_getparam: [143, 121],
  sched_getscheduler: [145, 120],
  getcpu: [309, 168], // spare
  getpid: [39, 172],
  gettid: [186, 178],
  rt_sigaction: [13, 134],
  rt_sigprocmask: [14, 135],
  rt_sigreturn: [15, 139],
  sigaltstack: [131, 132],
  restart_syscall: [219, 128],
  exit: [60, 93],
  exit_group: [231, 94],
  // time and random numbers; most are answered without the kernel
  clock_gettime: [228, 113],
  clock_getres: [229, 114],
  gettimeofday: [96, 169],
  time: [201, null],
  nanosleep: [35, 101],
  clock_nanosleep: [230, 115],
  getrandom: [318, 278],
  getrusage: [98, 165],
} as const satisfies Record<string, readonly [x64: number, arm64: number | null]>;

/** Calls that are allowed with some arguments only, or that get a special answer. */
export const SPECIAL_CALLS = {
  clone: [56, 220],
  clone3: [435, 435],
  tgkill: [234, 131],
  fcntl: [72, 25],
  ioctl: [16, 29],
  prctl: [157, 167],
  prlimit64: [302, 261],
} as const satisfies Record<string, readonly [x64: number, arm64: number]>;

/**
 * Architectures that the filter supports: the mark in `linux/audit.h`, and the number of `seccomp`.
 */
export const ARCHITECTURES = {
  x64: { column: 0, audit: 0xc000003e, seccomp: 317 },
  arm64: { column: 1, audit: 0xc00000b7, seccomp: 277 },
} as const;

/** Calls that are numbered alike on both. */
const IO_URING_SETUP = 425;

export type Architecture = keyof typeof ARCHITECTURES;

/** This process's architecture, null if the filter does not support it. */
export const ownArchitecture = (): Architecture | null =>
  process.arch in ARCHITECTURES ? (process.arch as Architecture) : null;

/** Actions of the kernel for a call (`linux/seccomp.h`). */
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const ERRNO = 0x00050000;

/**
 * Every other call fails with EPERM instead of killing the worker. A future library may ask the
 * kernel for something optional and do without; killing it would lose a client's picture.
 */
const DENY = ERRNO | constants.errno.EPERM;
/** libc then starts threads with `clone`, whose flags a filter can see. */
const UNKNOWN = ERRNO | constants.errno.ENOSYS;

/** Instructions of classic BPF (`linux/filter.h`). */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];
const load = (at: number): Instruction => [0x20, 0, 0, at];
const answer = (what: number): Instruction => [0x06, 0, 0, what];
const ifEqual = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x15, ifTrue, ifFalse, value];
const ifAnyBit = (bits: number, ifTrue: number, ifFalse: number): Instruction => [0x45, ifTrue, ifFalse, bits];

/** Offsets in `struct seccomp_data`; arguments have eight bytes, the lower half first. */
const NUMBER = 0;
const AUDIT = 4;
const low = (argument: number): number => 16 + 8 * argument;
const high = (argument: number): number => low(argument) + 4;

/**
 * Flags of a new thread as glibc and musl set them (`linux/sched.h`), including the one that makes
 * it a thread.
 */
const THREAD_FLAGS = 0x7d0f00;
const CLONE_THREAD = 0x10000;

/** Allows a call if the lower half of an argument has one of these values. */
const oneOf = (argument: number, values: readonly number[]): readonly Instruction[] => [
  load(low(argument)),
  ...values.map((value, at) => ifEqual(value, values.length - at, 0)),
  answer(DENY),
  answer(ALLOW),
];

/** The rules for calls with conditions. Each ends with a verdict. */
const rules = (pid: number): { readonly [Name in keyof typeof SPECIAL_CALLS]: readonly Instruction[] } => ({
  clone: [load(low(0)), ifAnyBit(~THREAD_FLAGS >>> 0, 1, 0), ifAnyBit(CLONE_THREAD, 1, 0), answer(DENY), answer(ALLOW)],
  clone3: [answer(UNKNOWN)],
  // its own threads only: abort() signals the calling one
  tgkill: oneOf(0, [pid]),
  // F_GETFD, F_SETFD, F_GETFL, F_SETFL; F_SETOWN could have another process signaled
  fcntl: oneOf(1, [1, 2, 3, 4]),
  // FIONBIO
  ioctl: oneOf(1, [0x5421]),
  // PR_SET_NAME, PR_SET_VMA: names of threads and of memory
  prctl: oneOf(0, [15, 0x53564d41]),
  // reads its own limits: no process id, and no address of a new limit
  prlimit64: [...[low(0), low(2), high(2)].flatMap((at) => [load(at), ifEqual(0, 1, 0), answer(DENY)]), answer(ALLOW)],
});

/** The filter of the process with this id, as instructions of eight bytes. */
export const filterProgram = (arch: Architecture, pid: number): Buffer => {
  const { column } = ARCHITECTURES[arch];
  const special = Object.entries(rules(pid)).flatMap(([name, rule]) => {
    const number = SPECIAL_CALLS[name as keyof typeof SPECIAL_CALLS][column];
    return [ifEqual(number, 0, rule.length), ...rule];
  });
  const allowed = Object.values(ALLOWED_CALLS).flatMap((numbers) => numbers[column] ?? []);
  return listProgram(arch, allowed, special);
};

/** A filter that allows calls by their numbers, after rules for some. */
export const listProgram = (
  arch: Architecture,
  allowed: readonly number[],
  special: readonly Instruction[] = [],
): Buffer => {
  const program: readonly Instruction[] = [
    // calls of another architecture have other numbers, and a worker makes none
    load(AUDIT),
    ifEqual(ARCHITECTURES[arch].audit, 1, 0),
    answer(KILL),
    load(NUMBER),
    ...special,
    ...allowed.flatMap((number) => [ifEqual(number, 0, 1), answer(ALLOW)]),
    answer(DENY),
  ];
  return Buffer.concat(program.map(bytesOf));
};

/**
 * A filter that keeps libuv from using io_uring, which would bypass every other filter: the kernel
 * executes requests that it finds in shared memory.
 */
export const ringlessProgram = (): Buffer =>
  Buffer.concat([load(NUMBER), ifEqual(IO_URING_SETUP, 0, 1), answer(UNKNOWN), answer(ALLOW)].map(bytesOf));

const bytesOf = ([code, ifTrue, ifFalse, value]: Instruction): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
};
