import { createHmac, timingSafeEqual } from "node:crypto";
import {
  canonicalAddress,
  completeParams,
  type Field,
  type FormatId,
  fieldsOf,
  isAddressName,
  MIN_URL_KEY,
  parse,
  parseAddress,
  Refusal,
  type RenderOptions,
  refusalFor,
  refuse,
  SOURCES,
  withSignature,
} from "@lumiglyph/contract";
import { MAX_URL_LENGTH, urlTooLong } from "../security/checked-url.ts";
import { queryFields } from "../source/read-body.ts";
import type { Settings } from "../tables/settings.ts";

/** An address that may be rendered. */
type Address = {
  /** The parameters, as fields of a request. */
  readonly fields: readonly Field[];
  readonly format: FormatId;
  /** Its canonical spelling, with the signature if one is required. */
  readonly canonical: string;
  /** Seconds since 1970, or null. */
  readonly expires: number | null;
};

/** Reads the target of a GET request. Throws a `Refusal` for one that must not be rendered. */
export type ReadAddress = (target: string, nowMs: number) => Address;

/** Whether the operator has enabled addresses: by a host, a preset or a key. */
export const drawsAddresses = (settings: Settings): boolean =>
  settings.SERVICE_IMAGE_FETCH_ALLOWLIST.length > 0 ||
  settings.SERVICE_URL_PRESETS.length > 0 ||
  settings.SERVICE_URL_KEYS !== null;

/** Reads addresses by the operator's settings. Throws for invalid ones, with a message for the operator. */
export const createAddresses = (settings: Settings): ReadAddress => {
  const presets = readPresets(settings.SERVICE_URL_PRESETS);
  const keys = settings.SERVICE_URL_KEYS === null ? [] : readKeys([settings.SERVICE_URL_KEYS]);
  const ignored = readIgnored(settings.SERVICE_URL_IGNORE);
  const isOff = !drawsAddresses(settings);
  return (target, nowMs) => {
    if (isOff) throw refusalFor("addresses_off");
    const { imageUrl, signature, ...address } = parseAddress(queryFields(target), ignored);
    const { preset, expires } = address;
    // the fetch checks this again; checking here keeps overlong URLs out of redirects
    if (imageUrl.length > MAX_URL_LENGTH) throw urlTooLong(imageUrl);
    if (preset === null && settings.SERVICE_URL_ONLY_PRESETS) throw refusalFor("preset_needed");
    const unsigned = canonicalAddress({ ...address, imageUrl });
    const isFree = keys.length === 0 || (preset !== null && settings.SERVICE_URL_UNSIGNED_PRESETS);
    if (!isFree && !keys.some((key) => isSignedBy(key, unsigned, signature))) throw refusalFor("address_unsigned");
    const options = preset === null ? address.options : presetNamed(preset, presets);
    if (expires !== null && nowMs >= 1000 * expires) throw refusalFor("address_expired");
    return {
      fields: fieldsOf({ imageUrl, ...options }, "json"),
      format: completeParams(options).format,
      canonical: isFree ? unsigned : withSignature(unsigned, signature!),
      expires,
    };
  };
};

const presetNamed = (name: string, presets: ReadonlyMap<string, RenderOptions>): RenderOptions => {
  const options = presets.get(name);
  if (options !== undefined) return options;
  const names = [...presets.keys()].map((one) => `\`${one}\``).join(", ");
  throw new Refusal(
    "parameter_invalid",
    `This service has no such \`preset\`. ${names === "" ? "It has none." : `It has ${names}.`}`,
  );
};

/** The signature of an address's canonical form: HMAC-SHA256, in base64url. */
export const signatureOf = (key: string, address: string): string =>
  createHmac("sha256", key).update(address).digest("base64url");

const isSignedBy = (key: string, address: string, sig: string | null): boolean => {
  const [expected, given] = [Buffer.from(signatureOf(key, address)), Buffer.from(sig ?? "")];
  return given.length === expected.length && timingSafeEqual(given, expected);
};

/** Reads the operator's presets. Throws for an invalid entry, with a message for the operator. */
export const readPresets = (entries: readonly string[]): ReadonlyMap<string, RenderOptions> =>
  new Map(
    entries.map((entry) => {
      const [, name, query] = /^([a-z0-9][a-z0-9-]{0,31})=(.+)$/.exec(entry) ?? [];
      if (name === undefined || query === undefined)
        throw new Error(`"${entry}" is not a preset. Write for example readme=columns=80&format=svg.`);
      const fields = queryFields(`?${query}`);
      if (fields.some((field) => Object.hasOwn(SOURCES, field.name)))
        throw new Error(`The preset ${name} must not contain an image source.`);
      const parsed = parse(fields);
      if ("options" in parsed) return [name, parsed.options] as const;
      throw new Error(`The preset ${name} is not valid: ${refuse(parsed.problems).message}`);
    }),
  );

/** Reads the operator's keys. Throws for a short one, with a message for the operator, which does not repeat it. */
export const readKeys = (texts: readonly string[]): readonly string[] => {
  const keys = texts.flatMap((text) => text.split(","));
  if (keys.some((key) => key.length < MIN_URL_KEY))
    throw new Error(`each key must have at least ${MIN_URL_KEY} characters. Make one with: openssl rand -hex 32`);
  return keys;
};

/**
 * Reads the parameter names that addresses ignore. Throws for one with a meaning, with a message
 * for the operator: a signature would not cover it.
 */
export const readIgnored = (names: readonly string[]): readonly string[] => {
  const meant = names.find(isAddressName);
  if (meant !== undefined) throw new Error(`"${meant}" is a parameter of addresses, which cannot be ignored.`);
  return names;
};
