import fc from "fast-check";
import type { OpenApiDocument } from "../../../apps/service/src/documents/openapi/types.ts";
import { fixture } from "../../spec/drawn.ts";
import { badRequests, type WireRequest } from "../../support/http-bad-requests.ts";
import { ask } from "../../support/http-render.ts";
import { createRecord, type RunFigures, type RunOptions } from "../run-record.ts";
import { createTally } from "../tally.ts";
import { sendOverWire } from "../wire.ts";
import { type Judge, judgeBy } from "./described-answers.ts";
import { jobs, readings } from "./good-requests.ts";

/** A request, and the render that it expects, if any. */
type Sent = { readonly request: WireRequest; readonly job?: string };

export type RequestFigures = RunFigures & {
  readonly kinds: { readonly [kind: string]: number };
  /** Renders requested in three ways. */
  readonly jobs: number;
};

/**
 * Sends valid and invalid requests over every transport to a service: each response is as the service's own description says,
 * invalid ones never a 5xx, and the same render in three ways has the same bytes.
 */
export const runRequests = async (url: string, options: RunOptions): Promise<RequestFigures> => {
  const document = (await ask(`${url}/api/openapi.json`)).json() as unknown as OpenApiDocument;
  const judge = judgeBy(document);
  const record = createRecord(options);
  const kinds = createTally();
  const drawn = new Map<string, string>();
  for (const { request, job } of requestsFor(document, options)) {
    kinds.add(request.kind);
    const begun = performance.now();
    try {
      const answer = await sendOverWire(url, request);
      record.answered(answer.status, codeOf(answer), performance.now() - begun);
      const fault = faultOf(request, answer, judge) ?? (job === undefined ? null : jobFault(job, answer, drawn));
      if (fault !== null) record.fault(`${request.kind}: ${request.method} ${request.path.slice(0, 600)}: ${fault}`);
    } catch (error) {
      record.unanswered();
      record.fault(`${request.kind}: ${request.method} ${request.path.slice(0, 600)}: no answer (${error})`);
    }
  }
  return { ...record.figures(), kinds: kinds.counts(), jobs: drawn.size };
};

type Answer = Awaited<ReturnType<typeof sendOverWire>>;

const codeOf = ({ status, body }: Answer): string => {
  if (status < 400) return status === 200 ? "drawn" : String(status);
  return /"code":"(\w+)"/.exec(body)?.[1] ?? "none";
};

const faultOf = ({ method, path }: WireRequest, answer: Answer, judge: Judge): string | null =>
  answer.status >= 500 ? `status ${answer.status}` : judge(method, path, answer);

/** Describes a render that failed, or that differs between two ways to request it. */
const jobFault = (job: string, { status, body }: Answer, drawn: Map<string, string>): string | null => {
  if (status !== 200) return `status ${status} of a right request: ${body}`;
  const before = drawn.get(job);
  drawn.set(job, body);
  return before === undefined || before === body ? null : "other bytes than before";
};

/** Of a hundred requests, 75 are invalid, 15 are five renders in three ways, and 10 read documents. */
function* requestsFor(document: OpenApiDocument, { count, seed }: RunOptions): Generator<Sent> {
  const pictures = ["charts/ramp.png", "charts/one-pixel.png", "charts/steps.png"].map(fixture);
  const paths = Object.keys(document.paths).filter((path) => "get" in (document.paths[path] ?? {}));
  for (let sent = 0; sent < count; ) {
    const batch = { seed: seed + sent };
    const all: Sent[] = [
      ...fc.sample(badRequests(pictures[0]!), { ...batch, numRuns: 75 }).map((request) => ({ request })),
      ...fc
        .sample(jobs(pictures), { ...batch, numRuns: 5 })
        .flatMap(({ name, requests }) => requests.map((request) => ({ request, job: name }))),
      ...fc.sample(readings(paths), { ...batch, numRuns: 10 }).map((request) => ({ request })),
    ];
    yield* all.slice(0, count - sent);
    sent += all.length;
  }
}
