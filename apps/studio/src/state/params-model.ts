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
import { computed, type ReadonlySignal, signal } from "@preact/signals";

/** The parameters as set by the user. Unset ones have their defaults and may be tuned by the Auto Director. */
export type ParamsModel = {
  /** The set parameters. */
  readonly options: ReadonlySignal<RenderOptions>;
  /** All parameters. */
  readonly all: ReadonlySignal<RenderParams>;
  /** Sets one; changes of the same control within 400 ms are one undo step. */
  readonly set: <Name extends ParamName>(name: Name, value: RenderParams[Name]) => void;
  /** Sets several in one undo step: a look, a target. Defaults become unset; other parameters keep their values. */
  readonly setAll: (values: Partial<RenderParams>) => void;
  /** Unsets one. */
  readonly reset: (name: ParamName) => void;
  readonly resetAll: () => void;
};

/** Parameters validated by the contract's parser; rejected values change nothing. Calls `put` with each new state. */
export const createParamsModel = (
  options: ReadonlySignal<RenderOptions>,
  put: (options: RenderOptions, key: string) => void,
): ParamsModel => {
  /** Sets values. A default becomes unset unless `holds`, so that the Auto Director may tune it again. */
  const change = (values: Partial<RenderParams>, key: string, holds = false): void => {
    const set = { ...besides(options.peek(), values), ...rounded(values) };
    const isLetGo = ({ name, value }: Field): boolean =>
      !holds && name in values && value === DEFAULT_PARAMS[name as ParamName];
    const result = parse(fieldsOf(set, "json").filter((field) => !isLetGo(field)));
    if ("problems" in result) return;
    put(isGridHeld.peek() ? withGridOf(options.peek(), result.options) : result.options, key);
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

/** Whether the grid is fixed, because frames are being recorded: a video has one grid. */
export const isGridHeld = signal(false);

/** Options with the grid of others. */
const withGridOf = (others: RenderOptions, options: RenderOptions): RenderOptions => {
  const { columns: _, rows: __, cellAspect: ___, ...rest } = options;
  const { columns, rows, cellAspect } = others;
  return {
    ...rest,
    ...(columns !== undefined && { columns }),
    ...(rows !== undefined && { rows }),
    ...(cellAspect !== undefined && { cellAspect }),
  };
};

/** The options that stay set: a charset and custom characters exclude each other. */
const besides = (set: RenderOptions, values: Partial<RenderParams>): RenderOptions => {
  const { charset, characters, ...others } = set;
  return {
    ...others,
    ...(charset !== undefined && !values.characters && { charset }),
    ...(characters !== undefined && values.charset === undefined && { characters }),
  };
};

/** Removes binary rounding errors: 0.1 + 0.2 becomes 0.3, also in the URL. */
const rounded = (values: Partial<RenderParams>): Partial<RenderParams> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      paramRow(name as ParamName).kind === "number" ? Number(Number(value).toFixed(DECIMALS)) : value,
    ]),
  );

/** Finer than any control's step. */
const DECIMALS = 6;

/** Whether the art is on a light background. */
export const isOnPaper = ({ invert, background }: Pick<RenderParams, "invert" | "background">): boolean =>
  invert || background === "light";
