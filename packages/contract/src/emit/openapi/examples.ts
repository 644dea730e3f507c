import { ENDPOINTS } from "../../endpoints.ts";
import { ERROR_CODES, ERRORS, type ErrorCode, refusalFor } from "../../errors.ts";
import type { Field } from "../../field.ts";
import { DEFAULT_INSTANCE } from "../../instance.ts";
import { parseRequest } from "../../parse.ts";
import { Refusal } from "../../refusal.ts";
import { CHECKERBOARD } from "../checkerboard.ts";
import type { Example } from "./types.ts";

/** The trace that every example belongs to. */
export const EXAMPLE_TRACE = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };

/** JSON bodies to try. */
export const EXAMPLE_REQUESTS: { readonly [name: string]: Example } = {
  base64: {
    summary: "An image in the request itself",
    value: { imageBase64: CHECKERBOARD, columns: 8, charset: "standard" },
  },
  url: {
    summary: "An image on a host that the service trusts, as SVG in color",
    value: { imageUrl: "https://images.example/harbor.jpg", columns: 100, format: "svg", color: true },
  },
};

/** A problem document for each error code that something answers with, by code. */
export const errorExamples = (baseUrl: string = DEFAULT_INSTANCE.baseUrl): { readonly [code: string]: Example } =>
  Object.fromEntries(
    ERROR_CODES.map((code) => [code, { summary: ERRORS[code].title, value: problem(refusal(code), baseUrl) }]),
  );

const problem = ({ code, message, problems }: Refusal, baseUrl: string) => ({
  type: `${baseUrl}${ENDPOINTS.errorReference.path}#${code}`,
  title: ERRORS[code].title,
  status: ERRORS[code].status,
  detail: message,
  code,
  traceId: EXAMPLE_TRACE.traceId,
  ...(problems.length > 0 ? { errors: problems } : {}),
});

/** What the gate itself answers to a faulty request, where there is one; else the table's own words. */
const refusal = (code: ErrorCode): Refusal => {
  const fields = FAULTY_REQUESTS[code];
  if (fields === undefined) return refusalFor(code);
  try {
    parseRequest(fields);
  } catch (error) {
    if (error instanceof Refusal && error.code === code) return error;
  }
  throw new Error(`The faulty request for ${code} is not refused with it.`);
};

const image: Field = { name: "imageBase64", value: CHECKERBOARD, origin: "json" };
const url: Field = { name: "imageUrl", value: "https://images.example/harbor.jpg", origin: "json" };
const columns: Field = { name: "columns", value: "80", origin: "query" };

const FAULTY_REQUESTS: { readonly [Code in ErrorCode]?: readonly Field[] } = {
  parameter_invalid: [image, { ...columns, value: "9000" }],
  parameter_unknown: [image, { ...columns, name: "colums" }],
  parameter_repeated: [image, columns, columns],
  parameter_conflict: [image, columns, { name: "columns", value: 120, origin: "json" }],
  image_missing: [],
  image_ambiguous: [image, url],
  image_misplaced: [{ ...url, origin: "query" }],
};
