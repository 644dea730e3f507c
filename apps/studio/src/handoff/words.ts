import type { HandoffFailure, HandoffMode } from "@lumiglyph/handoff";
import type { Opened } from "../state/source.ts";
import type { Phase, Speed } from "./handoff.ts";

/** A pill's appearance and text. */
export type PillWords = {
  readonly look: "idle" | "wait" | "live" | "slow" | "fail";
  readonly words: string;
  /** Figures after the text; may be empty. */
  readonly figures: string;
};

/** What the pill shows. */
export const pillWords = (phase: Phase, speed: Speed | null): PillWords => {
  switch (phase.name) {
    case "idle":
      return { look: "idle", words: "Send to…", figures: "" };
    case "asking":
      return { look: "wait", words: "Waiting for you", figures: "" };
    case "connecting":
      return { look: "wait", words: phase.isLate ? "No answer yet" : "Connecting", figures: "" };
    case "live":
      return liveWords(speed);
    case "paused":
      return { look: "wait", words: "Paused", figures: "" };
    case "ended":
      return { look: "idle", words: phase.reason === "complete" ? "Delivered" : "Ended", figures: "" };
    case "failed":
      return { look: "fail", words: FAILED[phase.code], figures: "" };
  }
};

const liveWords = (speed: Speed | null): PillWords => {
  if (speed === null) return { look: "live", words: "Live", figures: "" };
  if (speed.isSlow) return { look: "slow", words: "Receiver slow, newest only", figures: `${speed.fps} fps` };
  return { look: "live", words: "Live", figures: `${speed.fps} fps, ${amount(speed.bytes)}/s` };
};

/** Short texts for failures. */
export const FAILED: { readonly [Code in HandoffFailure]: string } = {
  popup_blocked: "Window blocked",
  receiver_timeout: "Receiver did not answer",
  receiver_unreachable: "Receiver cannot reply",
  version_mismatch: "Receiver uses another version",
  receiver_stalled: "Receiver stopped answering",
  receiver_closed: "Receiver window closed",
  permission_denied: "Camera blocked",
  source_ended: "Source ended",
};

/** An origin as shown to users: without the scheme if it is https. */
export const originWords = (origin: string): string => origin.replace(/^https:\/\//, "");

/** What would be sent, for the approve bar. */
export type Offer = {
  readonly mode: HandoffMode;
  readonly opened: Pick<Opened, "kind" | "name">;
  readonly size: { readonly columns: number; readonly rows: number };
  readonly color: boolean;
  /** Frames per second; null if unknown. */
  readonly fps: number | null;
};

/** The approve bar's question, before the origin. */
export const questionWords = (mode: HandoffMode): string =>
  mode === "latest-frame" ? "Send this frame to" : "Send live frames to";

/** What is sent, and how much of it. */
export const offerWords = ({ mode, opened, size, color, fps }: Offer): string => {
  const bytes = size.columns * size.rows * (color ? 4 : 1);
  const grid = `${size.columns} × ${size.rows}${color ? " in color" : ""}`;
  if (mode === "latest-frame") return `${subject(opened)}, ${grid}, one frame, ${amount(bytes)}.`;
  const rate = fps === null || fps === 0 ? "" : `, about ${amount(bytes * fps)}/s`;
  return `${subject(opened)}, ${grid}, newest frame only${rate}.`;
};

const subject = ({ kind, name }: Offer["opened"]): string => (kind === "camera" ? "Camera" : name);

/** Formats bytes. */
const amount = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
