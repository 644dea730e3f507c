import { ERRORS, type ErrorCode, type ErrorStatus } from "../errors.ts";

/** Error codes that share a status. */
export type StatusGroup = { readonly status: ErrorStatus; readonly codes: readonly ErrorCode[] };

/** These codes in groups of one status, by rising status. */
export const codesByStatus = (codes: readonly ErrorCode[]): readonly StatusGroup[] => {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => ({ status, codes: codes.filter((code) => ERRORS[code].status === status) }));
};
