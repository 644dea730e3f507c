import { type ReceiverStatus, UNCHECKED } from "@lumiglyph/contract";
import { request } from "undici";
import { mayHaveCredential } from "./platform-warnings.ts";
/** The receiving site, looked at in the background. */
export type ReceiverCheck = {
  /** How it was last found. Never asks. */
  readonly status: () => ReceiverStatus;
  /** How often it was found, and how often not. */
  readonly counts: () => { readonly reachable: number; readonly unreachable: number };
  /** Looks at once and then again and again, without keeping the process alive. */
  readonly start: () => void;
  /** Ends that; a look under way is called off. */
  readonly stop: () => Promise<void>;
};

export type ReceiverParts = {
  /** Origin of the receiving site. */
  readonly target: string;
  readonly credential: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly times?: CheckTimes;
};

/** Milliseconds from one look to the next, and how long one may take. */
type CheckTimes = { readonly every: number; readonly most: number };

const CHECK_TIMES: CheckTimes = { every: 60_000, most: 5_000 };

/** Checks by HEAD of the target's root; redirects are not followed (answers 4.4). */
export const createReceiverCheck = (parts: ReceiverParts): ReceiverCheck => {
  const { every, most } = parts.times ?? CHECK_TIMES;
  const counts = { reachable: 0, unreachable: 0 };
  const stopped = new AbortController();
  let status = UNCHECKED;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    const found = await isThere(parts, AbortSignal.any([stopped.signal, AbortSignal.timeout(most)]));
    if (stopped.signal.aborted) return;
    const word = found ? "reachable" : "unreachable";
    counts[word]++;
    status = { status: word, checkedAt: new Date(parts.now()).toISOString() };
  };
  const begin = () => {
    looking = looking.then(look);
  };
  return {
    status: () => status,
    counts: () => counts,
    start: () => {
      begin();
      timer = setInterval(begin, every).unref();
    },
    stop: async () => {
      clearInterval(timer);
      stopped.abort();
      await looking;
    },
  };
};

/** Whether a site answers, with anything but a fault of its own. */
const isThere = async ({ target, credential }: ReceiverParts, signal: AbortSignal): Promise<boolean> => {
  try {
    const { statusCode, body } = await request(`${target}/`, {
      method: "HEAD",
      headers: mayHaveCredential(new URL(target)) ? { authorization: `Bearer ${credential}` } : {},
      signal,
      // a connection that is used once a minute is not worth keeping
      reset: true,
    });
    body.on("error", () => {}).destroy();
    return statusCode < 500;
  } catch {
    return false;
  }
};
