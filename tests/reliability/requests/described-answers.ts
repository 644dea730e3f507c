import { ERRORS, type ErrorCode } from "@lumiglyph/contract";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenApiDocument } from "../../../apps/service/src/documents/openapi/types.ts";
import { SCHEMAS } from "../../support/http-schemas.ts";
import type { WireAnswer } from "../wire.ts";

/** Describes an unexpected response; null if it is as described. */
export type Judge = (method: string, path: string, answer: WireAnswer) => string | null;

type Described = { readonly content?: { readonly [type: string]: unknown } };

/**
 * Checks responses against the service's own interface description: every status of an operation must be described, with its
 * content type and schema. Every error must be a problem of the table, described or not.
 */
export const judgeBy = (document: OpenApiDocument): Judge => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema({ ...document, $id: "description" });
  const validators = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string): ValidateFunction => {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `description#${pointer}` });
    validators.set(pointer, known);
    return known;
  };
  const successFault = (method: string, path: string, { status, headers, body }: WireAnswer): string | null => {
    const item = document.paths[path] as { readonly [method: string]: { responses: { [status: string]: Described } } };
    // every path may return this, and none describes it (answers 2.16)
    if (method === "options" && item !== undefined) return optionsFault({ status, headers, body });
    const described = item?.[method]?.responses[status];
    if (described === undefined) return `${status} is not described`;
    const type = (headers.get("content-type") ?? "").replace(/;.*/, "");
    if (described.content === undefined) return body === "" ? null : "a body is not described";
    if (!Object.hasOwn(described.content, type)) return `the type ${type} is not described`;
    const pointer = ["paths", path, method, "responses", String(status), "content", type, "schema"];
    const valid = validatorAt(pointer.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""));
    return valid(type.endsWith("json") ? JSON.parse(body) : body) ? null : ajv.errorsText(valid.errors);
  };
  return (method, target, answer) => {
    const path = target.replace(/[?#].*/, "").replace(/(.)\/$/, "$1");
    if (answer.status >= 400) return problemFault(answer);
    return successFault(method.toLowerCase(), path, answer);
  };
};

const optionsFault = ({ status, headers, body }: Pick<WireAnswer, "status" | "headers" | "body">): string | null =>
  status === 204 && body === "" && headers.get("allow") !== undefined ? null : "not a 204 that says what is allowed";

const problemFault = ({ status, headers, body }: WireAnswer): string | null => {
  // a response to HEAD has no body
  if (body === "") return headers.get("content-type") === "application/problem+json" ? null : "no problem";
  const problem = JSON.parse(body) as { code: ErrorCode; status: number; traceId: string };
  const shape = SCHEMAS.problem(problem);
  if (shape !== "valid") return shape;
  if (!Object.hasOwn(ERRORS, problem.code)) return `the code ${problem.code} is unknown`;
  if (ERRORS[problem.code].status !== status || problem.status !== status)
    return `${problem.code} with status ${status}`;
  if (headers.get("content-type") !== "application/problem+json") return `a problem as ${headers.get("content-type")}`;
  return headers.get("traceparent")?.split("-")[1] === problem.traceId ? null : "another trace than its headers have";
};
