import { readFileSync } from "node:fs";
import sharp from "sharp";
import { decode, loadEngine, readParams, STILL_LIFE } from "./engine.ts";
import { printTable, race } from "./measure.ts";
import type { Question } from "./options.ts";

export const render: Question = {
  name: "render",
  asks: "How long does a whole render take beside the bare decoder?",
  answer: async ({ image, columns, quick, params }) => {
    const bytes = image === null ? await twoMegapixels() : readFileSync(image);
    const rounds = quick ? { rounds: 7, warmup: 3 } : { rounds: 101, warmup: 80 };
    const times = await race(await contendersFor(bytes, columns, params), rounds);
    const [bare, whole] = [times[BARE]!, times[DEFAULT]!];
    const { autoOrient, format } = await sharp(bytes).metadata();
    console.log(
      `${autoOrient.width} × ${autoOrient.height} ${format}, ${columns} columns, text, median of ${rounds.rounds}\n`,
    );
    printTable(
      ["", "median ms", "× bare", "× default", "least ms", "× bare", "× default"],
      Object.entries(times).map(([name, { median, least }]) => [
        name,
        ...beside(median, bare.median, whole.median),
        ...beside(least, bare.least, whole.least),
      ]),
    );
    const [, byMedian] = beside(whole.median, bare.median);
    const [, byLeast] = beside(whole.least, bare.least);
    console.log(`\nThe default render may take ${BOUND} × bare: ${byMedian} by the median, ${byLeast} by the least.`);
  },
};

const BARE = "bare: sharp to 480 px";
const DEFAULT = "decode + render, Director on (default)";

/** Limit of a default render of a phone's photo at 120 columns, as a multiple of the bare decoder. */
const BOUND = 3;

const beside = (ms: number, ...others: readonly number[]): string[] => [
  ms.toFixed(1),
  ...others.map((other) => (ms / other).toFixed(2)),
];

const contendersFor = async (bytes: Uint8Array, columns: number, params: readonly string[]) => {
  const draw = await loadEngine();
  const whole = (query: string) => {
    const options = readParams(query, columns);
    return async () => draw(await decode(bytes, columns), options);
  };
  // one core each, no cache
  sharp.concurrency(1);
  sharp.cache(false);
  return {
    [BARE]: () => sharp(bytes).resize(480).raw().toBuffer(),
    decodeImage: () => decode(bytes, columns),
    "decode + render, fixed": whole("autoOptimize=0&glyphStrategy=fixed"),
    "decode + render, adaptive": whole("autoOptimize=0&glyphStrategy=adaptive"),
    [DEFAULT]: whole(""),
    ...Object.fromEntries(params.map((query) => [query, whole(query)])),
  };
};

/** A JPEG of the size that messengers send. */
const twoMegapixels = (): Promise<Uint8Array> =>
  sharp(readFileSync(STILL_LIFE)).resize(1632, 1224).jpeg({ quality: 90 }).toBuffer();
