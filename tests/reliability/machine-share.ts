import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** Begins to count; the answer is how many cores others have kept busy since then, on average. */
export const watchOthers = (): (() => number) => {
  const begun = { busy: machineSeconds(), own: ownSeconds(), at: performance.now() };
  return () => {
    const seconds = (performance.now() - begun.at) / 1000;
    const others = machineSeconds() - begun.busy - (ownSeconds() - begun.own);
    return Math.min(availableParallelism(), Math.max(0, others / seconds));
  };
};

/** Clock ticks in a second, as Linux tells times to programs everywhere (proc(5)). */
const TICKS = 100;

/** Seconds that all cores have been busy since the machine was started. */
export const machineSeconds = (): number => {
  const [, user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0] = (
    readFileSync("/proc/stat", "utf8").split("\n")[0] ?? ""
  )
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + interrupts + softInterrupts) / TICKS;
};

/** Seconds of this process and of all below it that have ended. */
const ownSeconds = (): number => {
  const { own, ended } = processSeconds(process.pid);
  return own + ended;
};

/** Seconds for which a process has had a core, and for which those below it had one that have ended. */
export const processSeconds = (pid: number): { readonly own: number; readonly ended: number } => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { own: (user + system) / TICKS, ended: (endedUser + endedSystem) / TICKS };
};
