/** A parsed `Content-Type`: type and subtype in lower case, parameters by lower-case name. */
export type MediaType = {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
};

/** Reads a `Content-Type` value by RFC 9110, section 8.3.1; null for anything that does not fit its grammar to the end. */
export const parseMediaType = (value: string): MediaType | null => {
  const [head, type, subtype] =
    /^[ \t]*([!#$%&'*+\-.^_`|~\w]+)\/([!#$%&'*+\-.^_`|~\w]+)[ \t]*(?=;|$)/.exec(value) ?? [];
  if (head === undefined || type === undefined || subtype === undefined) return null;
  const parameters = parseParameters(value.slice(head.length));
  return parameters === null ? null : { type: type.toLowerCase(), subtype: subtype.toLowerCase(), parameters };
};

/** One parameter with the semicolon before it and the blanks around it; RFC 9110 allows empty ones. */
const PARAMETER = /;[ \t]*(?:([!#$%&'*+\-.^_`|~\w]+)=(?:([!#$%&'*+\-.^_`|~\w]+)|"((?:[^"\\]|\\.)*)")[ \t]*)?/y;

const parseParameters = (text: string): ReadonlyMap<string, string> | null => {
  const parameters = new Map<string, string>();
  const pattern = new RegExp(PARAMETER);
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text);
    if (found === null) return null;
    const [, name, token, quoted] = found;
    if (name === undefined) continue;
    // one name with two values would mean one thing here and another to a proxy
    if (parameters.has(name.toLowerCase())) return null;
    parameters.set(name.toLowerCase(), token ?? (quoted ?? "").replace(/\\(.)/g, "$1"));
  }
  return parameters;
};
