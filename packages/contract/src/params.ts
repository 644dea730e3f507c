import { DEFAULTS, EXTENSIONS, PARAM_ROWS, type RenderOptions } from "./generated/render-options.ts";
import type { Condition, PARAMS, Param, ParamName } from "./param-table.ts";

type ValueOf<Row extends Param> = Row extends { kind: "choice"; values: readonly (infer Value)[] }
  ? Value
  : Row extends { kind: "boolean" }
    ? boolean
    : Row extends { kind: "color" | "text" | "characters" }
      ? string
      : number;

/**
 * All parameters, each with a valid value. `monoColor` is always `#rrggbb` in lower case;
 * `characters` are in the order of their codes.
 */
export type RenderParams = { readonly [Name in ParamName]: ValueOf<(typeof PARAMS)[Name]> };

export type Charset = RenderParams["charset"];
export type FontName = RenderParams["font"];
export type FormatId = RenderParams["format"];
/** The formats that are text. */
export type TextFormat = Exclude<FormatId, "png">;
export type QualityTarget = RenderParams["qualityTarget"];

export const PARAM_NAMES = Object.keys(DEFAULTS) as readonly ParamName[];

/** The row of a parameter as pages load it, typed as any row. */
export const paramRow = (name: ParamName): Param => PARAM_ROWS[name];

/** The condition under which a parameter has no effect among these; null if it has an effect. */
export const whyIdle = (name: ParamName, params: RenderParams, moves = false): Condition | null => {
  const holds = (condition: Condition): boolean => {
    if (typeof condition === "string") return condition === (moves ? "moving" : "still");
    return Object.entries(condition).every(([other, values]) => {
      const isListed = (listed: readonly unknown[]): boolean => listed.includes(params[other as ParamName]);
      return "not" in values ? !isListed(values.not) : isListed(values);
    });
  };
  return paramRow(name).idleWhen?.find(holds) ?? null;
};

export const isParamName = (name: string): name is ParamName => Object.hasOwn(DEFAULTS, name);

/** All parameters, with defaults for those that the options leave out. */
export const completeParams = (options: RenderOptions): RenderParams => {
  const own = {
    ...options,
    ...(options.background === "light" && { monoColor: options.monoColor ?? DARK_INK }),
    // `characters` replaces it
    ...(options.characters && { charset: DEFAULT_PARAMS.charset }),
  };
  return Object.fromEntries(PARAM_NAMES.map((name) => [name, own[name] ?? DEFAULT_PARAMS[name]])) as RenderParams;
};

/** The `monoColor` of a page on a light background, unless another is given. */
const DARK_INK = "#1a1a1a";

type ExtensionName = (typeof EXTENSIONS)[number];

export const isExtension = (name: ParamName): name is ExtensionName => EXTENSIONS.some((one) => one === name);

/** The parameters for documents: extensions only if they differ from their default. */
export type StatedParams = Omit<RenderParams, ExtensionName> & Partial<Pick<RenderParams, ExtensionName>>;

/** All parameters of the specification, and the extensions in use. */
export const statedParams = (params: RenderParams): StatedParams =>
  Object.fromEntries(
    PARAM_NAMES.filter((name) => !isExtension(name) || params[name] !== DEFAULT_PARAMS[name]).map((name) => [
      name,
      params[name],
    ]),
  ) as StatedParams;

/** Names of the given options, in table order. */
export const givenNames = (options: RenderOptions): readonly ParamName[] =>
  PARAM_NAMES.filter((name) => options[name] !== undefined);

/** The parameters of a request that sets none. */
export const DEFAULT_PARAMS: RenderParams = DEFAULTS;
