import type { QualityEvidence } from "@lumiglyph/contract";

type Component = QualityEvidence["components"][number];

/** How a component of the score is shown: places on its bar from 0 to 1, and words. */
export type ComponentBar = {
  readonly label: string;
  readonly value: number;
  readonly threshold: number;
  readonly says: string;
  readonly required: string;
};

export const barOf = ({ name, value, threshold }: Component): ComponentBar => {
  const isDecibels = name === "psnr";
  const [low, high] = isDecibels ? DECIBELS : threshold < CLOSE[0] + 0.1 ? WHOLE : CLOSE;
  const at = (mark: number): number => Math.min(1, Math.max(0, (mark - low) / (high - low)));
  return {
    label: isDecibels ? "PSNR, dB" : name[0]!.toUpperCase() + name.slice(1),
    value: at(value),
    threshold: at(threshold),
    says: value.toFixed(isDecibels ? 2 : 3),
    required: isDecibels ? String(threshold) : threshold.toFixed(2).replace(/^0/, ""),
  };
};

/** Most components lie here as a rule; one that is asked for less is shown on the whole of its scale. */
const CLOSE = [0.6, 1] as const;
const WHOLE = [0, 1] as const;

/** From hardly a picture to one that cannot be told from its source. */
const DECIBELS = [10, 40] as const;
