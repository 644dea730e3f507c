import { ERRORS, type ErrorCode, type ErrorStatus } from "@lumiglyph/contract";

/** Error codes that share a status. */
export type StatusGroup = { readonly status: ErrorStatus; readonly codes: readonly ErrorCode[] };

/** Groups codes by status, in ascending order. */
export const codesByStatus = (codes: readonly ErrorCode[]): readonly StatusGroup[] => {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => ({ status, codes: codes.filter((code) => ERRORS[code].status === status) }));
};

/** Reason phrases of the statuses in the error table (RFC 9110, RFC 6585). */
export const STATUS_NAMES: { readonly [Status in ErrorStatus]: string } = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};
