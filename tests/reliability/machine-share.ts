import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** Average number of cores that were unavailable to this program. */
export type Others = {
  /** Used by other processes. */
  readonly others: number;
  /** Requested by a process here, but given by the host of this virtual machine to others. */
  readonly stolen: number;
};

/** Starts counting; the returned function gives the averages since then. */
export const watchOthers = (): (() => Others) => {
  const begun = { busy: machineSeconds(), stolen: stolenSeconds(), own: ownSeconds(), at: performance.now() };
  return () => {
    const seconds = (performance.now() - begun.at) / 1000;
    const others = machineSeconds() - begun.busy - (ownSeconds() - begun.own);
    const cores = (sum: number): number => Math.min(availableParallelism(), Math.max(0, sum / seconds));
    return { others: cores(others), stolen: cores(stolenSeconds() - begun.stolen) };
  };
};

/** Clock ticks in a second, in Linux's interface to programs (proc(5)). */
const TICKS = 100;

/** Seconds that all cores have been busy since boot. */
export const machineSeconds = (): number => {
  const { user, nice, system, interrupts, softInterrupts } = ticksOfMachine();
  return (user + nice + system + interrupts + softInterrupts) / TICKS;
};

const stolenSeconds = (): number => ticksOfMachine().stolen / TICKS;

const ticksOfMachine = () => {
  const [first = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const [, user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, stolen = 0] = first
    .split(/\s+/)
    .map(Number);
  return { user, nice, system, interrupts, softInterrupts, stolen };
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
