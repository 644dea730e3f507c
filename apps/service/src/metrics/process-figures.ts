import { readdirSync } from "node:fs";
import type { MetricRegistry } from "./registry.ts";

/** Says how this process stands; `eventLoopUtilization` is since the last time. */
export const createProcessFigures = (): ((set: MetricRegistry["set"]) => void) => {
  let before = performance.eventLoopUtilization();
  return (set) => {
    const now = performance.eventLoopUtilization();
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    set("process_cpu_seconds_total", {}, (user + system) / 1e6);
    set("process_resident_memory_bytes", {}, rss);
    set("process_heap_bytes", {}, heapUsed);
    set("process_open_fds", {}, openDescriptors());
    set("process_start_time_seconds", {}, Math.round(performance.timeOrigin) / 1000);
    set("nodejs_eventloop_utilization", {}, performance.eventLoopUtilization(now, before).utilization);
    before = now;
  };
};

/** Of this process, by proc(5), without the one that the look itself takes; 0 where there is no such folder. */
const openDescriptors = (): number => {
  try {
    return readdirSync("/proc/self/fd").length - 1;
  } catch {
    return 0;
  }
};
