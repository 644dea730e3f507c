import type { Zone } from "./names.ts";

/** How a client sees a fetch end; except the first, each is one status, one code and one sentence. */
export type End =
  | "drawn"
  | "too long"
  | "untrusted"
  | "missing"
  | "failed"
  | "slow"
  | "too large"
  | "unreadable"
  | "not an image";

/** An attempt to get past the guard. */
export type Case = {
  readonly name: string;
  readonly url: string;
  readonly ends: End;
  /** The result of a second request for the same URL. */
  readonly again?: End;
  /** DNS results by lookup; any other name is at the origin. */
  readonly zones?: readonly Zone[];
  /** Maximum number of names that may be looked up. */
  readonly lookups?: number;
  /** Whether the operator allows private addresses for listed names. */
  readonly allowPrivate?: boolean;
  /** The network's routing, whatever DNS returns. */
  readonly moved?: string;
  /** Time limit of the whole fetch in milliseconds, for cases that exceed it. */
  readonly timeoutMs?: number;
};

/** The hosts trusted in every case: two listed by the operator, all below a suffix, and two of our own. */
export const ALLOWLIST = ["img.test", "store.test:8443", "*.cdn.test"];
export const OWN_URLS = ["https://own.test", "https://site.test:444"];

/** Names in the origin's certificate. */
export const CERTIFIED = ["img.test", "store.test", "*.cdn.test", "own.test", "site.test"];
