import { setTimeout } from "node:timers/promises";
import type { WireRequest } from "../../support/http-bad-requests.ts";
import { rawImage } from "../../support/http-render.ts";
import { asWire, sendOverWire } from "../wire.ts";
import { BOMBS } from "./bombs.ts";

/** The result of one bomb. */
type BombOutcome = {
  readonly name: string;
  readonly bytes: number;
  readonly status: number;
  readonly code: string;
  /** Milliseconds from the first byte sent to the last received. */
  readonly ms: number;
};

export type BombFigures = {
  readonly outcomes: readonly BombOutcome[];
  readonly statuses: { readonly [status: string]: number };
  readonly worstFromHeaderMs: number;
  readonly worstMs: number;
  /** Bombs with an unexpected result, one sentence each. */
  readonly faults: readonly string[];
};

export type BombOptions = {
  readonly report?: (line: string) => void;
  /** Time limit in milliseconds for refusing a bomb by its header: `HEADER_MS` unless given. */
  readonly headerMs?: number;
  /** Headers of each request; none unless given. */
  readonly headers?: () => WireRequest["headers"];
  /**
   * How often to resend a bomb, a second later, that was refused for lack of room, or that a proxy could not deliver
   * because the service refused it before reading all of it; never unless given.
   */
  readonly retries?: number;
  /** Called with the status after which a bomb is sent again. */
  readonly onRetry?: (status: string) => void;
};

export const HEADER_MS = 50;

/** Sends every bomb to a service, one after another. */
export const runBombs = async (
  url: string,
  { report = () => {}, headerMs = HEADER_MS, headers = () => ({}), retries = 0, onRetry = () => {} }: BombOptions = {},
): Promise<BombFigures> => {
  const outcomes: BombOutcome[] = [];
  const faults: string[] = [];
  const statuses: { [status: string]: number } = {};
  for (const { name, make, status, code, fromHeader } of BOMBS) {
    const wantedMs = fromHeader ? headerMs : Number.POSITIVE_INFINITY;
    let outcome = { name, ...(await send(url, make(), headers, wantedMs)) };
    for (let again = 0; again < retries && (outcome.status === 503 || outcome.status === 502); again++) {
      onRetry(String(outcome.status));
      await setTimeout(1000);
      outcome = { name, ...(await send(url, make(), headers, wantedMs)) };
    }
    outcomes.push(outcome);
    statuses[outcome.status] = (statuses[outcome.status] ?? 0) + 1;
    const isRight = outcome.status === status && outcome.code === code;
    if (!isRight) faults.push(`${name}: ${outcome.status} ${outcome.code} instead of ${status} ${code}`);
    if (fromHeader && outcome.ms >= headerMs) faults.push(`${name}: ${outcome.ms.toFixed(1)} ms`);
    report(`${outcome.status} ${outcome.code} ${outcome.ms.toFixed(1)} ms ${outcome.bytes} bytes: ${name}`);
  }
  const worst = (names: ReadonlySet<string>) =>
    Math.max(0, ...outcomes.filter(({ name }) => names.has(name)).map(({ ms }) => ms));
  return {
    outcomes,
    statuses,
    worstFromHeaderMs: worst(new Set(BOMBS.filter(({ fromHeader }) => fromHeader).map(({ name }) => name))),
    worstMs: worst(new Set(BOMBS.map(({ name }) => name))),
    faults,
  };
};

/** Tries up to five times while it takes too long: other load on the machine is not the bomb's fault. */
const send = async (url: string, body: Uint8Array, headers: () => WireRequest["headers"], wantedMs: number) => {
  let best = await attempt(url, body, headers());
  for (let again = 0; again < 4 && best.ms >= wantedMs; again++) {
    const other = await attempt(url, body, headers());
    if (other.ms < best.ms) best = other;
  }
  return best;
};

const attempt = async (
  url: string,
  body: Uint8Array,
  headers: WireRequest["headers"],
): Promise<Omit<BombOutcome, "name">> => {
  const bomb = asWire("bomb", rawImage(body, { columns: 8 }));
  const begun = performance.now();
  const { status, body: answer } = await sendOverWire(url, { ...bomb, headers: { ...bomb.headers, ...headers } });
  const ms = performance.now() - begun;
  return { bytes: body.length, status, code: status === 200 ? "drawn" : codeIn(answer), ms };
};

/** A proxy's own responses have no code. */
const codeIn = (answer: string): string =>
  answer.startsWith("{") ? String(JSON.parse(answer).code) : `without a code: ${answer.slice(0, 100)}`;
