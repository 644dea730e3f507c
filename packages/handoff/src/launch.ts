import { HANDOFF_MODES, HANDOFF_PROTOCOL, type HandoffMode } from "./messages.ts";

/** The parameters of a handoff's launch URL. */
export type Launch = { readonly mode: HandoffMode; readonly traceId: string };

/** The URL that opens the receiver (specification 4.3). `target` is the receiver's origin. */
export const launchUrl = (target: string, { mode, traceId }: Launch): string =>
  `${target}/?handoff=1&protocol=${HANDOFF_PROTOCOL}&mode=${mode}&source=studio&traceId=${traceId}`;

/** Reads the launch parameters from a page's query; null if it was not opened for a handoff. */
export const readLaunch = (query: { get(name: string): string | null }): Launch | null => {
  const mode = HANDOFF_MODES.find((known) => known === query.get("mode"));
  const traceId = query.get("traceId") ?? "";
  const isOurs = query.get("handoff") === "1" && query.get("protocol") === HANDOFF_PROTOCOL;
  return isOurs && mode !== undefined && isTraceId(traceId) ? { mode, traceId } : null;
};

/** 32 lower-case hex digits, not all zero. */
export const isTraceId = (text: string): boolean => /^(?!0{32}$)[0-9a-f]{32}$/.test(text);

/** A trace id from 16 random bytes. */
export const traceIdOf = (random: Uint8Array): string => {
  const digits = Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return isTraceId(digits) ? digits : `${digits.slice(0, 31)}1`;
};
