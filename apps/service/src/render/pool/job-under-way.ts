import { Refusal, refusalFor } from "@lumiglyph/contract";
import type { RenderResult } from "../renderer.ts";
import type { Ready, Report } from "./messages.ts";

/** How long a job may take, in milliseconds. */
export type JobTimes = {
  /** Then it is given up and its worker killed. */
  readonly deadline: number;
  /** From when its caller has gone. */
  readonly abandoned: number;
};

/** The process ended under a job, which itself need not be to blame: by a signal, an exit code, a breach of the protocol. */
export class WorkerDeath extends Error {
  override readonly name = "WorkerDeath";
  readonly how: string;

  constructor(how: string) {
    super(`a worker ended (${how})`);
    this.how = how;
  }
}

/** A job that a worker has in hand. */
export type JobUnderWay = {
  /** Rejects with a `Refusal`, a `WorkerDeath`, or the reason of a signal that came first. */
  readonly drawn: Promise<RenderResult>;
  readonly settle: (report: Exclude<Report, Ready>, bytes: Uint8Array) => void;
  readonly die: (how: string) => void;
  /** The worker is free again. */
  readonly over: () => void;
};

/** A job under way. Its time runs until the worker is ready again, so that one that hangs behind its answer ends too. */
export const startJob = (times: JobTimes, signal: AbortSignal, kill: () => void): JobUnderWay => {
  const { promise: drawn, resolve, reject } = Promise.withResolvers<RenderResult>();
  const expire = () => {
    reject(refusalFor("render_deadline"));
    kill();
  };
  const deadline = setTimeout(expire, times.deadline);
  let patience: NodeJS.Timeout | undefined;
  const abandon = () => {
    reject(signal.reason);
    patience = setTimeout(kill, times.abandoned);
  };
  signal.addEventListener("abort", abandon, { once: true });
  const over = () => {
    clearTimeout(deadline);
    clearTimeout(patience);
    signal.removeEventListener("abort", abandon);
  };
  const settle: JobUnderWay["settle"] = (report, body) => {
    if (report.kind === "drawn") resolve({ ...report.drawn, body });
    else if (report.kind === "refused") reject(new Refusal(report.code, report.message, report.problems));
    else reject(new Error(`a worker failed: ${report.stack}`));
  };
  const die = (how: string) => {
    over();
    reject(new WorkerDeath(how));
  };
  return { drawn, settle, die, over };
};
