import { percentile } from "../percentile.ts";
import { createTally } from "../tally.ts";
import { type Arrivals, createArrivals } from "./arrivals.ts";
import { createKeptConnections, type Outcome } from "./kept-connections.ts";
import type { LoadFigures, LoadOrder } from "./load.ts";
import { addressRequests, HEALTH_REQUEST, renderRequests } from "./reference-requests.ts";

/*
 * The program of a load generator, as a separate process, so that nothing else delays what it sends
 * or times. Its order is its argument; any message from its parent ends the load and returns the
 * figures.
 */
const { port, target, render, addresses, imageUrl, pace }: LoadOrder = JSON.parse(process.argv[2] ?? "");
const fresh = imageUrl === undefined ? renderRequests(render?.picture, render?.query) : addressRequests(imageUrl);
const same = fresh();
const next = { render: fresh, kept: () => same, health: () => HEALTH_REQUEST }[target];
const connections = createKeptConnections(port, addresses);
const answers = createTally();
const accepted: number[] = [];
const faults: string[] = [];
const begun = performance.now();
const usedBefore = process.cpuUsage();
let [sent, open, ended] = [0, 0, false];

const send = (intended: number): void => {
  sent++;
  open++;
  connections.send(next(), (outcome) => {
    open--;
    record(outcome, performance.now() - intended);
    if ("atOnce" in pace && !ended) send(performance.now());
    if (ended && open === 0) finish();
  });
};

const record = (outcome: Outcome, ms: number): void => {
  if (outcome.status === 200) accepted.push(ms);
  const code =
    outcome.status === null || outcome.status === 200 ? null : /"code":"(\w+)"/.exec(outcome.body.toString())?.[1];
  answers.add(outcome.status === null ? "none" : code ? `${outcome.status} ${code}` : outcome.status);
  const fault = faultOf(outcome);
  if (fault !== null) faults.push(fault);
};

const faultOf = (outcome: Outcome): string | null => {
  if (outcome.status === null) return `no answer (${outcome.why})`;
  if (outcome.status === 200) return null;
  if (outcome.status !== 503) return `${outcome.status}: ${outcome.body.toString().slice(0, 200)}`;
  return /\r\nretry-after: \d+\r\n/i.test(outcome.head) ? null : "503 without Retry-After";
};

/** Sends what is due and reschedules itself for the next. */
const keepPace = (arrivals: Arrivals, due: number): void => {
  const now = performance.now();
  for (; !ended && due <= now; due = begun + arrivals()) send(due);
  if (!ended) setTimeout(keepPace, Math.max(1, due - performance.now()), arrivals, due);
};

const figures = (seconds: number): LoadFigures => ({
  seconds,
  sent,
  unfinished,
  startSeconds: secondsOf(usedBefore),
  ownSeconds: secondsOf(process.cpuUsage(usedBefore)),
  accepted: {
    count: accepted.length,
    p50: percentile(accepted, 0.5),
    p99: percentile(accepted, 0.99),
    worst: Math.max(0, ...accepted),
    each: accepted,
  },
  answers: answers.counts(),
  faults,
});

const secondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6;

const finish = (): void => {
  connections.close();
  process.send?.(figures((lastMoment - begun) / 1000), () => process.exit(0));
};

/** Milliseconds for the last responses. */
const LAST_MS = 10_000;

let [lastMoment, unfinished] = [begun, 0];
process.once("message", () => {
  ended = true;
  unfinished = open;
  lastMoment = performance.now();
  // closing counts open requests as lost, and the last of them finishes
  if (open > 0) setTimeout(connections.close, LAST_MS).unref();
  else finish();
});
process.once("disconnect", () => process.exit(1));

if ("perSecond" in pace) keepPace(createArrivals(pace.perSecond, pace.byChance === true), begun);
else for (let at = 0; at < pace.atOnce; at++) send(performance.now());
