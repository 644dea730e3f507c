import {
  ENDPOINTS,
  ERRORS,
  type ErrorCode,
  type FromSchema,
  type PROBLEM,
  type Refusal,
  statusOf,
} from "@lumiglyph/contract";

/** An RFC 9457 body (decision 2.1). */
type ProblemBody = Omit<FromSchema<typeof PROBLEM>, "errors"> & Partial<Pick<FromSchema<typeof PROBLEM>, "errors">>;

/** An answer that says what went wrong: enough to send over a reply or straight into a socket. */
export type ProblemAnswer = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
};

/** A refusal as the answer to the request of this trace. */
export const problemAnswer = (refusal: Refusal, traceId: string, baseUrl: string): ProblemAnswer => {
  const { code, message, problems } = refusal;
  const status = statusOf(code);
  const body: ProblemBody = {
    type: `${baseUrl}${ENDPOINTS.errorReference.path}#${code}`,
    title: ERRORS[code].title,
    status,
    detail: message,
    code,
    traceId,
    ...(problems.length > 0 ? { errors: problems } : {}),
  };
  return { status, headers: { ...PROBLEM_HEADERS, ...OWN_HEADERS[code] }, body: JSON.stringify(body) };
};

/**
 * The answer to a fault of our own, which is in no table because nothing a caller sends leads to it. It says nothing of
 * the cause: that is in the log, under the same trace.
 */
export const internalAnswer = (traceId: string): ProblemAnswer => ({
  status: 500,
  headers: PROBLEM_HEADERS,
  body: JSON.stringify({
    type: "about:blank",
    title: "Internal error",
    status: 500,
    detail: "The service failed in a way that it should not. The operator finds it under this trace id.",
    code: "internal",
    traceId,
  }),
});

const PROBLEM_HEADERS = { "content-type": "application/problem+json", "cache-control": "no-store" };

/** Content types that a render takes, as `Accept-Post` says it. */
const ACCEPT_POST = "multipart/form-data, application/json, image/*";

/** Headers that belong to a code wherever it is answered. */
const OWN_HEADERS: { readonly [Code in ErrorCode]?: { readonly [name: string]: string } } = {
  credential_missing: { "www-authenticate": "Bearer" },
  invalid_token: { "www-authenticate": 'Bearer error="invalid_token"' },
  media_type_unsupported: { "accept-post": ACCEPT_POST },
  overloaded: { "retry-after": "2" },
  draining: { "retry-after": "1" },
};
