import { isParamName, PARAMS, type Problem, paramRow, Refusal } from "@lumiglyph/contract";
import {
  argumentMeant,
  looksLikeFile,
  looksLikeUrl,
  pathMeant,
  type ToolArguments,
  valueMeant,
  WITH_OTHER_NAMES,
} from "./spellings.ts";

/** Changes to a call's arguments, as a JSON merge patch (RFC 7396): null removes an argument. */
export type Changes = { readonly [argument: string]: unknown };

/** A refusal with the changes after which the call would succeed; null if none are known. */
export class AdvisedRefusal extends Refusal {
  readonly retryWith: Changes | null;

  constructor(code: Refusal["code"], message: string, retryWith: Changes | null, problems: Refusal["problems"] = []) {
    super(code, message, problems);
    this.retryWith = retryWith;
  }
}

/** Several refusals of a call; the first gives the code. */
export class SeveralRefusals extends AdvisedRefusal {
  readonly parts: readonly Refusal[];

  constructor(parts: readonly [Refusal, ...Refusal[]], retryWith: Changes | null) {
    const message = parts.map((part) => part.message).join(" ");
    super(
      parts[0].code,
      message,
      retryWith,
      parts.flatMap(({ problems }) => problems),
    );
    this.parts = parts;
  }
}

/** Combines all refusals of a call into one, so that the next call can succeed. */
export const together = (refusals: readonly Refusal[], args: ToolArguments): Refusal => {
  const [first, ...others] = refusals;
  if (first === undefined) throw new RangeError("there is no refusal");
  if (others.length === 0) return first;
  const changes = refusals.map((refusal) => changesFor(refusal, args, true));
  return new SeveralRefusals([first, ...others], changes.includes(null) ? null : Object.assign({}, ...changes));
};

/**
 * The changes that make a refused call succeed, as far as its arguments are at fault; null if none
 * are known. A tool with a folder has arguments that the parser does not know.
 */
export const changesFor = (refusal: Refusal, args: ToolArguments, hasFolder: boolean): Changes | null => {
  if (refusal instanceof AdvisedRefusal) return refusal.retryWith;
  // every image stays within the limit of cells in this many rows, and of pixels as a PNG with cells of this size
  if (refusal.code === "grid_too_large") {
    return { rows: PARAMS.rows.max, ...(isPng(args) ? { pixelsPerCell: PARAMS.pixelsPerCell.min } : {}) };
  }
  const picture = hasFolder ? pictureIn(args) : null;
  if (refusal.code === "image_url_untrusted" || refusal.code === "image_base64_invalid") return picture;
  const found = refusal.problems.map((problem) =>
    problem.code === "image_misplaced" ? picture : changeFor(problem, args, hasFolder),
  );
  const changes: Changes = Object.assign({}, ...found);
  // an image under a wrong name is no longer missing after these changes
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

/**
 * A picture of the folder that was passed in another picture argument: its path, or its resource.
 */
const pictureIn = (args: ToolArguments): Changes | null => {
  const name = ["image", "imageUrl", "imageBase64"].find((one) => Object.hasOwn(args, one)) ?? "";
  const given = args[name];
  const isElsewhere = IMAGES.some((other) => other !== name && Object.hasOwn(args, other));
  if (typeof given !== "string" || isElsewhere || !looksLikeFile(given)) return null;
  // starts with a host, so it is an address without its scheme
  if (name === "imageUrl" && /^[^/.]+\.[^/]*\//.test(given)) return null;
  return { [name]: null, imagePath: pathMeant(given) };
};

const isPng = ({ format, outPath }: ToolArguments): boolean =>
  format === "png" || (typeof outPath === "string" && outPath.toLowerCase().endsWith(".png"));

const changeFor = (problem: Problem, args: ToolArguments, hasFolder: boolean): Changes | null => {
  const { code, parameter, rule } = problem;
  if (code === "image_ambiguous") return onlyOneImage(args);
  if (code === "parameter_conflict") return { [parameter === "characters" ? "charset" : parameter]: null };
  if (!Object.hasOwn(args, parameter)) return null;
  const given = args[parameter];
  if (code === "parameter_unknown") return underRightName(problem, args, hasFolder);
  if (code !== "parameter_invalid") return null;
  if (PLACES.includes(parameter)) return placeMeant(parameter, args);
  if (!isParamName(parameter)) return null;
  if (rule.kind === "shortest-page") return { [parameter]: rule.least };
  const value = valueMeant(paramRow(parameter), given);
  const isRamp = parameter === "charset" && value === undefined && !/\w\w/.test(String(given));
  const ramp = isRamp && !Object.hasOwn(args, "characters") ? valueMeant(PARAMS.characters, given) : undefined;
  return { [parameter]: value ?? null, ...(ramp === undefined ? {} : { characters: ramp }) };
};

const IMAGES = ["imagePath", "imageBase64", "imageUrl"];

/**
 * Arguments that are not render parameters: the source of the picture, and the destination of its
 * art.
 */
export const PLACES = [...IMAGES, "outPath"];

/** Finds the argument that an unknown one means, by its name and by the form of its value. */
const underRightName = (
  { parameter, suggestion = "" }: Problem,
  args: ToolArguments,
  hasFolder: boolean,
): Changes | null => {
  const given = args[parameter];
  const text = typeof given === "string" ? given : "";
  const isFree = (name: string): boolean => !Object.hasOwn(args, name);
  const isFile = hasFolder && looksLikeFile(text);
  const hasImage = !IMAGES.every(isFree);
  const place = argumentMeant(parameter, [
    ...(isFile && !hasImage ? ["imagePath"] : []),
    ...(isFile && isFree("outPath") ? ["outPath"] : []),
    ...(looksLikeUrl(text) && !hasImage ? ["imageUrl"] : []),
  ]);
  if (place !== null) return { [parameter]: null, [place]: place === "imageUrl" ? text : pathMeant(text) };
  const name = argumentMeant(parameter, WITH_OTHER_NAMES.filter(isParamName)) ?? suggestion;
  // never echo an image
  if (name === "imageBase64") return null;
  const value = isParamName(name) && isFree(name) ? valueMeant(paramRow(name), given) : undefined;
  return { [parameter]: null, ...(value === undefined ? {} : { [name]: value }) };
};

/**
 * Unwraps a list of one picture or path. A null is left out, unless the call has no other picture
 * then.
 */
const placeMeant = (parameter: string, args: ToolArguments): Changes | null => {
  const given = args[parameter];
  const [only, ...more]: unknown[] = Array.isArray(given) ? given : [];
  if (typeof only === "string" && more.length === 0 && (looksLikeFile(only) || looksLikeUrl(only))) {
    return { [parameter]: only };
  }
  const isFree = parameter === "outPath" || IMAGES.some((name) => name !== parameter && Object.hasOwn(args, name));
  return isFree && given === null ? { [parameter]: null } : null;
};

const onlyOneImage = (args: ToolArguments): Changes => {
  const [, ...others] = IMAGES.filter((name) => Object.hasOwn(args, name));
  return Object.fromEntries(others.map((name) => [name, null]));
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
