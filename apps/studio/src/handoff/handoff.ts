import type { HandoffFailure, HandoffMode } from "@lumiglyph/handoff";
import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import type { SourceKind } from "../state/source.ts";

/** A request to hand over: what, under which trace id, and from whom. */
export type HandoffRequest = { readonly mode: HandoffMode; readonly traceId: string; readonly by: "person" | "agent" };

/** State of the handoff. */
export type Phase =
  | { readonly name: "idle" }
  /** The approve bar is shown. */
  | { readonly name: "asking"; readonly request: HandoffRequest }
  /** Late: the receiver has not answered for a while. */
  | { readonly name: "connecting"; readonly request: HandoffRequest; readonly isLate?: true }
  | { readonly name: "live" | "paused"; readonly request: HandoffRequest }
  | { readonly name: "ended"; readonly request: HandoffRequest; readonly reason: string }
  | { readonly name: "failed"; readonly request: HandoffRequest; readonly code: HandoffFailure };

/** Transfer speed over the last second. */
export type Speed = {
  readonly fps: number;
  readonly bytes: number;
  /** Whether the receiver accepts fewer frames than are offered. */
  readonly isSlow: boolean;
};

/** The studio's side of the handoff. */
export type Handoff = {
  /** The only origin that frames are sent to. */
  readonly target: string;
  readonly phase: ReadonlySignal<Phase>;
  /** Null while nothing is streamed. */
  readonly speed: ReadonlySignal<Speed | null>;
  /** Shows the approve bar. */
  readonly ask: (request: HandoffRequest) => void;
  /** Opens the receiver's window; must be called during the user's click. */
  readonly allow: () => void;
  readonly decline: () => void;
  /** Ends the handoff in progress. */
  readonly stop: () => void;
  /** The pill's action: ask, withdraw the question, stop, or retry. */
  readonly toggle: () => void;
};

/** Default mode for each kind of source. */
export const MODE_OF: { readonly [Kind in SourceKind]: HandoffMode } = {
  image: "latest-frame",
  video: "video-stream",
  camera: "webcam-stream",
};

/** The handoff shown by the pill and the approve bar. */
export const HandoffContext = createContext<Handoff | null>(null);
