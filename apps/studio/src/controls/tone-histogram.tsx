import type { RenderParams } from "@lumiglyph/contract";
import type { Preview } from "../worker/preview.ts";
import { BASE, HEIGHT, WIDTH } from "./histogram-size.ts";

/** Tones of the picture and of its output; dashes mark the levels taken for black and white. */
export const ToneHistogram = ({ preview }: { readonly preview: Preview }) => {
  const source = sourceBins(preview.tones);
  const output = outputBins(preview.glyphs.tones, preview.params.background);
  const hills = [smooth(source), smooth(output)] as const;
  const top = tallest(...hills);
  const { black, white } = preview.levels;
  const from = `Source ${words(rangeOf(source))}`;
  const to = `Output ${words(rangeOf(output))}`;
  return (
    <>
      <svg
        class="hist"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Tones. ${from}. ${to}.`}
      >
        <path class="area" d={`M0 ${BASE}L${outline(hills[0], top)}L${WIDTH} ${BASE}Z`} />
        <path class="curve" d={`M${outline(hills[1], top)}`} />
        <path class="base" d={`M0 ${BASE}H${WIDTH}`} />
        <path class="dashes" d={`M${black * WIDTH} 0V${BASE}M${Math.min(1, white) * WIDTH} 0V${BASE}`} />
      </svg>
      <div class="histcap cap" aria-hidden="true">
        <span>{from}</span>
        <span>{to}</span>
      </div>
    </>
  );
};

const outline = (bins: ToneBins, top: number): string =>
  bins
    .map(
      (bin, i) =>
        `${((i / (bins.length - 1)) * WIDTH).toFixed(1)} ${(BASE * (1 - Math.sqrt(Math.min(1, bin / top)))).toFixed(1)}`,
    )
    .join("L");

const words = ([low, high]: readonly [number, number]): string => `${low.toFixed(2)} to ${high.toFixed(2)}`;

/** Histogram of perceived brightness, 0 to 1: `HISTOGRAM_BARS` shares of all cells. */
type ToneBins = readonly number[];

export const HISTOGRAM_BARS = 64;

/** Tones of the picture's cells. */
export const sourceBins = (tones: ArrayLike<number>): ToneBins => {
  const bins = emptyBins();
  for (let cell = 0; cell < tones.length; cell++) bins[binOf(tones[cell]!)]! += 1 / tones.length;
  return bins;
};

/**
 * Tones requested from the output, from the evidence's histogram of light; each bin is spread over
 * the range it covers. On paper, less ink means more light.
 */
export const outputBins = (counts: readonly number[], background: RenderParams["background"] = "dark"): ToneBins => {
  const bins = emptyBins();
  const total = counts.reduce((sum, count) => sum + count, 0) || 1;
  const edge = (at: number): number => HISTOGRAM_BARS * seen(Math.min(1, Math.max(0, at / (counts.length - 1))));
  for (const [index, count] of counts.entries()) {
    if (count > 0) spread(bins, edge(index - 0.5), edge(index + 0.5), count / total);
  }
  return background === "dark" ? bins : bins.reverse();
};

/** Range of all cells except the darkest and brightest percent. */
export const rangeOf = (bins: ToneBins): readonly [low: number, high: number] => [
  firstFrom(bins) / HISTOGRAM_BARS,
  1 - firstFrom(bins.toReversed()) / HISTOGRAM_BARS,
];

/** Smooths neighboring bins, so that gaps do not show as spikes. */
export const smooth = (bins: ToneBins): ToneBins =>
  bins.map((bin, i) => ((bins[i - 1] ?? bin) + 2 * bin + (bins[i + 1] ?? bin)) / 4);

/** Height of the plot, at which only peaks at black or white are cut off. */
export const tallest = (...plots: readonly ToneBins[]): number =>
  Math.max(...plots.flatMap((bins) => bins.slice(1, -1)), 1e-9);

const emptyBins = (): number[] => new Array<number>(HISTOGRAM_BARS).fill(0);

const binOf = (tone: number): number => Math.min(HISTOGRAM_BARS - 1, Math.max(0, Math.floor(tone * HISTOGRAM_BARS)));

/** Distributes a share over the bins between two positions. */
const spread = (bins: number[], from: number, to: number, share: number): void => {
  for (let bin = Math.floor(from); bin < Math.min(HISTOGRAM_BARS, to); bin++) {
    bins[bin]! += (share * (Math.min(to, bin + 1) - Math.max(from, bin))) / (to - from);
  }
};

const firstFrom = (bins: ToneBins): number => {
  let share = 0;
  return Math.max(
    0,
    bins.findIndex((bin) => {
      share += bin;
      return share >= 0.01;
    }),
  );
};

/**
 * Perceived brightness (IEC 61966-2-1), relative to the densest glyph, which emits about this share of a white screen.
 */
const seen = (light: number): number => encoded(light * DENSEST) / encoded(DENSEST);

const DENSEST = 0.15;

const encoded = (light: number): number => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
