import { setTimeout } from "node:timers/promises";
import { createKeptConnections, type Outcome } from "./load/kept-connections.ts";
import { renderRequests } from "./load/reference-requests.ts";

/** A render request: when it was sent, its response time, and its outcome. */
export type Sample = { readonly sent: number; readonly ms: number } & Judged;

/** Rendered; refused as in the error table, with Retry-After; or unexpected. */
type Judged = { readonly how: "drawn" | "refused" } | { readonly how: "wrong"; readonly fault: string };

/** Renders at a steady rate. */
export type PacedRenders = {
  /** All responses so far. */
  readonly samples: readonly Sample[];
  readonly stop: () => Promise<void>;
};

/**
 * Requests renders from several services in turn, at a fixed rate whether earlier ones are answered or not. All have the same
 * art, and none can be shared or cached: different art is an error. Each is from a new client, for services that trust
 * the header.
 */
export const startPacedRenders = (ports: readonly number[], perSecond: number): PacedRenders => {
  const connections = ports.map(createKeptConnections);
  let clients = 0;
  const next = renderRequests(undefined, undefined, () => `2001:db8:0:${(clients++ % 65_536).toString(16)}::1`);
  const samples: Sample[] = [];
  const open = new Set<Promise<void>>();
  let first: Buffer | null = null;
  let stopped = false;
  const judge = (outcome: Outcome): Judged => {
    if (outcome.status === null) return { how: "wrong", fault: `no answer (${outcome.why})` };
    if (outcome.status === 503 && /\r\nretry-after: \d+\r\n/i.test(outcome.head)) return { how: "refused" };
    if (outcome.status !== 200)
      return { how: "wrong", fault: `${outcome.status}: ${outcome.body.toString().slice(0, 200)}` };
    first ??= outcome.body;
    return outcome.body.equals(first) ? { how: "drawn" } : { how: "wrong", fault: "drawn otherwise than before" };
  };
  const ask = async (at: number) => {
    const sent = performance.now();
    const outcome = await connections[at % connections.length]?.ask(next());
    if (outcome !== undefined) samples.push({ sent, ms: performance.now() - sent, ...judge(outcome) });
  };
  const pace = async () => {
    const begun = performance.now();
    for (let at = 0; !stopped; at++) {
      const asking = ask(at).finally(() => open.delete(asking));
      open.add(asking);
      await setTimeout(Math.max(0, begun + ((at + 1) * 1000) / perSecond - performance.now()));
    }
  };
  const pacing = pace();
  return {
    samples,
    stop: async () => {
      stopped = true;
      await pacing;
      await Promise.all(open);
      for (const connection of connections) connection.close();
    },
  };
};
