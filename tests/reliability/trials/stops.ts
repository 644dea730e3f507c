import { setTimeout } from "node:timers/promises";
import { atLeast, figure, none, wellWithin, whole } from "../findings.ts";
import { createKeptConnections, type Outcome } from "../load/kept-connections.ts";
import { renderRequests } from "../load/reference-requests.ts";
import { startServiceProcess } from "../service-process.ts";
import { defineTrial } from "../trial.ts";

/** The service is stopped under full load. */
export const stops = defineTrial({
  name: "stops",
  does: "SIGTERM under a load of eight callers at once, two of whom open a connection for each request",
  quick: { stops: 3 },
  full: { stops: 30 },
  run: async ({ stops: count }, say) => {
    const [faults, exits, sentBefore, sentAfter, unread]: [string[], number[], number[], number[], number[]] = [
      [],
      [],
      [],
      [],
      [],
    ];
    let badExits = 0;
    for (let at = 0; at < count; at++) {
      const { sent, ended, code, ms } = await stopUnderLoad(at);
      exits.push(ms);
      if (code !== 0) badExits++;
      faults.push(...sent.filter(({ before }) => before).flatMap(({ outcome }) => faultOf(outcome)));
      faults.push(...sent.filter(({ before }) => !before).flatMap(({ outcome }) => cutOf(outcome)));
      sentBefore.push(sent.filter(({ before }) => before).length);
      sentAfter.push(sent.filter(({ before, outcome }) => !before && outcome.status !== null).length);
      unread.push(ended);
      if ((at + 1) % 10 === 0) say(`${at + 1} of ${count} stops`);
    }
    const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
    return [
      none("accepted requests that were reset, cut short or answered with anything but 200 or 503", faults),
      atLeast("requests under way at the signal", sum(sentBefore), count * 4),
      figure("requests answered behind the signal", whole(sum(sentAfter))),
      figure("requests sent behind the signal and closed unread", whole(sum(unread))),
      none("exit codes other than 0", badExits),
      wellWithin("from the signal to the end, at most", Math.max(...exits), 10_000),
    ];
  },
});

/** A request, and whether it was pending when the signal was sent. */
type Sent = { readonly before: boolean; readonly outcome: Outcome };

const stopUnderLoad = async (at: number) => {
  const service = await startServiceProcess();
  const next = renderRequests();
  const sent: Sent[] = [];
  let signaled = Number.POSITIVE_INFINITY;
  let ended = 0;
  const call = async (keeps: boolean) => {
    let connections = createKeptConnections(service.port);
    for (;;) {
      const begun = performance.now();
      const outcome = await connections.ask(next());
      if (performance.now() > signaled) sent.push({ before: begun < signaled, outcome });
      if (outcome.status === null) {
        if (begun > signaled && !/ECONNREFUSED/.test(outcome.why)) ended++;
        if (/ECONNREFUSED/.test(outcome.why) || begun < signaled) break;
      }
      if (keeps) continue;
      connections.close();
      connections = createKeptConnections(service.port);
    }
    connections.close();
  };
  const callers = Array.from({ length: 8 }, (_, caller) => call(caller > 1));
  // a different moment for each stop
  await setTimeout(300 + ((at * 37) % 100));
  signaled = performance.now();
  const { code, ms } = await service.stop();
  await Promise.all(callers);
  return { sent, ended, code, ms };
};

const faultOf = (outcome: Outcome): readonly string[] => {
  if (outcome.status === null) return [`${outcome.why} after ${outcome.bytes} bytes`];
  return outcome.status === 200 || outcome.status === 503 ? [] : [`${outcome.status}`];
};

/** A request after the signal: it may find no service, but a response that has begun must end. */
const cutOf = (outcome: Outcome): readonly string[] =>
  outcome.status === null && outcome.bytes === 0 ? [] : faultOf(outcome);
