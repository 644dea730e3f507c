import { readFileSync } from "node:fs";
import { INPUT_FORMAT_NAMES } from "@lumiglyph/contract";
import { workerCommand } from "../../apps/service/src/render/pool/command.ts";
import { createRenderPool } from "../../apps/service/src/render/pool/render-pool.ts";
import { optionsWith } from "../support/params.ts";
import { REFERENCE, REFERENCE_COLUMNS } from "./load/reference-requests.ts";

/** Milliseconds of an average render by the pool alone, and of the part outside of its worker. */
export type PoolOverhead = { readonly wall: number; readonly besides: number };

/** Renders the reference image repeatedly with a pool of one worker in this process. */
export const poolOverhead = async (count: number): Promise<PoolOverhead> => {
  const log = { debug: () => {}, warn: () => {}, error: () => {} };
  const clock = () => performance.now();
  const pool = createRenderPool({
    command: workerCommand({ SERVICE_WORKER_SEAL: "required" }),
    workers: 1,
    deadlineMs: 10_000,
    clock,
    log,
  });
  const job = {
    bytes: readFileSync(new URL(`../../fixtures/${REFERENCE}`, import.meta.url)),
    options: optionsWith({ columns: REFERENCE_COLUMNS }),
    limits: { formats: INPUT_FORMAT_NAMES, maxPixels: 40_000_000, maxSide: 12_000 },
  };
  const { signal } = new AbortController();
  for (let round = 0; round < 20; round++) await pool.render(job, signal);
  let [wall, own] = [0, 0];
  for (let round = 0; round < count; round++) {
    const begun = clock();
    const { timings } = await pool.render(job, signal);
    wall += clock() - begun;
    own += timings.decode + timings.render + timings.encode;
  }
  await pool.stop();
  return { wall: wall / count, besides: (wall - own) / count };
};
