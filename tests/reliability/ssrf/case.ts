import type { Zone } from "./names.ts";

/** How a caller sees a fetch end; but for the first, each is one status, one code and one sentence. */
export type End = "drawn" | "untrusted" | "failed" | "slow" | "too large" | "unreadable" | "not an image";

/** One attempt on the guard. */
export type Case = {
  readonly name: string;
  readonly url: string;
  readonly ends: End;
  /** How the same URL ends when it is asked for once more. */
  readonly again?: End;
  /** What the names lead to, lookup by lookup; a name that is not in it is at the origin. */
  readonly zones?: readonly Zone[];
  /** Most names that may be looked up for it. */
  readonly lookups?: number;
  /** Whether the operator lets names that are spelled out have private addresses. */
  readonly allowPrivate?: boolean;
  /** Where the network leads, whatever was resolved. */
  readonly moved?: string;
  /** Milliseconds for the whole fetch, where it is made to run out. */
  readonly timeoutMs?: number;
};

/** The hosts that are trusted in every case: two that the operator spelled out, all below a suffix, and two of our own. */
export const ALLOWLIST = ["img.test", "store.test:8443", "*.cdn.test"];
export const OWN_URLS = ["https://own.test", "https://site.test:444"];

/** Names that the origin's certificate has. */
export const CERTIFIED = ["img.test", "store.test", "*.cdn.test", "own.test", "site.test"];
