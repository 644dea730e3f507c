import { PARAM_NAMES } from "../../params.ts";
import { paramSchema } from "../json-schema.ts";
import type { Parameter, Reference } from "./types.ts";

const REQUEST_HEADERS = {
  traceparent: {
    name: "traceparent",
    in: "header",
    required: false,
    description: "W3C Trace Context of the caller. One that breaks the standard's form is replaced, never refused.",
    schema: { type: "string" },
    example: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  },
  tracestate: {
    name: "tracestate",
    in: "header",
    required: false,
    description: "W3C Trace Context vendor state; read only beside a valid `traceparent`.",
    schema: { type: "string" },
    example: "vendor=opaque",
  },
  "If-None-Match": {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "The `ETag` of the copy at hand; where it still holds, the answer is 304 without a body.",
    schema: { type: "string" },
    example: '"9f86d081884c7d65"',
  },
} as const satisfies Record<string, Parameter>;

/** Every parameter that stands in a query string or a header, by name. */
export const parameters = (): { readonly [name: string]: Parameter } => ({
  ...Object.fromEntries(PARAM_NAMES.map((name) => [name, queryParameter(name)])),
  ...REQUEST_HEADERS,
});

/** References to the 22 render parameters. */
export const renderParameterRefs = (): readonly Reference[] => parameterRefs(PARAM_NAMES);

/** References to the headers of trace context, which every operation reads. */
export const traceParameterRefs = (): readonly Reference[] => parameterRefs(["traceparent", "tracestate"]);

/** The header of a conditional request. */
export const conditionalRef = (): readonly Reference[] => parameterRefs(["If-None-Match"]);

const queryParameter = (name: (typeof PARAM_NAMES)[number]): Parameter => {
  const { description = "", ...schema } = paramSchema(name);
  return { name, in: "query", required: false, description, schema };
};

const parameterRefs = (names: readonly string[]): readonly Reference[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
