import type { HandoffFailure, HandoffMode } from "@lumiglyph/contract";
import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import type { SourceKind } from "../state/source.ts";

/** A wish to hand over: what, under which trace id, and who has it. */
export type HandoffRequest = { readonly mode: HandoffMode; readonly traceId: string; readonly by: "person" | "agent" };

/** Where the handoff stands. */
export type Phase =
  | { readonly name: "idle" }
  /** The approve bar is there. */
  | { readonly name: "asking"; readonly request: HandoffRequest }
  | { readonly name: "connecting" | "live" | "paused"; readonly request: HandoffRequest }
  | { readonly name: "ended"; readonly request: HandoffRequest; readonly reason: string }
  | { readonly name: "failed"; readonly request: HandoffRequest; readonly code: HandoffFailure };

/** How fast frames go over, of the last second. */
export type Speed = {
  readonly fps: number;
  readonly bytes: number;
  /** Whether the receiver takes fewer frames than there are. */
  readonly isSlow: boolean;
};

/** The studio's side of the handoff. */
export type Handoff = {
  /** The one origin that frames go to. */
  readonly target: string;
  readonly phase: ReadonlySignal<Phase>;
  /** Null where nothing streams. */
  readonly speed: ReadonlySignal<Speed | null>;
  /** Shows the approve bar. */
  readonly ask: (request: HandoffRequest) => void;
  /** What the person has clicked on: opens the receiver's window, so it has to be called within that click. */
  readonly allow: () => void;
  readonly decline: () => void;
  /** Ends what is under way. */
  readonly stop: () => void;
  /** What the pill and its key do: ask, take the question back, stop, or try again. */
  readonly toggle: () => void;
};

/** What is sent of each kind of source, unless somebody asks for something else. */
export const MODE_OF: { readonly [Kind in SourceKind]: HandoffMode } = {
  image: "latest-frame",
  video: "video-stream",
  camera: "webcam-stream",
};

/** The handoff that the pill and the approve bar show. */
export const HandoffContext = createContext<Handoff | null>(null);
