import type { QualityTarget } from "@lumiglyph/contract";
import type { Facts } from "./facts.ts";
import type { Tuning } from "./tunable.ts";

/** Something to try, and for which pictures: one that cannot gain from it is spared the attempt. */
type Move = { readonly set: Tuning; readonly when?: (facts: Facts) => boolean };

/** Rounds of moves: the best of a round is where the next begins. */
export type Moves = readonly (readonly Move[])[];

const isNoisy = ({ noise }: Facts): boolean => noise > 0.01;
const isClean = ({ noise }: Facts): boolean => noise < 0.03;
const isDark = ({ middle }: Facts): boolean => middle < 0.6;
const isWide = ({ dark, bright }: Facts): boolean => bright - dark > 0.3;
const hasSkin = ({ skin }: Facts): boolean => skin > 0.05;
const hasPlainGround = ({ edges }: Facts): boolean => edges < 0.4;

const DARKER: Move = { set: { gamma: 0.88 } };
const LOWER: Move = { set: { brightness: -15 } };
const HIGHER: Move = { set: { brightness: 15 }, when: isDark };
const STEEPER: Move = { set: { contrast: 1.35 } };
const GENTLER: Move = { set: { autoLevels: 0.75 }, when: isWide };
const CLIPPED: Move = { set: { autoLevels: 1 } };
const CRISP: Move = { set: { sharpen: 0.9 }, when: isClean };
const SOFT: Move = { set: { sharpen: 0 } };
const EVEN: Move = { set: { structure: 0 } };
const CALM: Move = { set: { denoise: 0.9 }, when: isNoisy };

/**
 * What is tried for each target, in this order. The default target has to be quick; the others may look further. Found on a
 * corpus of 30 pictures; that it helps in a font that nobody measured is checked there too (bench/director.ts).
 */
export const MOVES: Readonly<Record<QualityTarget, Moves>> = {
  balanced: [[DARKER, HIGHER, GENTLER]],
  portrait: [
    [DARKER, LOWER, HIGHER, GENTLER],
    [EVEN, CRISP, { ...SOFT, when: hasSkin }],
  ],
  motion: [
    [DARKER, HIGHER, STEEPER, CLIPPED],
    [SOFT, { ...CALM, when: () => true }],
  ],
  "low-light": [
    [DARKER, LOWER, HIGHER, STEEPER],
    [{ ...CRISP, when: hasPlainGround }, CALM],
  ],
  "round-trip": [
    [DARKER, LOWER, HIGHER, GENTLER, CLIPPED],
    [SOFT, EVEN, CALM],
  ],
};
