import { type Field, type FieldOrigin, quote } from "./field.ts";
import type { Problem } from "./problems.ts";

type SourceRow = {
  readonly transport: string;
  readonly origins: readonly FieldOrigin[];
  readonly type: string;
  readonly says: string;
};

/** The image sources of specification 2.1 and where each is allowed; a raw body is answers 1.8. */
export const SOURCES = {
  image: {
    transport: "multipart/form-data",
    origins: ["form", "body"],
    type: "binary file",
    says: "uploaded image; also as a raw `image/*` body",
  },
  imageUrl: {
    transport: "application/json",
    origins: ["json", "tool", "address"],
    type: "string, URI",
    says: "HTTPS URL on a trusted or allowlisted host",
  },
  imageBase64: {
    transport: "application/json",
    origins: ["json", "tool"],
    type: "string",
    says: "base64 image data, standard or URL-safe alphabet, with an optional `data:` prefix",
  },
} as const satisfies Record<string, SourceRow>;

export type SourceName = keyof typeof SOURCES;

export const SOURCE_NAMES = Object.keys(SOURCES) as readonly SourceName[];

/** The sources that a request of this kind may contain. */
export const sourcesIn = (origin: FieldOrigin): readonly SourceName[] =>
  SOURCE_NAMES.filter((name) => (SOURCES[name].origins as readonly FieldOrigin[]).includes(origin));

export const isSourceName = (name: string): name is SourceName => Object.hasOwn(SOURCES, name);

/** The one image of a request, not yet fetched, decoded or validated. */
export type Source =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "base64"; readonly text: string };

/** Picks the one source from a request's fields, or returns the problems (answers 1.6). */
export const pickSource = (fields: readonly Field[]): Source | readonly Problem[] => {
  const given = fields.filter(({ name, value }) => isSourceName(name) || value instanceof Uint8Array);
  const found = given.map(readSource);
  const problems = found.filter((one) => "code" in one);
  const sources = found.filter((one) => "kind" in one);
  if (problems.length > 0) return problems;
  const [only, ...more] = sources;
  if (only === undefined) return [problem("image_missing", "image", "nothing")];
  if (more.length > 0) return [problem("image_ambiguous", "image", given.map(({ name }) => name).join(", "))];
  return only;
};

const readSource = ({ name, value, origin }: Field): Source | Problem => {
  if (!isSourceName(name)) return problem("image_misplaced", quote(name), "a file", { kind: "file-name" });
  const { origins } = SOURCES[name];
  if (!origins.some((allowed) => allowed === origin)) return problem("image_misplaced", name, `a ${origin} value`);
  if (name === "image") {
    if (value instanceof Uint8Array) return { kind: "bytes", bytes: value };
    return problem("image_misplaced", name, "a text field", { kind: "file" });
  }
  if (typeof value === "string") {
    return name === "imageUrl" ? { kind: "url", url: value } : { kind: "base64", text: value };
  }
  return problem("parameter_invalid", name, quote(value), { kind: "type", type: "string" });
};

const problem = (
  code: Problem["code"],
  parameter: string,
  given: string,
  rule: Problem["rule"] = { kind: "source" },
): Problem => ({ code, parameter, given, rule });
