import { Refusal, refusalFor } from "@lumiglyph/contract";
import type { RenderResult } from "../renderer.ts";
import type { Ready, Report } from "./messages.ts";

/** How long a job may take, in milliseconds. */
export type JobTimes = {
  /** After this the job fails and its worker is killed. */
  readonly deadline: number;
  /** Time to finish after the client has disconnected. */
  readonly abandoned: number;
};

/**
 * The worker process exited while it had a job, which need not be the cause: signal, exit code or protocol violation.
 */
export class WorkerDeath extends Error {
  override readonly name = "WorkerDeath";
  readonly how: string;

  constructor(how: string) {
    super(`a worker exited (${how})`);
    this.how = how;
  }
}

/** A job that a worker is processing. */
export type JobUnderWay = {
  /** Rejects with a `Refusal`, a `WorkerDeath`, or the signal's reason. */
  readonly drawn: Promise<RenderResult>;
  readonly settle: (report: Exclude<Report, Ready>, bytes: Uint8Array) => void;
  readonly die: (how: string) => void;
  /** The worker is free again. */
  readonly over: () => void;
};

/**
 * Starts the timers of a job. They run until the worker is ready again, so that a worker that hangs after its result is
 * killed too.
 */
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
