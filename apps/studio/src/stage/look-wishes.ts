import { PARAM_NAMES, type ParsedParams, type RenderParams } from "@lumiglyph/contract";
import { LOOKS, lookValues } from "../state/looks.ts";

/**
 * What to draw the contact sheet with: each look on top of these parameters, which are those of a proof. The Auto Director
 * has had its say in them; eight times more would take longer than anyone waits for a small picture.
 */
export const lookWishes = (params: RenderParams): readonly ParsedParams[] =>
  LOOKS.map((look) => ({ params: { ...params, ...lookValues(look), autoOptimize: 0 }, changed: PARAM_NAMES }));

/** Tells contact sheets apart: what of the parameters is seen in every look of them. */
export const sheetKey = (params: RenderParams): string =>
  JSON.stringify({ ...params, ...lookValues(LOOKS[0]), ...UNSEEN });

/** These change nothing in a small still picture, or are no part of it. */
const UNSEEN = { format: null, motionSensitivity: null, columns: null };
