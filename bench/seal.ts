import { readFileSync } from "node:fs";
import { INPUT_FORMAT_NAMES } from "@lumiglyph/contract";
import sharp from "sharp";
import { type WorkerCommand, workerCommand } from "../apps/service/src/render/pool/command.ts";
import { createRenderPool } from "../apps/service/src/render/pool/render-pool.ts";
import type { Question } from "./options.ts";
import { median } from "./statistics.ts";

const ROUNDS = 15;
const WARM_UP = 3;

/** Our portrait at 12 megapixels; the slow encoders get 3. */
const pictures = (): Readonly<Record<string, Promise<Uint8Array>>> => {
  const portrait = readFileSync(new URL("../fixtures/portrait.png", import.meta.url));
  const sized = (width: number, height: number) => sharp(portrait).resize(width, height, { fit: "fill" });
  return {
    jpeg: sized(4000, 3000).jpeg().toBuffer(),
    png: sized(4000, 3000).png().toBuffer(),
    webp: sized(4000, 3000).webp({ effort: 0 }).toBuffer(),
    gif: sized(2000, 1500).gif({ effort: 1 }).toBuffer(),
    avif: sized(2000, 1500).avif({ effort: 0 }).toBuffer(),
  };
};

const SEALED = workerCommand({ SERVICE_WORKER_SEAL: "required" });

/** Without the permission that the seal needs. */
const OPEN: WorkerCommand = {
  file: SEALED.file,
  args: workerCommand({ SERVICE_WORKER_SEAL: "preferred" })
    .args.slice(SEALED.args.indexOf("--permission"))
    .filter((flag) => flag !== "--allow-ffi"),
};

/** The time that a sealed worker needs to decode, beside an unsealed one. */
export const seal: Question = {
  name: "seal",
  asks: "Is decoding slower in a sealed worker?",
  async answer() {
    const log = { debug: () => {}, warn: () => {}, error: console.error };
    const start = (command: WorkerCommand) =>
      createRenderPool({ command, workers: 1, deadlineMs: 60_000, clock: () => performance.now(), log });
    const [sealed, open] = [start(SEALED), start(OPEN)];
    const limits = { formats: INPUT_FORMAT_NAMES, maxPixels: 40_000_000, maxSide: 12_000 };
    const { signal } = new AbortController();
    for (const [format, encoded] of Object.entries(pictures())) {
      const job = { bytes: await encoded, options: { columns: 80, autoOptimize: 0 }, limits };
      const times = new Map([sealed, open].map((pool) => [pool, [] as number[]]));
      for (let round = -WARM_UP; round < ROUNDS; round++) {
        for (const pool of round % 2 === 0 ? [sealed, open] : [open, sealed]) {
          const { timings } = await pool.render(job, signal);
          if (round >= 0) times.get(pool)!.push(timings.decode);
        }
      }
      const [ours, other] = [times.get(sealed)!, times.get(open)!];
      const ratio = (of: (all: readonly number[]) => number) => (of(ours) / of(other)).toFixed(3);
      const least = (all: readonly number[]) => Math.min(...all);
      console.log(
        `${format.padEnd(5)} median ${median(ours).toFixed(1)} ms, × ${ratio(median)}; least × ${ratio(least)}`,
      );
    }
    await Promise.all([sealed.stop(), open.stop()]);
  },
};
