import {
  isParamName,
  nearestName,
  PARAMS,
  type Param,
  type Problem,
  paramRow,
  Refusal,
  readNative,
} from "@lumiglyph/contract";
import type { ToolArguments } from "./tool-server.ts";

/** Changes to a call's arguments, as a JSON merge patch (RFC 7396): null removes an argument. */
export type Changes = { readonly [argument: string]: unknown };

/** A refusal that knows the arguments of a call that succeeds. */
export class AdvisedRefusal extends Refusal {
  readonly retryWith: Changes | null;

  constructor(code: Refusal["code"], message: string, retryWith: Changes | null) {
    super(code, message);
    this.retryWith = retryWith;
  }
}

/** The changes after which a refused call succeeds, as far as its arguments are at fault; null if none are known. */
export const changesFor = (refusal: Refusal, args: ToolArguments): Changes | null => {
  if (refusal instanceof AdvisedRefusal) return refusal.retryWith;
  // any picture has few enough cells in so many rows, and as a PNG few enough pixels
  if (refusal.code === "grid_too_large") {
    return { rows: PARAMS.rows.max, ...(isPng(args) ? { pixelsPerCell: PARAMS.pixelsPerCell.min } : {}) };
  }
  const found = refusal.problems.map((problem) => changeFor(problem, args));
  return found.length === 0 || found.includes(null) ? null : Object.assign({}, ...found);
};

const isPng = ({ format, outPath }: ToolArguments): boolean =>
  format === "png" || (typeof outPath === "string" && outPath.toLowerCase().endsWith(".png"));

const changeFor = ({ code, parameter, allowed }: Problem, args: ToolArguments): Changes | null => {
  if (code === "image_ambiguous") return onlyOneImage(args);
  if (code === "parameter_conflict") return { [parameter === "characters" ? "charset" : parameter]: null };
  if (!Object.hasOwn(args, parameter)) return null;
  const given = args[parameter];
  if (code === "parameter_unknown") {
    const isMeant = isParamName(allowed) && !Object.hasOwn(args, allowed);
    const meant = isMeant ? nearestValue(paramRow(allowed), given) : undefined;
    return { [parameter]: null, ...(meant === undefined ? {} : { [allowed]: meant }) };
  }
  if (code !== "parameter_invalid" || !isParamName(parameter)) return null;
  return { [parameter]: nearestValue(paramRow(parameter), given) ?? null };
};

const IMAGES = ["imagePath", "imageBase64", "imageUrl"];

const onlyOneImage = (args: ToolArguments): Changes => {
  const [, ...others] = IMAGES.filter((name) => Object.hasOwn(args, name));
  return Object.fromEntries(others.map((name) => [name, null]));
};

/** The valid value that was probably meant: a number in a string, the end of a range, a choice without its typo. */
const nearestValue = (row: Param, given: unknown): unknown => {
  if (readNative(row, given) !== undefined) return given;
  switch (row.kind) {
    case "integer":
    case "number": {
      const number = typeof given === "string" && given.trim() !== "" ? Number(given) : given;
      if (typeof number !== "number" || !Number.isFinite(number)) return undefined;
      return Math.min(row.max, Math.max(row.min, row.kind === "integer" ? Math.round(number) : number));
    }
    case "boolean":
      return given === "true" ? true : given === "false" ? false : undefined;
    case "choice":
      return typeof given === "string" ? (nearestName(given, row.values) ?? undefined) : undefined;
    default:
      return undefined;
  }
};

/** The changes as a sentence for the model. */
export const adviceIn = (changes: Changes): string => {
  const given = Object.entries(changes).filter(([, value]) => value !== null);
  const removed = Object.keys(changes).filter((name) => changes[name] === null);
  const parts = [
    ...(given.length > 0 ? [`with ${JSON.stringify(Object.fromEntries(given))}`] : []),
    ...(removed.length > 0 ? [`without ${removed.map((name) => `\`${name}\``).join(" and ")}`] : []),
  ];
  return `Call again ${parts.join(" and ")}.`;
};
