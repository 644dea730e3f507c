import { atLeast, figure, none } from "../findings.ts";
import { type FloodFigures, floodLimits, type Waits } from "../limit-flood.ts";
import { defineTrial } from "../trial.ts";

/** The points of each client. */
const POINTS = 20;

/** Whatever happens to Redis, a client gets at most its limit plus one render from each instance in any minute. */
export const clientLimits = defineTrial({
  name: "client-limits",
  does: "two and four services, each group on its own Redis, flooded by clients with 20 points a minute, while every core is kept busy and Redis is slowed by 20 and 200 ms, slowed for one service, paused, killed and restarted empty, and killed for minutes; each client goes on for more than a minute; the minutes without Redis come only in the last run",
  quick: { runs: 1, "hits of each client": 200, "seconds without Redis": 0 },
  full: { runs: 10, "hits of each client": 1000, "seconds without Redis": 150 },
  run: async ({ runs, "hits of each client": hits, "seconds without Redis": longSeconds }, say) => {
    const floods: FloodFigures[] = [];
    for (let run = 1; run <= runs; run++) {
      const flood = await floodLimits({
        ...{ points: POINTS, counts: [2, 4], hits },
        longSeconds: run === runs ? longSeconds : 0,
      });
      floods.push(flood);
      const { commands, late } = flood.waits;
      const most = Math.max(...flood.clients.map((client) => client.most));
      say(`run ${run}: at most ${most} renders in 60 seconds, ${late} of ${commands} commands waited`);
    }
    const clients = floods.flatMap((flood) => flood.clients);
    const sumOf = (count: keyof Waits) => floods.reduce((sum, { waits }) => sum + waits[count], 0);
    const over = clients
      .filter(({ most, instances }) => most > POINTS + instances)
      .map(({ most, instances, fault }) => `${most} by ${instances} services, Redis ${fault}`);
    const wrong = clients
      .flatMap(({ answers }) => Object.keys(answers))
      .filter((status) => !/^(200|429)$/.test(status));
    return [
      none("clients with more renders in 60 seconds than their points and one for each service", over),
      none("answers other than a render or a 429", wrong),
      atLeast("clients", clients.length, 24 * runs),
      atLeast("renders of the client with the fewest", Math.min(...clients.map(({ rendered }) => rendered)), 1),
      ...[2, 4].map((count) => {
        const most = clients.filter(({ instances }) => instances === count).map((client) => client.most);
        return figure(`most renders of a client in 60 seconds, ${count} services`, String(Math.max(...most)));
      }),
      atLeast("commands to Redis", sumOf("commands"), 1000 * runs),
      {
        ...none("of them kept a request waiting for over 100 ms, without the service's own work", sumOf("late")),
        // all cores are busy, so a reply waits for one of them
        timed: true,
      },
    ];
  },
});
