import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { completeParams, gridSize, type RenderOptions, type RenderParams } from "@lumiglyph/contract";
import { decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { direct } from "../../packages/engine/src/director/direct.ts";
import type { Candidate } from "../../packages/engine/src/director/evaluate.ts";
import type { Facts } from "../../packages/engine/src/director/facts.ts";
import { KINDS } from "../../packages/engine/src/director/moves.ts";
import { PLAIN_KERNELS } from "../../packages/engine/src/kernels.ts";
import { PARTS, runStages } from "../../packages/engine/src/pipeline.ts";
import { initialState, type PipelineState } from "../../packages/engine/src/pipeline-state.ts";
import { finish, unwatched, type Watch } from "../../packages/engine/src/stage.ts";

/** What the Director does for a picture, step by step. */
export type Trace = {
  readonly params: RenderParams;
  readonly facts: Facts;
  /** The kind of picture that it is by these facts. */
  readonly kind: string;
  /** How many samples of the picture have each tone. */
  readonly tones: Uint32Array;
  /** The pages, in the order in which they were drawn. */
  readonly pages: readonly Candidate[];
  /** The first of them, as it was asked for. */
  readonly asked: Candidate;
  /** The one of them that the Director sends. */
  readonly sent: Candidate;
  /** What is said about it where it misses its target. */
  readonly advice: string | null;
};

const FIXTURES = join(import.meta.dirname, "../../fixtures");

/** A picture of the fixtures as the Director gets it: before and after `view`. Plain kernels: others may be in the making. */
export const seeingOf = async (
  fixture: string,
  params: RenderParams,
): Promise<{ readonly still: PipelineState; readonly seen: PipelineState }> => {
  const bytes = await readFile(join(FIXTURES, fixture));
  const { raster, source } = await decodeImage(bytes, NO_LIMITS, params.columns);
  const start = initialState(raster, gridSize(params.columns, source.width, source.height), PLAIN_KERNELS);
  const still = runStages(PARTS.light, start, params, unwatched);
  return { still, seen: runStages(PARTS.view, still, params, unwatched) };
};

/** Watches the Director: what it looks at and measures goes through the watch. */
export const traceOf = async (fixture: string, options: RenderOptions): Promise<Trace> => {
  const params = completeParams(options);
  const { still, seen } = await seeingOf(fixture, params);
  const looks: Facts[] = [];
  const pages: Candidate[] = [];
  const watch: Watch = (name, work) => {
    const result = work();
    if (name === "analyze") looks.push(result as Facts);
    if (name === "measure") pages.push(result as Candidate);
    return result;
  };
  const { quality, params: chosen } = finish(direct(still, seen, options, watch));
  const sent = pages.find(({ params: tried }) => tried === chosen)!;
  const [facts, asked] = [looks[0]!, pages[0]!];
  const kind = KINDS.find(({ is }) => is(facts))!.name;
  return { params, facts, kind, tones: seen.tones.opaque, pages, asked, sent, advice: quality.advice };
};
