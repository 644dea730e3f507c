import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { SETTINGS } from "../../apps/service/src/tables/settings.ts";
import { startProcess } from "../support/http-process.ts";
import { largePng } from "../support/large-png.ts";

const isAll = inject("allCases");

/** CPU time that a request may take, decoding and encoding included, in multiples of `REFERENCE` in the same run. */
const MOST = 20;

/** The default request, on the picture with the most work. */
const REFERENCE: Case = { picture: "noise 1200 × 3600", asked: {} };

/**
 * The default. In the fast half other tests run beside this one, so neither wall time nor CPU time
 * is meaningful.
 */
const DEADLINE_MS = isAll ? `${SETTINGS.SERVICE_RENDER_DEADLINE_MS.default}` : "60000";

vi.setConfig({ testTimeout: 150_000, hookTimeout: 300_000 });

const FIXTURES = new URL("../../fixtures/", import.meta.url);

/** Noise makes every cell different, so every search takes longest. */
const noise = (width: number, height: number) =>
  sharp(
    Uint8Array.from({ length: 3 * width * height }, (_, i) => Math.imul(i ^ (i >>> 13), 0x85ebca6b) >>> 24),
    { raw: { width, height, channels: 3 } },
  );

const enlarged = (file: string, width: number, height: number) =>
  sharp(readFileSync(new URL(file, FIXTURES)), { limitInputPixels: false }).resize(width, height, { fit: "fill" });

/**
 * Pictures of every size and shape that fit 400 columns; the largest have nearly 40 megapixels, as
 * AVIF 14.
 */
const PICTURES: { readonly [name: string]: () => Promise<Uint8Array> | Uint8Array } = {
  "1 × 1": () => readFileSync(new URL("charts/one-pixel.png", FIXTURES)),
  "1 × 3": () => largePng(1, 3),
  "12000 × 1": () => largePng(12_000, 1),
  "noise 400 × 1200": () => noise(400, 1200).png().toBuffer(),
  "noise 1200 × 3600": () => noise(1200, 3600).webp({ quality: 80 }).toBuffer(),
  "koi 1200 × 3600": () => enlarged("koi.png", 1200, 3600).jpeg().toBuffer(),
  "moonlit 3651 × 10952 jpeg": () => enlarged("moonlit.png", 3651, 10_952).jpeg({ quality: 50 }).toBuffer(),
  "black 3651 × 10952 png": () => largePng(3651, 10_952),
  "portrait 3651 × 10952 webp": () =>
    enlarged("portrait.png", 3651, 10_952).webp({ quality: 30, effort: 0 }).toBuffer(),
  "still-life 2160 × 6480 avif": () =>
    enlarged("still-life.png", 2160, 6480).avif({ quality: 30, effort: 0 }).toBuffer(),
  "alpha 400 × 1200": () => enlarged("charts/alpha.png", 400, 1200).png().toBuffer(),
};

type Asked = { readonly [name: string]: string | number | boolean };

const VALUES: { readonly [name: string]: readonly (string | number | boolean)[] } = {
  columns: [400, 400, 400, 300, 120, 8],
  format: ["json", "svg", "html", "ansi", "json-compact", "text", "png"],
  charset: [
    ...["standard", "detailed", "blocks", "binary", "dots", "minimal"],
    ...["halves", "quadrants", "sextants", "octants", "octants"],
  ],
  color: [true, true, false],
  fill: [0, 0, 0.5, 1],
  colors: ["truecolor", "truecolor", "256", "16", "8"],
  qualityTarget: ["balanced", "portrait", "motion", "low-light", "round-trip"],
  glyphStrategy: ["adaptive", "fixed"],
  maxGlyphRmse: [0.03, 0.005],
  dither: [false, false, false, true],
  edges: [false, false, false, true],
  background: ["dark", "dark", "light"],
  autoOptimize: [0.9, 1],
  pixelsPerCell: [6],
};

type Case = { readonly picture: string; readonly asked: Asked };

/** The same in every run (a linear congruential generator). */
const drawCases = (count: number): readonly Case[] => {
  let state = 38;
  const pick = <Value>(values: readonly Value[]): Value => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return values[Math.floor((state / 2 ** 32) * values.length)]!;
  };
  const names = Object.keys(PICTURES);
  return Array.from({ length: count }, (_, i) => ({
    picture: names[i % names.length]!,
    asked: Object.fromEntries(Object.entries(VALUES).map(([name, values]) => [name, pick(values)])),
  }));
};

