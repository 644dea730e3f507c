import type { Proof } from "../darkroom/darkroom.ts";
import { BASE, HEIGHT, WIDTH } from "./histogram-size.ts";
import { outputBins, rangeOf, smooth, sourceBins, type ToneBins, tallest } from "./tone-bins.ts";

/** Where a picture's tones lie and where those of its page do; the dashes are what levels takes for black and for white. */
export const ToneHistogram = ({ proof }: { readonly proof: Proof }) => {
  const source = sourceBins(proof.tones);
  const output = outputBins(proof.glyphs.tones);
  const hills = [smooth(source), smooth(output)] as const;
  const top = tallest(...hills);
  const { black, white } = proof.levels;
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
