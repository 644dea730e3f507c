import { useSignal, useSignalEffect } from "@preact/signals";
import { HoldButton } from "../stage/hold-button.tsx";
import { useStudio } from "../state/use-studio.ts";
import { percent } from "./percent.ts";

/** A moment of the last ten seconds. */
type Moment = { readonly flicker: number; readonly isBare: boolean };

/** How many cells change by themselves, over the last ten seconds; without smoothing for as long as the button is held. */
export const FlickerMeter = () => {
  const { worker } = useStudio();
  const moments = useSignal<readonly Moment[]>([]);
  const isBare = useSignal(false);
  useSignalEffect(() => {
    const stats = worker.stats.value;
    if (stats === null) return;
    moments.value = [...moments.peek(), { flicker: stats.flicker, isBare: isBare.peek() }].slice(-LENGTH);
  });
  const stats = worker.stats.value;
  const seen = moments.value;
  const bare = stats?.bareFlicker ?? null;
  const turns = seen.flatMap((moment, at) => (at > 0 && moment.isBare !== seen[at - 1]!.isBare ? [at] : []));
  const compare = (): (() => void) => {
    isBare.value = true;
    worker.smooth(false);
    return () => {
      isBare.value = false;
      worker.smooth(true);
    };
  };
  return (
    <>
      <div class="meter">
        <span>Flicker</span>
        <output>{percent(stats?.flicker ?? 0)}</output>
        <svg
          viewBox={`0 0 ${LENGTH - 1} 36`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Flicker over the last ten seconds, now ${percent(stats?.flicker ?? 0)}`}
        >
          <path class="base" d={`M0 35.5H${LENGTH - 1}`} />
          <path class="cuts" d={turns.map((at) => `M${at + LENGTH - seen.length} 0V36`).join("")} />
          <path class="curve" d={curve(seen)} />
        </svg>
      </div>
      <div class="kv cap">
        <span>{bare === null ? "With smoothing, as always." : `Smoothing off: ${percent(bare)}`}</span>
        <HoldButton class="btn line compare" hold={compare}>
          Hold to compare
        </HoldButton>
      </div>
    </>
  );
};

/** Moments that are kept: ten seconds of them. */
const LENGTH = 41;

/** Path data over `LENGTH` across and 36 down, the newest on the right; small shares are given room. */
const curve = (moments: readonly Moment[]): string =>
  moments
    .map(
      ({ flicker }, at) =>
        `${at === 0 ? "M" : "L"}${at + LENGTH - moments.length} ${(35 - 33 * Math.sqrt(Math.min(1, flicker))).toFixed(1)}`,
    )
    .join("");
