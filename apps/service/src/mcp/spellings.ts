import { fileURLToPath } from "node:url";
import { nearestName, type Param, readNative } from "@lumiglyph/contract";

/** Scheme of the addresses of a folder's pictures; what follows is a picture's path in the folder. */
export const PICTURE_SCHEME = "picture:///";

/** What models call the arguments, from other tools; in lower case and without separators. */
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

/** The one of these arguments that a model means by another name. */
export const argumentMeant = (name: string, known: readonly string[]): string | null => {
  const letters = name.toLowerCase().replace(/[-_ ]/g, "");
  return known.find((argument) => OTHER_NAMES[argument]?.includes(letters)) ?? nearestName(name, known);
};

/** The arguments that have other names. */
export const WITH_OTHER_NAMES = Object.keys(OTHER_NAMES);

/** What models say for a choice. */
const OTHER_VALUES: { readonly [value: string]: string } = {
  ...{ markdown: "text", md: "text", ascii: "text", plain: "text", "text/plain": "text" },
  ...{ terminal: "ansi", console: "ansi", htm: "html", "text/html": "html", "image/svg+xml": "svg" },
  ...{ jpeg: "png", jpg: "png", webp: "png", gif: "png", image: "png", "image/png": "png" },
  ...{ white: "light", black: "dark" },
};

const BOOLEANS: { readonly [value: string]: boolean } = {
  ...{ true: true, yes: true, on: true, 1: true },
  ...{ false: false, no: false, off: false, 0: false },
};

/** The valid value that was probably meant, such as a number in a string or the end of a range; undefined if none. */
export const valueMeant = (row: Param, given: unknown): unknown => {
  if (readNative(row, given) !== undefined) return given;
  const text = typeof given === "string" || typeof given === "number" ? String(given).trim() : null;
  switch (row.kind) {
    case "integer":
    case "number": {
      const number = text === null || text === "" ? Number.NaN : Number(text);
      if (!Number.isFinite(number)) return undefined;
      return Math.min(row.max, Math.max(row.min, row.kind === "integer" ? Math.round(number) : number));
    }
    case "boolean":
      return text !== null && Object.hasOwn(BOOLEANS, text.toLowerCase()) ? BOOLEANS[text.toLowerCase()] : undefined;
    case "choice": {
      if (text === null) return undefined;
      const other = Object.hasOwn(OTHER_VALUES, text.toLowerCase()) ? OTHER_VALUES[text.toLowerCase()] : undefined;
      return row.values.find((value) => value === other) ?? nearestName(text, row.values) ?? undefined;
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

/** The longest path or address that is repeated under its right name. */
const LONGEST_REPEATED = 200;

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
