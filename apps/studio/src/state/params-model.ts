import {
  completeParams,
  DEFAULT_PARAMS,
  type Field,
  fieldsOf,
  type ParamName,
  paramRow,
  parse,
  type RenderOptions,
  type RenderParams,
} from "@lumiglyph/contract";
import { computed, type ReadonlySignal } from "@preact/signals";

/** The 22 parameters as the person has set them. What is not set has its default, and the Auto Director may tune it. */
export type ParamsModel = {
  /** What is set. */
  readonly options: ReadonlySignal<RenderOptions>;
  /** All of them. */
  readonly all: ReadonlySignal<RenderParams>;
  /** Sets one; steps of the same control within 400 ms are one step of undo. */
  readonly set: <Name extends ParamName>(name: Name, value: RenderParams[Name]) => void;
  /** Sets several at once, as one step of undo: a look, a target. A default is let go; those not named keep their values. */
  readonly setAll: (values: Partial<RenderParams>) => void;
  /** Back to its default. */
  readonly reset: (name: ParamName) => void;
  readonly resetAll: () => void;
};

/** Parameters that go through the gate of the API; values that it refuses change nothing. `put` is told each new state. */
export const createParamsModel = (
  options: ReadonlySignal<RenderOptions>,
  put: (options: RenderOptions, key: string) => void,
): ParamsModel => {
  /** Sets values; a default is let go unless it is held, and then the Auto Director may tune it again. */
  const change = (values: Partial<RenderParams>, key: string, holds = false): void => {
    const set = { ...options.peek(), ...rounded(values) };
    const isLetGo = ({ name, value }: Field): boolean =>
      !holds && name in values && value === DEFAULT_PARAMS[name as ParamName];
    const result = parse(fieldsOf(set, "json").filter((field) => !isLetGo(field)));
    if (!("problems" in result)) put(result.options, key);
  };
  let steps = 0;
  const changeAtOnce = (values: Partial<RenderParams>): void => change(values, `step ${++steps}`);
  return {
    options,
    all: computed(() => completeParams(options.value)),
    set: (name, value) => change({ [name]: value }, name, true),
    setAll: changeAtOnce,
    reset: (name) => changeAtOnce({ [name]: DEFAULT_PARAMS[name] }),
    resetAll: () => changeAtOnce(DEFAULT_PARAMS),
  };
};

/** Without the tail that sums of decimal fractions have in binary: 0.1 + 0.2 is 0.3 here, and in the address. */
const rounded = (values: Partial<RenderParams>): Partial<RenderParams> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      paramRow(name as ParamName).kind === "number" ? Number(Number(value).toFixed(DECIMALS)) : value,
    ]),
  );

/** Finer than any control's step. */
const DECIMALS = 6;
