import { globSync, readFileSync } from "node:fs";

/** A running process, as far as the kernel tells of it. */
export type Process = {
  readonly pid: number;
  readonly name: string;
  /** Real, effective, saved and of the file system. */
  readonly users: readonly number[];
  readonly capabilities: bigint;
  /** The files that are mapped into its memory. */
  readonly mapped: readonly string[];
};

/** A process, what it has started, and so on. */
export const processesFrom = (pid: number): readonly Process[] => [
  processAt(pid),
  ...globSync(`/proc/${pid}/task/*/children`)
    .flatMap((file) => readFileSync(file, "utf8").split(" ").filter(Boolean))
    .flatMap((child) => processesFrom(Number(child))),
];

const processAt = (pid: number): Process => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const field = (name: string): string => new RegExp(`^${name}:\\s+(.*)$`, "m").exec(status)?.[1] ?? "";
  const maps = readFileSync(`/proc/${pid}/maps`, "utf8");
  return {
    pid,
    name: field("Name"),
    users: field("Uid").split(/\s+/).map(Number),
    capabilities: BigInt(`0x${field("CapEff")}`) | BigInt(`0x${field("CapBnd")}`),
    mapped: [...new Set([...maps.matchAll(/ (\/\S+)$/gm)].map(([, file]) => file!))],
  };
};
