import ffi from "node:ffi";
import { writeSync } from "node:fs";

/*
 * Loaded into a worker before its own program, simulates native code that has taken it over. At
 * once, and again at each SIGUSR2, it asks libc and the kernel for everything that the worker must
 * not get, and writes a line of JSON to standard error: every attack with `worked`, or the number
 * of its error. With `hole=NAME,X64,ARM64` in its address, it first adds a system call to the
 * allowed ones.
 */
const { searchParams } = new URL(import.meta.url);
const [name, ...numbers] = (searchParams.get("hole") ?? "").split(",");
if (name) {
  const { ALLOWED_CALLS } = await import("../render/pool/system-calls.ts");
  Object.assign(ALLOWED_CALLS, { [name]: numbers.map(Number) });
}

const int = "i32";
const word = "u64";
const { functions: libc } = ffi.dlopen(null, {
  open: { arguments: ["pointer", int, int], return: int },
  unlink: { arguments: ["pointer"], return: int },
  mkdir: { arguments: ["pointer", int], return: int },
  rename: { arguments: ["pointer", "pointer"], return: int },
  link: { arguments: ["pointer", "pointer"], return: int },
  symlink: { arguments: ["pointer", "pointer"], return: int },
  chmod: { arguments: ["pointer", int], return: int },
  access: { arguments: ["pointer", int], return: int },
  readlink: { arguments: ["pointer", "pointer", word], return: int },
  chdir: { arguments: ["pointer"], return: int },
  socket: { arguments: [int, int, int], return: int },
  socketpair: { arguments: [int, int, int, "pointer"], return: int },
  pipe: { arguments: ["pointer"], return: int },
  dup: { arguments: [int], return: int },
  send: { arguments: [int, "pointer", word, int], return: int },
  system: { arguments: ["pointer"], return: int },
  execl: { arguments: ["pointer", "pointer", word], return: int },
  kill: { arguments: [int, int], return: int },
  getppid: { arguments: [], return: int },
  getpriority: { arguments: [int, int], return: int },
  setpriority: { arguments: [int, int, int], return: int },
  sched_setaffinity: { arguments: [int, word, "pointer"], return: int },
  prlimit: { arguments: [int, int, word, "pointer"], return: int },
  fcntl: { arguments: [int, int, int], return: int },
  ioctl: { arguments: [int, word, "pointer"], return: int },
  prctl: { arguments: [int, word, word, word, word], return: int },
  ptrace: { arguments: [word, word, word, word], return: "i64" },
  process_vm_readv: { arguments: [int, "pointer", word, "pointer", word, word], return: "i64" },
  memfd_create: { arguments: ["pointer", int], return: int },
  inotify_init1: { arguments: [int], return: int },
  eventfd: { arguments: [int, int], return: int },
  epoll_create1: { arguments: [int], return: int },
  shmget: { arguments: [int, word, int], return: int },
  unshare: { arguments: [int], return: int },
  setns: { arguments: [int, int], return: int },
  chroot: { arguments: ["pointer"], return: int },
  personality: { arguments: [word], return: int },
  syscall: { arguments: [word, word, word, word, word, word], return: "i64" },
  _exit: { arguments: [int], return: "void" },
  memcpy: { arguments: ["pointer", word, word], return: word },
  __errno_location: { arguments: [], return: word },
});

const service = process.ppid;
/** Memory that the kernel reads, allocated before the seal takes `node:ffi` away. */
const kept: Buffer[] = [];
const keep = (bytes: Buffer): bigint => ffi.getRawPointer(kept[kept.push(bytes) - 1] as Buffer);
const text = (characters: string): bigint => keep(Buffer.from(`${characters}\0`));
const room = Buffer.alloc(256);
const at = ffi.getRawPointer(room);
/** One `struct iovec` for the probe's own buffer, and one for an address in the service. */
const iovec = (address: bigint): bigint => {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(address, 0);
  bytes.writeBigUInt64LE(8n, 8);
  return keep(bytes);
};
const own = iovec(at);
const zeros = keep(Buffer.alloc(64));
const theirs = iovec(0x400000n);
const raw = (number: number, ...args: readonly (number | bigint)[]): bigint => {
  const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = args.map((arg) => BigInt.asUintN(64, BigInt(arg)));
  return libc.syscall(BigInt(number), a, b, c, d, e);
};
const arm = process.arch === "arm64";
const AT_FDCWD = -100;
const SIGCHLD = 17;

const ENVIRONMENT = text(`/proc/${service}/environ`);
const MEMORY = text(`/proc/${service}/mem`);
const SYSTEM_FILE = text("/etc/passwd");
const OWN_MEMORY = text("/proc/self/mem");
const OWN_PROGRAM = text("/proc/self/exe");
const SHELL = text("exit 0");
const PROGRAM = text("/bin/true");
const ROOT = text("/");
const NOWHERE = text("/nowhere/probe");
const ELSEWHERE = text("/nowhere/other");

