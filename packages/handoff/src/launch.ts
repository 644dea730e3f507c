import { HANDOFF_MODES, HANDOFF_PROTOCOL, type HandoffMode } from "@lumiglyph/contract";

/** What a launch address tells the receiver. */
export type Launch = { readonly mode: HandoffMode; readonly traceId: string };

/** The address that opens the receiver (specification 4.3). `target` is the receiver's origin. */
export const launchUrl = (target: string, { mode, traceId }: Launch): string =>
  `${target}/?handoff=1&protocol=${HANDOFF_PROTOCOL}&mode=${mode}&source=studio&traceId=${traceId}`;

/** What a page was opened for, from the query of its address; null where it was not opened for a handoff. */
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
