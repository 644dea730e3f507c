import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fieldsOf, gridSize, type ParsedParams, parse, type RenderParams, refuse } from "@lumiglyph/contract";
import { decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { createBoard } from "../../packages/engine/src/director/board.ts";
import { direct } from "../../packages/engine/src/director/direct.ts";
import { analyze, type Facts } from "../../packages/engine/src/director/facts.ts";
import { judgeOn, type Take } from "../../packages/engine/src/director/judge.ts";
import { MOVES } from "../../packages/engine/src/director/moves.ts";
import { searchMoves } from "../../packages/engine/src/director/search.ts";
import { createSketchBoard } from "../../packages/engine/src/director/sketch.ts";
import { TUNABLE } from "../../packages/engine/src/director/tunable.ts";
import { type Frame, startFrame } from "../../packages/engine/src/frame.ts";
import { PLAIN_KERNELS } from "../../packages/engine/src/kernels.ts";
import { runStages, SEEING } from "../../packages/engine/src/pipeline.ts";
import { unwatched } from "../../packages/engine/src/stage.ts";
import { finish } from "../../packages/engine/src/steps.ts";

/** What the Director does for a picture, step by step. */
export type Trace = {
  readonly params: RenderParams;
  readonly facts: Facts;
  /** How many samples of the sketched picture have each tone. */
  readonly tones: Uint32Array;
  /** The sketches, in the order in which they were tried: the first is as it was asked for. */
  readonly sketches: readonly Take[];
  /** The sketch that the search ended with. */
  readonly best: Take;
  /** The whole page as it was asked for. */
  readonly asked: Take;
  /** The page that the Director sends. */
  readonly sent: Take;
  /** What is said about it where it misses its target. */
  readonly advice: string | null;
};

const FIXTURES = join(import.meta.dirname, "../../fixtures");

/** Parameters through the gate, as a request's. */
export const parsedOf = (given: Partial<RenderParams>): ParsedParams => {
  const parsed = parse(fieldsOf(given, "json"));
  if ("problems" in parsed) throw refuse(parsed.problems);
  return parsed;
};

/** A picture of the fixtures as the Director gets it: before and after `view`. Plain kernels: others may be in the making. */
export const seeingOf = async (
  fixture: string,
  params: RenderParams,
): Promise<{ readonly still: Frame; readonly seen: Frame }> => {
  const bytes = await readFile(join(FIXTURES, fixture));
  const { raster, source } = await decodeImage(bytes, NO_LIMITS, params.columns);
  const start = startFrame(raster, gridSize(params.columns, source.width, source.height), PLAIN_KERNELS);
  const still = runStages(SEEING.slice(0, -1), start, params, unwatched);
  return { still, seen: runStages(SEEING.slice(-1), still, params, unwatched) };
};

/** The Director's own parts: its search once more by itself, with an eye on every sketch, and the whole of it for the end. */
export const traceOf = async (fixture: string, parsed: ParsedParams): Promise<Trace> => {
  const { params } = parsed;
  const { still, seen } = await seeingOf(fixture, params);
  const board = createSketchBoard(still, seen, params);
  const judge = judgeOn(board, params);
  const sketches: Take[] = [];
  const tryOut = (params: RenderParams): Take => {
    const take = judge(params);
    sketches.push(take);
    return take;
  };
  const facts = analyze(board.still, board.seen);
  finish(searchMoves(params, { moves: MOVES[params.qualityTarget], facts, open: new Set<string>(TUNABLE), tryOut }));
  const { take: sent, advice } = finish(direct(still, seen, parsed, unwatched));
  return {
    params,
    facts,
    tones: board.seen.tones.opaque,
    sketches,
    best: sketches.reduce((best, take) => (take.score > best.score ? take : best)),
    asked: judgeOn(createBoard(still, seen, unwatched), params)(params),
    sent,
    advice,
  };
};