/** The parameters that cost the most work, by target and palette, on the most expensive picture. */
const hardest = (): readonly Case[] =>
  VALUES["qualityTarget"]!.flatMap((qualityTarget) =>
    [
      { charset: "octants", colors: "256" },
      { charset: "octants", colors: "truecolor" },
      { charset: "detailed", glyphStrategy: "fixed", fill: 1, colors: "16" },
      { charset: "detailed", glyphStrategy: "fixed", fill: 1 },
      { charset: "detailed", glyphStrategy: "fixed" },
    ].flatMap((given) =>
      ["noise 1200 × 3600", "portrait 3651 × 10952 webp"].map((picture) => ({
        picture,
        asked: { columns: 400, format: "svg", color: true, qualityTarget, ...given },
      })),
    ),
  );

const EXTREMES = [...hardest(), ...drawCases(370)];
const CASES = EXTREMES.filter((_, i) => isAll || i % 84 === 0);

/** Two, so that the same bytes come from different processes. */
let services: readonly Service[];
let referenceSeconds = 0;
const bytes = new Map<string, Uint8Array>();
const slowest: { seconds: number; what: string }[] = [];

beforeAll(async () => {
  for (const name of new Set([REFERENCE, ...CASES].map(({ picture }) => picture)))
    bytes.set(name, await PICTURES[name]!());
  const start = () =>
    startProcess({
      SERVICE_PORT: "0",
      SERVICE_RENDER_DEADLINE_MS: DEADLINE_MS,
      SERVICE_RATE_LIMIT: "0",
      SERVICE_WORKERS: "1",
    });
  services = await Promise.all([start(), start()]);
  const times: number[] = [];
  for (let run = 0; isAll && run < 5; run++) times.push((await draw(services[0]!, REFERENCE)).seconds);
  referenceSeconds = times.toSorted((a, b) => a - b)[2] ?? 0;
  console.log(`${referenceSeconds.toFixed(2)} s of CPU: the reference, ${REFERENCE.picture}`);
});

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  for (const { seconds, what } of slowest.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5))
    console.log(`${seconds.toFixed(2)} s of CPU: ${what}`);
});

type Service = Awaited<ReturnType<typeof startProcess>>;

/** CPU seconds of a process itself and of its children that have ended (proc(5)); null if it has ended. */
const statOf = (pid: number): { readonly own: number; readonly ended: number } | null => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    return { own: (fields[11]! + fields[12]!) / 100, ended: (fields[13]! + fields[14]!) / 100 };
  } catch {
    return null;
  }
};

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);

/** CPU seconds so far of a service and these workers; a worker that has ended counts with its parent. */
const cpuSeconds = ({ pid }: Service, workers: readonly number[]): number => {
  const { own, ended } = statOf(pid)!;
  return workers.reduce((sum, worker) => sum + (statOf(worker)?.own ?? 0), own + ended);
};

/**
 * Waits until every worker has started, so that the start of a spare one does not count for the
 * next request.
 */
const settled = async (service: Service): Promise<readonly number[]> => {
  for (;;) {
    const workers = childrenOf(service.pid);
    const before = cpuSeconds(service, workers);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const isSame = childrenOf(service.pid).join() === workers.join();
    if (isSame && cpuSeconds(service, workers) - before < 0.02) return workers;
  }
};

const draw = async (service: Service, { picture, asked }: Case) => {
  const search = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const workers = await settled(service);
  const begun = cpuSeconds(service, workers);
  const answer = await fetch(`${service.url}/api/v1/render?${search}`, {
    method: "POST",
    headers: { "content-type": "image/png" },
    body: Uint8Array.from(bytes.get(picture)!),
  });
  const body = Buffer.from(await answer.arrayBuffer());
  const seconds = cpuSeconds(service, workers) - begun;
  slowest.push({ seconds, what: `${picture} ${search}` });
  return { status: answer.status, body, seconds };
};

describe.skipIf(process.platform !== "linux")("a request at the end of every range", () => {
  test("is one of at least 400", () => expect(EXTREMES.length).toBeGreaterThanOrEqual(400));

  test.each(CASES.map((one) => [`${one.picture} ${JSON.stringify(one.asked)}`, one] as const))(
    "is answered within its work, twice with the same bytes: %s (answers 2.2, 8.8)",
    async (_, one) => {
      // one after the other: two at once would share caches, and each take longer
      const drawn = [await draw(services[0]!, one), await draw(services[1]!, one)];
      for (const { status, body, seconds } of drawn) {
        expect([status, status === 200 ? "" : body.toString()]).toEqual([200, ""]);
        if (isAll) expect(seconds / referenceSeconds).toBeLessThan(MOST);
      }
      expect(drawn[0]!.body.equals(drawn[1]!.body)).toBe(true);
    },
  );
});
