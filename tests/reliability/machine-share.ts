import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** Starts counting; the returned function gives the average number of cores that other processes kept busy. */
export const watchOthers = (): (() => number) => {
  const begun = { busy: machineSeconds(), own: ownSeconds(), at: performance.now() };
  return () => {
    const seconds = (performance.now() - begun.at) / 1000;
    const others = machineSeconds() - begun.busy - (ownSeconds() - begun.own);
    return Math.min(availableParallelism(), Math.max(0, others / seconds));
  };
};

/** Clock ticks in a second, in Linux's interface to programs (proc(5)). */
const TICKS = 100;

/** Seconds that all cores have been busy since boot. */
export const machineSeconds = (): number => {
  const [, user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0] = (
    readFileSync("/proc/stat", "utf8").split("\n")[0] ?? ""
  )
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + interrupts + softInterrupts) / TICKS;
};

/** CPU seconds of this process and its ended children. */
const ownSeconds = (): number => {
  const { own, ended } = processSeconds(process.pid);
  return own + ended;
};

/** CPU seconds of a process, and of its ended children. */
export const processSeconds = (pid: number): { readonly own: number; readonly ended: number } => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { own: (user + system) / TICKS, ended: (endedUser + endedSystem) / TICKS };
};