/** Harmless attacks, so that the open worker can show that each of them works. */
const HARMLESS: { readonly [what: string]: () => number | bigint } = {
  "open the service's environment": () => libc.open(ENVIRONMENT, 0, 0),
  "open the service's memory": () => libc.open(MEMORY, 2, 0),
  "open a system file": () => libc.open(SYSTEM_FILE, 0, 0),
  "open its own memory": () => libc.open(OWN_MEMORY, 2, 0),
  "open with openat2": () => raw(437, AT_FDCWD, SYSTEM_FILE, zeros, 24),
  "see whether a file exists": () => libc.access(SYSTEM_FILE, 0),
  "read a link": () => libc.readlink(OWN_PROGRAM, at, 256n),
  "change folder": () => libc.chdir(ROOT),
  "make a TCP socket": () => libc.socket(2, 1, 0),
  "make a UDP socket": () => libc.socket(2, 2, 0),
  "make a local socket": () => libc.socket(1, 1, 0),
  "make a netlink socket": () => libc.socket(16, 3, 0),
  "make a pair of sockets": () => libc.socketpair(1, 1, 0, at),
  "make a pipe": () => libc.pipe(at),
  "copy a descriptor": () => libc.dup(2),
  "run a program": () => (libc.system(SHELL) === 0 ? 0 : -1),
  "signal the service": () => libc.kill(service, 0),
  "signal everybody": () => libc.kill(-1, 0),
  "signal a thread of the service": () => raw(arm ? 131 : 234, service, service, 0),
  "have the service signaled": () => libc.fcntl(3, 8, service),
  "take a handle of the service": () => raw(434, service, 0),
  "learn the service's id": () => libc.getppid(),
  "slow the service down": () => libc.setpriority(0, service, libc.getpriority(0, service)),
  "limit the service": () => libc.prlimit(service, 4, 0n, at),
  "make memory that can be run": () => libc.memfd_create(PROGRAM, 0),
  "watch files": () => libc.inotify_init1(0),
  "count events": () => libc.eventfd(0, 0),
  "poll anew": () => libc.epoll_create1(0),
  "share memory": () => libc.shmget(0, 4096n, 0o1600),
};

/** Attacks that would change the process or the system, tried in a sealed worker only. */
const HARMFUL: typeof HARMLESS = {
  "make a process": () => processOf(raw(arm ? 220 : 56, SIGCHLD)),
  "make a process with clone3": () => raw(435, 0, 0),
  "become a program": () => libc.execl(PROGRAM, PROGRAM, 0n),
  "delete a file": () => libc.unlink(NOWHERE),
  "make a folder": () => libc.mkdir(NOWHERE, 0o700),
  "rename a file": () => libc.rename(NOWHERE, ELSEWHERE),
  "link a file": () => libc.link(NOWHERE, ELSEWHERE),
  "make a link": () => libc.symlink(NOWHERE, ELSEWHERE),
  "change a file's mode": () => libc.chmod(NOWHERE, 0o777),
  "send over its channel": () => libc.send(3, at, 0n, 0),
  "trace the service": () => libc.ptrace(16n, BigInt(service), 0n, 0n),
  "read the service's memory": () => libc.process_vm_readv(service, own, 1n, theirs, 1n, 0n),
  "write the service's memory": () => raw(arm ? 271 : 311, service, own, 1, theirs, 1),
  "pin the service": () => libc.sched_setaffinity(service, 8n, at),
  "have the service signaled by ioctl": () => libc.ioctl(3, 0x8901n, at),
  "use io_uring": () => raw(425, 1, own),
  "enter io_uring": () => raw(426, 3, 1, 1),
  "leave its namespaces": () => libc.unshare(0x10000000),
  "enter a namespace": () => libc.setns(3, 0),
  "change the root": () => libc.chroot(NOWHERE),
  "change its personality": () => libc.personality(0xffffffffn),
  "be traceable again": () => libc.prctl(4, 1n, 0n, 0n, 0n),
  "load a BPF program": () => raw(arm ? 280 : 321, 0, 0, 0),
  "count the machine's events": () => raw(arm ? 241 : 298, own, 0, -1, -1),
  "use the kernel's keys": () => raw(arm ? 219 : 250, 0, -3, 0),
  "handle page faults": () => raw(arm ? 282 : 323, 1),
  mount: () => raw(arm ? 40 : 165, NOWHERE, NOWHERE, NOWHERE, 0),
};

/** A copy of this process ends at once. */
const processOf = (pid: bigint): bigint => {
  if (pid === 0n) libc._exit(0);
  return pid;
};

const outcome = (attack: () => number | bigint): string | number => {
  if (Number(attack()) >= 0) return "worked";
  libc.memcpy(at, libc.__errno_location(), 4n);
  return room.readInt32LE(0);
};

const probe = (attacks: typeof HARMLESS): void => {
  const entries = Object.entries(attacks).map(([what, attack]) => [what, outcome(attack)]);
  writeSync(2, `${JSON.stringify(Object.fromEntries(entries))}\n`);
};

probe(HARMLESS);
process.on("SIGUSR2", () => probe({ ...HARMLESS, ...HARMFUL }));
