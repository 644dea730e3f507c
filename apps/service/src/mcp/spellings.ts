import { fileURLToPath } from "node:url";
import { nearestName, type Param, readNative, readWritten } from "@lumiglyph/contract";

/** The arguments of a call, not yet validated. */
export type ToolArguments = { readonly [name: string]: unknown };

/** Scheme of the addresses of a folder's pictures; what follows is a picture's path in the folder. */
export const PICTURE_SCHEME = "picture:///";

/**
 * Names that models use for the arguments, from other tools; in lower case and without separators.
 */
const OTHER_NAMES: { readonly [argument: string]: readonly string[] } = {
  imagePath: [
    ...["path", "file", "filepath", "filename", "input", "inputpath", "inputfile", "name"],
    ...["src", "source", "picture", "photo", "image", "images", "img", "uri", "url"],
  ],
  imageUrl: ["url", "uri", "link", "href", "address", "src", "source", "input", "image", "picture", "path", "file"],
  outPath: [
    "out",
    "output",
    "outfile",
    "outputfile",
    "outputpath",
    "saveto",
    "saveas",
    "dest",
    "destination",
    "filename",
  ],
  columns: ["width", "maxwidth", "cols", "col", "size", "w"],
  rows: ["height", "maxheight", "lines", "h"],
  maxCharacters: ["maxchars", "maxlength", "limit"],
  format: ["output", "outputformat", "type"],
  charset: ["style", "glyphs"],
  characters: ["chars", "ramp", "symbols"],
  background: ["bg"],
};

/** Names the argument that a model means by another name. */
export const argumentMeant = (name: string, known: readonly string[]): string | null => {
  const letters = name.toLowerCase().replace(/[-_ ]/g, "");
  return known.find((argument) => OTHER_NAMES[argument]?.includes(letters)) ?? nearestName(name, known);
};

/** The arguments that have other names. */
export const WITH_OTHER_NAMES = Object.keys(OTHER_NAMES);

/** Words that models use for a choice, in lower case. */
const OTHER_VALUES: { readonly [value: string]: readonly string[] } = {
  text: ["markdown", "md", "ascii", "plain", "text/plain"],
  ansi: ["terminal", "console"],
  html: ["htm", "text/html"],
  svg: ["image/svg+xml"],
  png: ["jpeg", "jpg", "webp", "gif", "image", "image/png"],
  light: ["white"],
  dark: ["black"],
};

/** Maximum characters of a value, path or URL that is repeated in another form. */
const LONGEST_REPEATED = 200;

/**
 * Normalizes a value that has exactly one meaning in another spelling, such as `"60"` for 60;
 * returns any other unchanged.
 */
export const exactValue = (row: Param, given: unknown): unknown => {
  if (readNative(row, given) !== undefined || (typeof given !== "string" && typeof given !== "number")) return given;
  const text = String(given).trim();
  switch (row.kind) {
    case "choice":
      return row.values.find((value) => value === text.toLowerCase()) ?? given;
    case "color":
      return readWritten(row, `#${text}`) ?? given;
    default:
      return readWritten(row, text) ?? given;
  }
};

/** The valid value that was probably meant, such as a number in a string or the end of a range; undefined if none. */
export const valueMeant = (row: Param, given: unknown): unknown => {
  if (readNative(row, given) !== undefined) return given;
  if (typeof given === "string" && given.length > LONGEST_REPEATED) return undefined;
  const text = typeof given === "string" || typeof given === "number" ? String(given).trim() : null;
  switch (row.kind) {
    case "integer":
    case "number": {
      const number = text === null || text === "" ? Number.NaN : Number(text);
      if (!Number.isFinite(number)) return undefined;
      return Math.min(row.max, Math.max(row.min, row.kind === "integer" ? Math.round(number) : number));
    }
    case "boolean":
      return /^(true|yes|on|1)$/i.test(text ?? "") ? true : /^(false|no|off|0)$/i.test(text ?? "") ? false : undefined;
    case "choice": {
      if (text === null) return undefined;
      const other = row.values.find((value) => OTHER_VALUES[value]?.includes(text.toLowerCase()));
      return other ?? nearestName(text, row.values) ?? undefined;
    }
    case "color":
      return readNative(row, `#${text}`) === undefined ? undefined : `#${text}`;
    case "characters": {
      const once = typeof given === "string" ? [...new Set(given)].join("") : "";
      return once !== "" && readNative(row, once) !== undefined ? once : undefined;
    }
    default:
      return undefined;
  }
};

/** Whether a text looks like a picture's path, and is short enough to be repeated. */
export const looksLikeFile = (text: string): boolean =>
  text.length <= LONGEST_REPEATED && /^[^:]+\.[a-z]{2,5}$/i.test(pathMeant(text) ?? "");

/** Whether a text looks like the address of a picture on another host, and is short enough to be repeated. */
export const looksLikeUrl = (text: string): boolean => text.length <= LONGEST_REPEATED && /^https:\/\//i.test(text);

/**
 * A path as the system spells it: clients also give the address of a resource or of a file, and the separators of
 * Windows. Null for an address that cannot be decoded.
 */
export const pathMeant = (given: string): string | null => {
  try {
    if (given.startsWith(PICTURE_SCHEME)) return decodeURIComponent(given.slice(PICTURE_SCHEME.length));
    if (/^file:\/\//i.test(given)) return fileURLToPath(given);
    return given.replaceAll("\\", "/");
  } catch {
    return null;
  }
};
