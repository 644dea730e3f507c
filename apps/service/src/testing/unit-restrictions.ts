import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { openLibc } from "../render/pool/libc.ts";
import { ARCHITECTURES, listProgram, ownArchitecture } from "../render/pool/system-calls.ts";

/*
 * Becomes the program in its arguments, under the system call filter of the systemd unit, for
 * machines without a running systemd. systemd's own list gives the calls of a group, and the
 * kernel's header their numbers.
 */
const unit = readFileSync(new URL("../../../../deploy/systemd/lumiglyph.service", import.meta.url), "utf8");
const header = execFileSync(
  "sh",
  ["-c", "cat /usr/include/*/asm/unistd_64.h /usr/include/asm-generic/unistd.h 2>/dev/null; true"],
  {
    encoding: "utf8",
  },
);
const numberOf = (name: string): number | undefined => {
  const pattern = new RegExp(`#define __NR(?:3264)?_${name}\\s+(\\d+)`);
  const [, number] = pattern.exec(header) ?? [];
  return number === undefined ? undefined : Number(number);
};

/** The calls of a group, or the one call. */
const callsOf = (name: string): readonly string[] => {
  if (!name.startsWith("@")) return [name];
  const text = execFileSync("systemd-analyze", ["syscall-filter", name], { encoding: "utf8" });
  const members = text.split("\n").flatMap((line) => /^ {4}(@?\w[\w-]*)$/.exec(line)?.[1] ?? []);
  return members.flatMap(callsOf);
};

const allowed = new Set(callsOf("@default"));
for (const [, not, groups = ""] of unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm)) {
  for (const name of groups.split(" ").flatMap(callsOf)) not === "~" ? allowed.delete(name) : allowed.add(name);
}
const libc = openLibc();
const arch = ownArchitecture();
if ("missing" in libc || arch === null) throw new Error("no filter can be set here");
const numbers = [...allowed].flatMap((name) => numberOf(name) ?? []);
libc.passOn(3);
if (!libc.filterCalls(listProgram(arch, numbers), ARCHITECTURES[arch].seccomp)) throw new Error("no filter was set");
const [program = "", ...args] = process.argv.slice(2);
process.execve?.(program, [program, ...args], process.env);
