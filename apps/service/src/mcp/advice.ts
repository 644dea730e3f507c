import {
  isParamName,
  nearestName,
  PARAMS,
  type Param,
  type Problem,
  paramRow,
  Refusal,
  readNative,
  wordedFor,
} from "@lumiglyph/contract";
import { pathOfResource } from "./resources.ts";
import type { ToolArguments } from "./tool-server.ts";

/** Changes to a call's arguments, as a JSON merge patch (RFC 7396): null removes an argument. */
export type Changes = { readonly [argument: string]: unknown };

/** A refusal that knows the arguments of a call that succeeds. */
export class AdvisedRefusal extends Refusal {
  readonly retryWith: Changes | null;

  constructor(code: Refusal["code"], message: string, retryWith: Changes | null, problems: Refusal["problems"] = []) {
    super(code, message, problems);
    this.retryWith = retryWith;
  }
}

/** Several refusals of one call as one, so that the next call can succeed. */
export const together = (refusals: readonly Refusal[], args: ToolArguments): Refusal => {
  const [first, ...others] = refusals;
  if (first === undefined) throw new RangeError("there is no refusal");
  if (others.length === 0) return first;
  const changes = refusals.map((refusal) => changesFor(refusal, args, true));
  return new AdvisedRefusal(
    first.code,
    refusals.map((refusal) => wordedFor("tool", refusal).message).join(" "),
    changes.includes(null) ? null : Object.assign({}, ...changes),
    refusals.flatMap(({ problems }) => problems),
  );
};

/**
 * The changes after which a refused call succeeds, as far as its arguments are at fault; null if none are known. A tool
 * with a folder has arguments that the parser does not know.
 */
export const changesFor = (refusal: Refusal, args: ToolArguments, hasFolder: boolean): Changes | null => {
  if (refusal instanceof AdvisedRefusal) return refusal.retryWith;
  // any picture has few enough cells in so many rows, and as a PNG few enough pixels
  if (refusal.code === "grid_too_large") {
    return { rows: PARAMS.rows.max, ...(isPng(args) ? { pixelsPerCell: PARAMS.pixelsPerCell.min } : {}) };
  }
  const picture = hasFolder ? pictureIn(args) : null;
  if (refusal.code === "image_url_untrusted") return picture;
  const found = refusal.problems.map((problem) =>
    problem.code === "image_misplaced" ? picture : changeFor(problem, args, hasFolder),
  );
  const changes: Changes = Object.assign({}, ...found);
  // a picture that had a wrong name is there now
  const hasPicture = IMAGES.some((name) => typeof changes[name] === "string");
  const isOpen = (change: Changes | null, at: number): boolean =>
    change === null && !(hasPicture && refusal.problems[at]?.code === "image_missing");
  return found.length === 0 || found.some(isOpen) || isGuess(found) ? null : changes;
};

/** Whether two wrong names mean the same argument, with different values. */
const isGuess = (found: readonly (Changes | null)[]): boolean => {
  const given = found.flatMap((change) => Object.entries(change ?? {}).filter(([, value]) => value !== null));
  return new Set(given.map(String)).size > new Set(given.map(([name]) => name)).size;
};

/** A picture of the folder that was given as an argument for other pictures: by its name, or as a resource. */
const pictureIn = (args: ToolArguments): Changes | null => {
  const name = Object.hasOwn(args, "image") ? "image" : "imageUrl";
  const given = args[name];
  if (typeof given !== "string" || IMAGES.some((other) => other !== name && Object.hasOwn(args, other))) return null;
  const path = name === "imageUrl" ? pathOfResource(given) : given;
  const isPath = path !== null && path.length <= LONGEST_REPEATED && /^[^:]+\.[a-z]{2,5}$/i.test(path);
  return isPath ? { [name]: null, imagePath: path } : null;
};

const isPng = ({ format, outPath }: ToolArguments): boolean =>
  format === "png" || (typeof outPath === "string" && outPath.toLowerCase().endsWith(".png"));

const changeFor = ({ code, parameter, allowed }: Problem, args: ToolArguments, hasFolder: boolean): Changes | null => {
  if (code === "image_ambiguous") return onlyOneImage(args);
  if (code === "parameter_conflict") return { [parameter === "characters" ? "charset" : parameter]: null };
  if (!Object.hasOwn(args, parameter)) return null;
  const given = args[parameter];
  if (code === "parameter_unknown") {
    const place = typeof given === "string" ? placeFor(parameter, given, args, hasFolder) : null;
    if (place !== null) return { [parameter]: null, [place]: given };
    // an image is not repeated
    if (allowed === "imageBase64") return null;
    const isMeant = isParamName(allowed) && !Object.hasOwn(args, allowed);
    const meant = isMeant ? nearestValue(paramRow(allowed), given) : undefined;
    return { [parameter]: null, ...(meant === undefined ? {} : { [allowed]: meant }) };
  }
  if (code !== "parameter_invalid" || !isParamName(parameter)) return null;
  const [, least] = /^at least (\d+)$/.exec(allowed) ?? [];
  if (least !== undefined) return { [parameter]: Number(least) };
  return { [parameter]: nearestValue(paramRow(parameter), given) ?? null };
};

const IMAGES = ["imagePath", "imageBase64", "imageUrl"];

/** The longest path or address that is said again under its right name. */
const LONGEST_REPEATED = 200;

/** The argument that a path or an address under an unknown name is meant for, by that name and by what it looks like. */
const placeFor = (parameter: string, given: string, args: ToolArguments, hasFolder: boolean): string | null => {
  if (given.length > LONGEST_REPEATED) return null;
  const isFile = hasFolder && /^[^:]+\.[a-z]{2,5}$/i.test(given);
  const hasImage = IMAGES.some((name) => Object.hasOwn(args, name));
  const places = [
    ...(isFile && !hasImage ? ["imagePath"] : []),
    ...(isFile && !Object.hasOwn(args, "outPath") ? ["outPath"] : []),
    ...(/^https:\/\//i.test(given) && !hasImage ? ["imageUrl"] : []),
  ];
  return nearestName(parameter, places);
};

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
