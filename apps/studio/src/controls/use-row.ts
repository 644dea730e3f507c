import {
  completeParams,
  mosaicOf,
  type ParamName,
  panelLabel,
  paramRow,
  type QualityEvidence,
  type RenderOptions,
  type RenderParams,
} from "@lumiglyph/contract";
import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { isGridHeld } from "../state/params-model.ts";
import { useStudio } from "../state/studio.ts";
import type { Preview } from "../worker/render-worker.ts";

/** Names of the parameters whose values have a type. */
export type NamesOf<Value> = { [Name in ParamName]: RenderParams[Name] extends Value ? Name : never }[ParamName];

/** The preview that rows read tuned values from. */
export const SettledContext = createContext<ReadonlySignal<Preview | null> | null>(null);

/** State and actions of a parameter's row, whatever its kind. */
export const useRow = <Name extends ParamName>(name: Name) => {
  const { params, live } = useStudio();
  const settled = useContext(SettledContext);
  const options = params.options.value;
  const { origin, value } = stateOf(name, options, settled?.value?.quality);
  const idle = noEffect(name, params.all.value, live.value !== null);
  return {
    id: `param-${name}`,
    label: panelLabel(name),
    origin,
    value,
    set: (next: RenderParams[Name]): void => params.set(name, next),
    reset: (): void => params.reset(name),
    /** Whether it cannot be changed now. */
    isHeld: isGridHeld.value && GRID.includes(name),
    /** What the parameter does and, if it has no effect now, why. */
    says: `${sentence(paramRow(name).says)}${idle === null ? "" : ` ${idle}`}`,
    /** Attributes of the row's element, for styling. */
    marks: {
      "data-set": origin === "set" || undefined,
      "data-tuned": origin === "tuned" || undefined,
      "data-off": idle !== null || undefined,
    },
  };
};

/** Contents of a recording. */
const GRID: readonly ParamName[] = ["columns", "rows", "cellAspect"];

const sentence = (phrase: string): string => `${phrase[0]!.toUpperCase()}${phrase.slice(1)}.`.replaceAll("`", "");

/** Why a parameter has no effect with the current others, for a still or live source; null if it has one. */
export const noEffect = (name: ParamName, params: RenderParams, moves = false): string | null =>
  REASONS[name]?.find(([holds]) => holds(params, moves))?.[1] ?? null;

type Reason = readonly [holds: (params: RenderParams, moves: boolean) => boolean, words: string];

/** Terminals draw these charsets, not fonts; all of their glyphs are used. */
const hasNoLetters = ({ charset }: RenderParams): boolean =>
  charset === "blocks" || charset === "dots" || isMosaic({ charset });

const isMosaic = ({ charset }: Pick<RenderParams, "charset">): boolean => mosaicOf(charset) !== null;

const REASONS: Partial<Record<ParamName, readonly Reason[]>> = {
  monoColor: [[({ color }) => color, "No effect while Color is on."]],
  saturation: [[({ color, format }) => !color && format !== "json-compact", "No effect while Color is off."]],
  fill: [
    [({ color }) => !color, "No effect while Color is off."],
    [isMosaic, "No effect: this charset always has two colors in a cell."],
  ],
  colors: [[({ color }) => !color, "No effect while Color is off."]],
  font: [[hasNoLetters, "No effect: fonts do not draw this charset."]],
  edgeStrength: [[({ edges }) => !edges, "No effect while Edges is off."]],
  structure: [[hasNoLetters, "No effect: this charset has no strokes."]],
  autoOptimize: [[({ edges }) => edges, "No effect while Edges is on: line art is never tuned."]],
  glyphStrategy: [[hasNoLetters, "No effect: this charset is always kept whole."]],
  maxGlyphRmse: [
    [({ glyphStrategy }) => glyphStrategy === "fixed", "No effect while Glyphs is fixed."],
    [hasNoLetters, "No effect: this charset is always kept whole."],
  ],
  maxCharacters: [[() => true, "Not used in the studio."]],
  pixelsPerCell: [[() => true, "Not used in the studio: choose a size when you save."]],
  theme: [[() => true, "Not used in the studio."]],
  reveal: [[({ format }) => format !== "svg", "No effect: only an SVG appears line by line."]],
  motionSensitivity: [[(_, moves) => !moves, "No effect on a still picture."]],
  dither: [[(_, moves) => moves, "No effect while the picture moves: it would flicker."]],
};

/** Who set a parameter's value: the contract, the user or the Auto Director. */
type Origin = "default" | "set" | "tuned";

type RowState<Name extends ParamName = ParamName> = {
  readonly origin: Origin;
  /** The value that the picture is rendered with. */
  readonly value: RenderParams[Name];
};

/** Origin and value of a parameter, from what the user set and what was tuned for the current picture. */
export const stateOf = <Name extends ParamName>(
  name: Name,
  options: RenderOptions,
  quality: Pick<QualityEvidence, "tuned"> | undefined,
): RowState<Name> => {
  const set = options[name] as RenderParams[Name] | undefined;
  if (set !== undefined) return { origin: "set", value: set };
  const tuned = quality?.tuned[name];
  if (tuned === undefined) return { origin: "default", value: completeParams(options)[name] };
  return { origin: "tuned", value: tuned.to as RenderParams[Name] };
};
