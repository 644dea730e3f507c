import { createHash } from "node:crypto";

/** All values of a header (name in lower case), in order, not joined. `raw` alternates names and values. */
export const headerValues = (raw: readonly string[], name: string): readonly string[] =>
  raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === name);

/** A parsed `Content-Type`: type and subtype in lower case, parameters by lower-case name. */
export type MediaType = {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
};

/** Parses a `Content-Type` value by RFC 9110, section 8.3.1. Null if any part of it does not match the grammar. */
export const parseMediaType = (value: string): MediaType | null => {
  const [head, type, subtype] =
    /^[ \t]*([!#$%&'*+\-.^_`|~\w]+)\/([!#$%&'*+\-.^_`|~\w]+)[ \t]*(?=;|$)/.exec(value) ?? [];
  if (head === undefined || type === undefined || subtype === undefined) return null;
  const parameters = parseParameters(value.slice(head.length));
  return parameters === null ? null : { type: type.toLowerCase(), subtype: subtype.toLowerCase(), parameters };
};

/** One parameter with its leading semicolon and surrounding whitespace. RFC 9110 allows empty ones. */
const PARAMETER = /;[ \t]*(?:([!#$%&'*+\-.^_`|~\w]+)=(?:([!#$%&'*+\-.^_`|~\w]+)|"((?:[^"\\]|\\.)*)")[ \t]*)?/y;

const parseParameters = (text: string): ReadonlyMap<string, string> | null => {
  const parameters = new Map<string, string>();
  const pattern = new RegExp(PARAMETER);
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text);
    if (found === null) return null;
    const [, name, token, quoted] = found;
    if (name === undefined) continue;
    // a name with two values could mean one thing here and another to a proxy
    if (parameters.has(name.toLowerCase())) return null;
    parameters.set(name.toLowerCase(), token ?? (quoted ?? "").replace(/\\(.)/g, "$1"));
  }
  return parameters;
};

/** Content codings that files are served in besides identity, best compression first. */
const CODINGS = ["br", "gzip"] as const;

export type Coding = (typeof CODINGS)[number];

/** The coding to use for an `Accept-Encoding`, or null for identity (RFC 9110, section 12.5.3). */
export const preferredCoding = (accepted: string | undefined): Coding | null => {
  const weights = new Map((accepted ?? "").split(",").map(weighted));
  const weightOf = (name: string): number => weights.get(name) ?? weights.get("*") ?? 0;
  const [best] = CODINGS.filter((coding) => weightOf(coding) > 0).toSorted((a, b) => weightOf(b) - weightOf(a));
  return best === undefined || (weights.get("identity") ?? 0) > weightOf(best) ? null : best;
};

/** One list entry with its weight. Unreadable weights count as 0. */
const weighted = (entry: string): readonly [name: string, weight: number] => {
  const [name = "", ...parameters] = entry
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
};

/** A strong ETag of these bytes (RFC 9110, section 8.8.3). */
export const strongEtag = (bytes: Uint8Array): string => `"${createHash("sha256").update(bytes).digest("base64url")}"`;

/** Whether `If-None-Match` matches the ETag, by weak comparison as RFC 9110, section 13.1.2 requires. */
export const holdsEtag = (condition: string | undefined, etag: string): boolean =>
  (condition ?? "").split(",").some((one) => {
    const given = one.trim();
    return given === "*" || given.replace(/^W\//, "") === etag;
  });
