import {
  type Condition,
  completeParams,
  type ParamName,
  type QualityEvidence,
  type RenderOptions,
  type RenderParams,
  whyIdle,
} from "@lumiglyph/contract";
import { type ReadonlySignal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { isGridHeld } from "../state/params-model.ts";
import { useStudio } from "../state/studio.ts";
import type { Preview } from "../worker/preview.ts";
import { panelLabel } from "./panel.ts";

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
    says: sentences.value?.sentencesFor(name, idle),
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

/** Parameters that services and commands read, and the studio does not. */
const ELSEWHERE: readonly ParamName[] = ["maxCharacters", "pixelsPerCell", "theme"];

/** Why a parameter has no effect in the studio beside the others; null if it has one. */
export const noEffect = (name: ParamName, params: RenderParams, moves = false): Condition | "studio" | null =>
  ELSEWHERE.includes(name) ? "studio" : whyIdle(name, params, moves);

/** The sentences about parameters, once they are loaded. */
const sentences = signal<typeof import("./sentences.ts") | null>(null);

export const loadSentences = async (): Promise<void> => {
  sentences.value = await import("./sentences.ts");
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
