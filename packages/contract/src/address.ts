import { type Field, quote } from "./field.ts";
import { type RenderOptions, TUNABLE } from "./generated/render-options.ts";
import type { ParamName } from "./param-table.ts";
import { completeParams, isParamName } from "./params.ts";
import { Refusal } from "./problems.ts";
import { parseRequest } from "./request.ts";
import { isSourceName } from "./sources.ts";

/** The path of a render address; its query is the render. */
export const RENDER_ADDRESS_PATH = "/api/v1/render";

/** A render at an address: the input of `GET /api/v1/render`. */
export type RenderAddress = {
  readonly imageUrl: string;
  /** The name of the operator's preset, used instead of options; null for none. */
  readonly preset: string | null;
  readonly options: RenderOptions;
  /** When the address expires, in seconds since 1970; null for never. */
  readonly expires: number | null;
};

/**
 * Reads the parameters and the signature of an address in any spelling. Throws a `Refusal` with all
 * problems. Ignores `utm_` names, which link trackers append, and those in `ignored` (answers 1.4).
 */
export const parseAddress = (
  all: readonly Field[],
  ignored: readonly string[] = [],
): RenderAddress & { readonly signature: string | null } => {
  const given = all.filter(({ name }) => !name.startsWith("utm_") && !ignored.includes(name));
  const preset = only(given, "preset");
  const expires = readExpiry(only(given, "exp"));
  const signature = only(given, "sig");
  const own = given
    .filter(({ name }) => !BESIDES.includes(name))
    .map((field) => ({ ...field, origin: "address" as const }));
  const beside = own.find(({ name }) => name !== "imageUrl");
  if (preset !== null && beside !== undefined) throw presetAlone(beside.name);
  if (!own.some(({ name }) => name === "imageUrl"))
    throw new Refusal("image_missing", "Give the address of the picture as `imageUrl`.");
  const { options, source } = parseRequest(own);
  return { imageUrl: source.kind === "url" ? source.url : "", preset, options, expires, signature };
};

/** Whether a query parameter of this name has a meaning in an address and must not be ignored. */
export const isAddressName = (name: string): boolean =>
  isParamName(name) || isSourceName(name) || BESIDES.includes(name);

/** Parameters of an address that are not render parameters. */
const BESIDES: readonly string[] = ["preset", "exp", "sig"];

const only = (given: readonly Field[], name: string): string | null => {
  const values = given.filter((field) => field.name === name).map(({ value }) => String(value));
  if (values.length > 1) throw new Refusal("parameter_repeated", `\`${name}\` was given more than once. Send it once.`);
  return values[0] ?? null;
};

const readExpiry = (text: string | null): number | null => {
  if (text === null) return null;
  if (!/^[1-9][0-9]{0,11}$/.test(text))
    throw new Refusal("parameter_invalid", "`exp` is a time in whole seconds since 1970, like 1790000000.");
  return Number(text);
};

const presetAlone = (name: string): Refusal =>
  new Refusal(
    "parameter_conflict",
    `A \`preset\` excludes other parameters: leave out \`${quote(name)}\` or the preset.`,
  );

/**
 * The canonical spelling of an address, without its signature, so that caches hold one copy. Names
 * are in the order of their codes, all but unreserved characters are percent-encoded, and default
 * values are left out.
 */
export const canonicalAddress = ({ imageUrl, preset, options, expires }: RenderAddress): string => {
  const fields: (readonly [string, string])[] = [
    ["imageUrl", withoutFragment(imageUrl)],
    ...(preset === null ? [] : [["preset", preset] as const]),
    ...(expires === null ? [] : [["exp", String(expires)] as const]),
    ...Object.entries(preset === null ? telling(rounded(options)) : {}).map(
      ([name, value]) => [name, written(value)] as const,
    ),
  ];
  const query = fields
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${escaped(value)}`)
    .join("&");
  return `${RENDER_ADDRESS_PATH}?${query}`;
};

/**
 * Percent-encodes all but letters, digits and `-._~`: browsers would encode some of what
 * `encodeURIComponent` leaves.
 */
const escaped = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** An address without its fragment, which does not change the picture. */
const withoutFragment = (imageUrl: string): string => {
  // `URL` would repair these, and so hide what must be refused
  if (/[\p{Cc}\\]/u.test(imageUrl)) return imageUrl;
  return (URL.canParse(imageUrl) ? new URL(imageUrl).href : imageUrl).replace(/#.*$/s, "");
};

/** Numbers of at most twenty decimals. */
const rounded = (options: RenderOptions): RenderOptions =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      typeof value === "number" ? Number(value.toFixed(DECIMALS)) : value,
    ]),
  );

const DECIMALS = 20;

/** Writes numbers without an exponent, which a query does not allow. */
const written = (value: string | number | boolean): string => {
  const text = String(value);
  return typeof value === "number" && text.includes("e") ? value.toFixed(DECIMALS).replace(/\.?0+$/, "") : text;
};

/** Minimum characters of a signing key. */
export const MIN_URL_KEY = 32;

/** A signature is the last parameter, in base64url. */
export const withSignature = (address: string, signature: string): string => `${address}&sig=${signature}`;

/**
 * The options without values that equal the default. Parameters that the Auto Director may tune are
 * kept: if given, they are not tuned.
 */
const telling = (options: RenderOptions): RenderOptions => {
  const all = JSON.stringify(completeParams(options));
  const isIdle = (name: string): boolean => {
    if (TUNABLE.some((one) => one === name)) return false;
    // it is the ink of both themes
    if (name === "monoColor" && options.theme === "auto") return false;
    const { [name as ParamName]: _, ...others } = options;
    return JSON.stringify(completeParams(others)) === all;
  };
  return Object.fromEntries(Object.entries(options).filter(([name]) => !isIdle(name)));
};

declare const URL: { new (text: string): { readonly href: string }; readonly canParse: (text: string) => boolean };
