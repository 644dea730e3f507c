import { createHash, hash } from "node:crypto";
import fc from "fast-check";
import { fixture } from "../../spec/drawn.ts";
import { figure, none } from "../findings.ts";
import { createKeptConnections } from "../load/kept-connections.ts";
import { jobs } from "../requests/good-requests.ts";
import { startServiceProcess } from "../service-process.ts";
import { defineTrial } from "../trial.ts";
import { bytesOf } from "../wire.ts";

/** The same jobs, sequentially and concurrently, by one process and by another. */
export const sameBytes = defineTrial({
  name: "same-bytes",
  does: "the same jobs one at a time and eight at once, in two processes",
  quick: { jobs: 60 },
  full: { jobs: 1000 },
  run: async ({ jobs: count }, say) => {
    const requests = requestsFor(count);
    const runs: (readonly string[])[] = [];
    const refused: string[] = [];
    for (const process of ["first", "second"]) {
      const service = await startServiceProcess();
      for (const atOnce of [1, 8]) {
        const drawn = await drawAll(service.port, requests, atOnce);
        refused.push(...drawn.flatMap(({ status, body }) => (status === 200 ? [] : [`${status}: ${body}`])));
        runs.push(drawn.map(({ digest }) => digest));
        say(`${process} process, ${atOnce} at once`);
      }
      await service.stop();
    }
    const [first = [], ...others] = runs;
    const apart = others.flatMap((run) => run.filter((digest, job) => digest !== first[job]));
    return [
      none("renders that failed", refused),
      none("renders that differ by a byte", apart.length),
      figure("different outputs among the jobs", String(new Set(first).size)),
      figure("digest of all outputs", createHash("sha256").update(first.join()).digest("hex").slice(0, 16)),
    ];
  },
});

const PICTURES = ["koi.png", "sprite.png", "formats/baseline.jpg", "formats/lossy.webp", "formats/picture.avif"];

/** The bytes of render requests: images of several formats with any parameters, the same in every run. */
const requestsFor = (count: number): readonly Buffer[] =>
  fc.sample(jobs(PICTURES.map(fixture)), { seed: 1913, numRuns: count }).map(({ requests: [raw] }) => bytesOf(raw!));

const drawAll = async (port: number, requests: readonly Buffer[], atOnce: number) => {
  const connections = createKeptConnections(port);
  const drawn = requests.map(() => ({ status: 0, body: "", digest: "" }));
  const rest = requests.entries();
  const caller = async () => {
    for (const [at, request] of rest) {
      const outcome = await connections.ask(request);
      const body = outcome.status === null ? Buffer.from(outcome.why) : outcome.body;
      drawn[at] = {
        status: outcome.status ?? 0,
        body: outcome.status === 200 ? "" : body.toString(),
        digest: hash("sha256", body),
      };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  connections.close();
  return drawn;
};
