import { atLeast, figure, none } from "../findings.ts";
import { floodLimits } from "../limit-flood.ts";
import { defineTrial } from "../trial.ts";

/** The points of each client. */
const POINTS = 20;

/** Whatever happens to Redis, a client gets at most its limit plus one render from each instance in any minute. */
export const clientLimits = defineTrial({
  name: "client-limits",
  does: "two and four services, each group on its own Redis, flooded by clients with 20 points a minute, while every core is kept busy and Redis is slowed by 20 and 200 ms, slowed for one service, paused, killed and restarted empty, and killed for minutes; each client goes on for more than a minute",
  quick: { "hits of each client": 200, "seconds without Redis": 0 },
  full: { "hits of each client": 1000, "seconds without Redis": 150 },
  run: async ({ "hits of each client": hits, "seconds without Redis": longSeconds }) => {
    const { clients, waits } = await floodLimits({ points: POINTS, counts: [2, 4], hits, longSeconds });
    const over = clients
      .filter(({ most, instances }) => most > POINTS + instances)
      .map(({ most, instances, fault }) => `${most} by ${instances} services, Redis ${fault}`);
    const wrong = clients
      .flatMap(({ answers }) => Object.keys(answers))
      .filter((status) => !/^(200|429)$/.test(status));
    return [
      none("clients with more renders in 60 seconds than their points and one for each service", over),
      none("answers other than a render or a 429", wrong),
      atLeast("clients", clients.length, 24),
      atLeast("renders of the client with the fewest", Math.min(...clients.map(({ rendered }) => rendered)), 1),
      ...[2, 4].map((count) => {
        const most = clients.filter(({ instances }) => instances === count).map((client) => client.most);
        return figure(`most renders of a client in 60 seconds, ${count} services`, String(Math.max(...most)));
      }),
      atLeast("commands to Redis", waits.commands, 1000),
      {
        ...none("of them kept a request waiting for over 100 ms, without the service's own work", waits.late),
        // all cores are busy, so a reply waits for one of them
        timed: true,
      },
    ];
  },
});
