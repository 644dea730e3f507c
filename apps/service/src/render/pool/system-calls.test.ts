import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  ALLOWED_CALLS,
  ARCHITECTURES,
  type Architecture,
  filterProgram,
  ringlessProgram,
  SPECIAL_CALLS,
} from "./system-calls.ts";

const ALLOWED = "allowed";
const PID = 4711;

/** A system call as a filter sees it. */
type Call = { readonly number: number; readonly args?: readonly number[]; readonly audit?: number };

/** What the kernel does with a call: runs the classic BPF program on `struct seccomp_data`. */
const verdict = (program: Buffer, { number, args = [], audit = 0 }: Call): string => {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(audit, 4);
  for (const [at, arg] of args.entries()) data.writeBigUInt64LE(BigInt(arg), 16 + 8 * at);
  let loaded = 0;
  for (let at = 0; ; at++) {
    const [code, value] = [program.readUInt16LE(8 * at), program.readUInt32LE(8 * at + 4)];
    const jump = (holds: boolean) => program.readUInt8(8 * at + (holds ? 2 : 3));
    if (code === 0x20) loaded = data.readUInt32LE(value);
    else if (code === 0x15) at += jump(loaded === value);
    else if (code === 0x45) at += jump((loaded & value) !== 0);
    else if (code === 0x06) return VERDICTS[value] ?? `${value}`;
    else throw new Error(`instruction ${code}`);
  }
};

const VERDICTS: { readonly [value: number]: string } = {
  [0x7fff0000]: ALLOWED,
  [0x80000000]: "killed",
  [0x00050001]: "EPERM",
  [0x00050026]: "ENOSYS",
};

const each = Object.keys(ARCHITECTURES) as Architecture[];
const judge = (arch: Architecture, call: Call) =>
  verdict(filterProgram(arch, PID), { audit: ARCHITECTURES[arch].audit, ...call });

test.each(each)("on %s only the calls of the table are allowed, whatever their arguments", (arch) => {
  const { column } = ARCHITECTURES[arch];
  const special = Object.values(SPECIAL_CALLS).map((numbers) => numbers[column]);
  const allowed = Array.from({ length: 1024 }, (_, number) => number).filter(
    (number) => !special.includes(number as never) && judge(arch, { number, args: [1, 2, 3, 4, 5, 6] }) === ALLOWED,
  );
  const wanted = Object.values(ALLOWED_CALLS).flatMap((numbers) => numbers[column] ?? []);
  expect(allowed).toEqual(wanted.toSorted((one, other) => one - other));
});

test.each(each)("on %s calls in another architecture's numbers are killed, x32's are refused", (arch) => {
  expect(judge(arch, { number: ALLOWED_CALLS.read[ARCHITECTURES[arch].column], audit: 0x40000003 })).toBe("killed");
  expect(judge(arch, { number: 0x40000000 + ALLOWED_CALLS.read[0] })).toBe("EPERM");
});

const THREAD = 0x3d0f00;
const HIGH = 2 ** 32;

test.each([
  ["clone", [THREAD], ALLOWED],
  ["clone", [THREAD | 0x400000], ALLOWED],
  // a process, as fork makes it; a thread in its own namespace; a process that shares its memory
  ["clone", [17], "EPERM"],
  ["clone", [THREAD | 0x10000000], "EPERM"],
  ["clone", [0x4100], "EPERM"],
  ["clone3", [1, 88], "ENOSYS"],
  ["tgkill", [PID, PID, 6], ALLOWED],
  ["tgkill", [PID + 1, PID + 1, 6], "EPERM"],
  ["fcntl", [3, 4, 2048], ALLOWED],
  ["fcntl", [3, 8, 1], "EPERM"],
  ["fcntl", [3, 0, 10], "EPERM"],
  ["ioctl", [3, 0x5421], ALLOWED],
  ["ioctl", [3, 0x8901], "EPERM"],
  ["prctl", [15], ALLOWED],
  ["prctl", [0x53564d41], ALLOWED],
  ["prctl", [4, 1], "EPERM"],
  ["prlimit64", [0, 3, 0, 4096], ALLOWED],
  ["prlimit64", [1, 3, 0, 4096], "EPERM"],
  ["prlimit64", [0, 3, 4096, 0], "EPERM"],
  ["prlimit64", [0, 3, HIGH, 0], "EPERM"],
] as const)("%s with %j is answered with: %s", (name, args, answer) => {
  for (const arch of each) {
    expect(judge(arch, { number: SPECIAL_CALLS[name][ARCHITECTURES[arch].column], args })).toBe(answer);
  }
});

test("the filter against io_uring changes nothing else", () => {
  const program = ringlessProgram();
  const refused = Array.from({ length: 1024 }, (_, number) => number).filter(
    (number) => verdict(program, { number }) !== ALLOWED,
  );
  expect(refused).toEqual([425]);
});

/** The kernel's own list from its headers: the common one is arm64's. */
const HEADERS = { x64: "x86_64-linux-gnu/asm/unistd_64.h", arm64: "asm-generic/unistd.h" };
const areInstalled = existsSync("/usr/include/asm-generic");

test.runIf(areInstalled && process.arch === "x64")("the numbers are those of the kernel's headers", () => {
  for (const arch of each) {
    const header = readFileSync(`/usr/include/${HEADERS[arch]}`, "utf8");
    for (const [name, numbers] of Object.entries({ ...ALLOWED_CALLS, ...SPECIAL_CALLS })) {
      const [, number = null] = new RegExp(`#define __NR(?:3264)?_${name} (\\d+)`).exec(header) ?? [];
      expect([arch, name, number]).toEqual([arch, name, numbers[ARCHITECTURES[arch].column]?.toString() ?? null]);
    }
  }
});
