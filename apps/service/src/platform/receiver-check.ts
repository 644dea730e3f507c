import { request } from "undici";
import { type ReceiverStatus, UNCHECKED } from "../tables/platform-status.ts";
import { mayHaveCredential } from "./platform-warnings.ts";
/** The receiving site, checked in the background. */
export type ReceiverCheck = {
  /** The last known status. Never triggers a check. */
  readonly status: () => ReceiverStatus;
  /** How many checks succeeded and failed. */
  readonly counts: () => { readonly reachable: number; readonly unreachable: number };
  /** Checks now and then periodically, without keeping the process alive. */
  readonly start: () => void;
  /** Stops checking; a running check is aborted. */
  readonly stop: () => Promise<void>;
};

export type ReceiverCheckParts = {
  /** Origin of the receiving site. */
  readonly target: string;
  readonly credential: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly times?: CheckTimes;
};

/** Milliseconds between checks, and the timeout of one. */
type CheckTimes = { readonly every: number; readonly most: number };

const CHECK_TIMES: CheckTimes = { every: 60_000, most: 5_000 };

/** Checks with a HEAD request for the target's root; redirects are not followed (answers 4.4). */
export const createReceiverCheck = (parts: ReceiverCheckParts): ReceiverCheck => {
  const { every, most } = parts.times ?? CHECK_TIMES;
  const counts = { reachable: 0, unreachable: 0 };
  const stopped = new AbortController();
  let status = UNCHECKED;
  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> = Promise.resolve();
  const check = async () => {
    const found = await isReachable(parts, AbortSignal.any([stopped.signal, AbortSignal.timeout(most)]));
    if (stopped.signal.aborted) return;
    const result = found ? "reachable" : "unreachable";
    counts[result]++;
    status = { status: result, checkedAt: new Date(parts.now()).toISOString() };
  };
  const startCheck = () => {
    checking = checking.then(check);
  };
  return {
    status: () => status,
    counts: () => counts,
    start: () => {
      startCheck();
      timer = setInterval(startCheck, every).unref();
    },
    stop: async () => {
      clearInterval(timer);
      stopped.abort();
      await checking;
    },
  };
};

/** Whether a site responds with anything but a server error. */
const isReachable = async ({ target, credential }: ReceiverCheckParts, signal: AbortSignal): Promise<boolean> => {
  try {
    const { statusCode, body } = await request(`${target}/`, {
      method: "HEAD",
      headers: mayHaveCredential(new URL(target)) ? { authorization: `Bearer ${credential}` } : {},
      signal,
      // not worth keeping a connection that is used once a minute
      reset: true,
    });
    body.on("error", () => {}).destroy();
    return statusCode < 500;
  } catch {
    return false;
  }
};
