import type { Charset, ParamName, RenderParams } from "@lumiglyph/contract";

/** Why a parameter changes nothing as the others stand now, in a still picture or in one that moves; null where it does. */
export const noEffect = (name: ParamName, params: RenderParams, moves = false): string | null =>
  REASONS[name]?.find(([holds]) => holds(params, moves))?.[1] ?? null;

type Reason = readonly [holds: (params: RenderParams, moves: boolean) => boolean, words: string];

const hasNoCodebook = ({ charset }: RenderParams): boolean => charset === "blocks" || charset === "dots";

/** The charsets with a hyphen, a slash, a bar or a backslash. */
const DIRECTED: readonly Charset[] = ["standard", "detailed"];

const REASONS: Partial<Record<ParamName, readonly Reason[]>> = {
  monoColor: [[({ color }) => color, "No effect while Color is on."]],
  saturation: [[({ color, format }) => !color && format !== "json-compact", "No effect while Color is off."]],
  edgeStrength: [[({ edges }) => !edges, "No effect while Edges is off."]],
  structure: [
    [({ dither }, moves) => dither && !moves, "No effect while Dither is on."],
    [({ charset }) => !DIRECTED.includes(charset), "No effect: this charset has no directional glyphs."],
  ],
  autoOptimize: [[({ edges }) => edges, "No effect while Edges is on: line art is never tuned."]],
  glyphStrategy: [[hasNoCodebook, "No effect: this charset is always kept whole."]],
  maxGlyphRmse: [
    [({ glyphStrategy }) => glyphStrategy === "fixed", "No effect while Glyphs is fixed."],
    [hasNoCodebook, "No effect: this charset is always kept whole."],
  ],
  motionSensitivity: [[(_, moves) => !moves, "No effect on a still picture."]],
  dither: [[(_, moves) => moves, "No effect while the picture moves: it would flicker."]],
};
