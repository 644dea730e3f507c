import { isSecret, type Setting } from "../tables/settings.ts";

/** A setting's value, or a sentence for the operator. */
export type Reading = { readonly value: unknown } | { readonly problem: string };

/** Parses one setting, or explains what to set instead. Never repeats a secret. */
export const readSetting = (name: string, row: Setting, text: string): Reading => {
  const value = read(row, text.trim());
  if (value !== undefined) return { value };
  const given = isSecret(row) ? "" : `, but is ${JSON.stringify(text)}`;
  return { problem: `${name} must be ${wanted(row)}${given}. Set for example ${name}=${example(row)}.` };
};

const read = (row: Setting, text: string): unknown => {
  switch (row.kind) {
    case "integer":
      return readInteger(text, row.min, row.max);
    case "flag":
      return FLAGS.get(text.toLowerCase());
    case "choice":
      return row.values.includes(text) ? text : undefined;
    case "list":
      return readList(text, row.values);
    case "host":
      return isHost(text) ? text : undefined;
    case "origin":
      return readOrigin(text);
    case "url":
      return readUrl(text);
    case "text":
      return text;
    case "secret":
      return readSecret(text);
    case "headers":
      return readHeaders(text);
  }
};

const FLAGS = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

const readInteger = (text: string, min: number, max: number): number | undefined => {
  if (!/^[0-9]{1,15}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
};

const readList = (text: string, values: readonly string[] | undefined): readonly string[] | undefined => {
  const entries = text.split(",").map((entry) => entry.trim());
  const unique = [...new Set(entries.filter((entry) => entry !== ""))];
  if (unique.length === 0) return undefined;
  return values === undefined || unique.every((entry) => values.includes(entry)) ? unique : undefined;
};

/** Whether a name or IP address can be part of a URL, as links in responses need it. An IPv6 zone cannot. */
const isHost = (text: string): boolean =>
  /^[\w.:-]+$/.test(text) && URL.canParse(`http://${text.includes(":") ? `[${text}]` : text}`);

/** Scheme, host and port, with at most a trailing slash. */
const readOrigin = (text: string): string | undefined => {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") return undefined;
  return url.href === `${url.origin}/` && !/[?#]/.test(text) ? url.origin : undefined;
};

/**
 * A URL that a path can be appended to. Credentials are refused, because they have their own
 * setting.
 */
const readUrl = (text: string): string | undefined => {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  return url.search === "" && url.hash === "" && !/[?#]/.test(text) ? url.href : undefined;
};

/** Anything that fits into a header field unchanged. */
const readSecret = (text: string): string | undefined => (/^[!-~]+$/.test(text) ? text : undefined);

/**
 * Headers in the form of OpenTelemetry's exporters, with names in lower case, and valid in a
 * request.
 */
const readHeaders = (text: string): { readonly [name: string]: string } | undefined => {
  const members = text.split(",").filter((member) => member.trim() !== "");
  const fields = members.map(readHeader);
  return fields.every((field) => field !== null) && fields.length > 0 ? Object.fromEntries(fields) : undefined;
};

const readHeader = (member: string): readonly [name: string, value: string] | null => {
  const [, name = "", encoded = ""] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/s.exec(member) ?? [];
  const value = decoded(encoded);
  return name === "" || OF_THE_MESSAGE.test(name) || !/^[!-~](?:[\t -~]*[!-~])?$/.test(value)
    ? null
    : [name.toLowerCase(), value];
};

/** Headers that the exporter sets itself, because they describe the message. */
const OF_THE_MESSAGE =
  /^(?:connection|content-encoding|content-length|content-type|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
};

/** The expected form of a value, for the operator. */
export const wanted = (row: Setting): string => {
  switch (row.kind) {
    case "integer":
      return `an integer from ${row.min} to ${row.max}${row.unit === undefined ? "" : ` (${row.unit})`}`;
    case "flag":
      return "true or false";
    case "choice":
      return `one of ${row.values.join(", ")}`;
    case "list":
      return `a comma-separated list of ${row.of}${row.values === undefined ? "" : ` out of ${row.values.join(", ")}`}`;
    case "host":
      return "an IP address or a host name to listen on";
    case "origin":
      return "an http or https address without a path";
    case "url":
      return "an http or https address without credentials, query and fragment";
    case "text":
      return row.of;
    case "secret":
      return "a secret of visible ASCII characters without blanks";
    case "headers":
      return "headers as name=value, separated by commas, with values percent-encoded (a blank is %20)";
  }
};

const example = (row: Setting): string => {
  if (row.default !== null && String(row.default) !== "") return String(row.default);
  return row.kind === "list" ? (row.example ?? "") : EXAMPLES[row.kind];
};

const EXAMPLES = {
  integer: "4",
  flag: "true",
  choice: "",
  host: "127.0.0.1",
  origin: "https://ascii.example",
  url: "http://127.0.0.1:4318",
  text: "",
  secret: "a-long-random-text",
  headers: "authorization=Bearer%20a-token",
};
