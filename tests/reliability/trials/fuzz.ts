import { type Finding, figure, milliseconds, none, whole } from "../findings.ts";
import { runMutations } from "../mutations/run.ts";
import { runMalformed } from "../requests/run-malformed.ts";
import { runRequests } from "../requests/run-requests.ts";
import type { RunFigures, RunOptions } from "../run-record.ts";
import { startServiceProcess } from "../service-process.ts";
import { defineTrial, type Say } from "../trial.ts";

/** Mutated images. */
export const mutatedImages = defineTrial({
  name: "mutated-images",
  does: "mutated JPEG, PNG, WebP, GIF and AVIF files, each drawn or refused",
  quick: { images: 500 },
  full: { images: 10_000 },
  run: ({ images }, say) => sendTo(runMutations, images, say),
});

/** Requests of all kinds, valid and invalid. */
export const generatedRequests = defineTrial({
  name: "generated-requests",
  does: "generated requests over every transport, each answer held against the OpenAPI document",
  quick: { requests: 2000 },
  full: { requests: 20_000 },
  run: ({ requests }, say) => sendTo(runRequests, requests, say),
});

/** Bytes that are hardly HTTP. */
export const malformedMessages = defineTrial({
  name: "malformed-messages",
  does: "malformed HTTP/1.1 over raw sockets",
  quick: { messages: 200 },
  full: { messages: 2000 },
  run: ({ messages }, say) => sendTo(runMalformed, messages, say),
});

const SEED = 20_260;

/** A run of this size against a separate service, whose workers must all survive. */
const sendTo = async (
  run: (url: string, options: RunOptions) => Promise<RunFigures>,
  count: number,
  report: Say,
): Promise<readonly Finding[]> => {
  const service = await startServiceProcess();
  const { statuses, unanswered, faults, worstMs } = await run(service.url, { count, seed: SEED, report });
  await service.quiet();
  const log = service.log(40);
  const { code } = await service.stop();
  const failures = Object.entries(statuses).filter(([status]) => Number(status) >= 500);
  return [
    none(
      "answers of 5xx",
      failures.reduce((sum, [, times]) => sum + times, 0),
    ),
    none("requests without an answer", unanswered),
    none("answers that are not as they are described", faults),
    none("workers that ended, and other warnings", log),
    none("exit code", code ?? 1),
    figure("the slowest answer", milliseconds(worstMs)),
    figure(
      "statuses",
      Object.entries(statuses)
        .map(([status, times]) => `${status}: ${whole(times)}`)
        .join(", "),
    ),
  ];
};
