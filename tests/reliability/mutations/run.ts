import { rawImage } from "../../support/http-render.ts";
import { SCHEMAS } from "../../support/http-schemas.ts";
import { createRecord, type RunFigures, type RunOptions } from "../run-record.ts";
import { asWire, sendOverWire } from "../wire.ts";
import { type MutatedImage, mutatedImages } from "./mutated-images.ts";

/** Allowed statuses for a mutated image: rendered, refused for its content, refused for its size. */
const STATUSES = [200, 400, 413];

/** Sends mutated images to a service, one after another: each is rendered or refused as a problem. */
export const runMutations = async (url: string, options: RunOptions): Promise<RunFigures> => {
  const record = createRecord(options);
  for (const image of mutatedImages(options.count, options.seed)) {
    const begun = performance.now();
    try {
      const request = rawImage(image.bytes, { columns: 8, autoOptimize: 0 });
      const { status, body } = await sendOverWire(url, asWire(image.format, request));
      const ms = performance.now() - begun;
      const problem = status === 200 ? null : JSON.parse(body);
      record.answered(status, problem === null ? "drawn" : problem.code, ms);
      if (!STATUSES.includes(status)) record.fault(`${status} for ${described(image)}`);
      if (problem !== null && SCHEMAS.problem(problem) !== "valid") record.fault(`no problem for ${described(image)}`);
    } catch (error) {
      record.unanswered();
      record.fault(`no answer (${error}) for ${described(image)}`);
    }
  }
  return record.figures();
};

const described = ({ format, how, bytes }: MutatedImage): string =>
  `a ${format} of ${bytes.length} bytes: ${how.join(", ")}`;
