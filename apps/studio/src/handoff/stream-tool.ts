import {
  HANDOFF_FAILURES,
  HANDOFF_MODES,
  HANDOFF_PROTOCOL,
  type HandoffFailure,
  type HandoffMode,
  isTraceId,
} from "@lumiglyph/handoff";
import type { SourceKind } from "../state/source.ts";
import type { Studio } from "../state/studio.ts";
import { type Handoff, type HandoffRequest, MODE_OF, type Phase } from "./handoff.ts";

/** A tool result as sent to agents. */
export type ToolResult = {
  readonly content: readonly [{ readonly type: "text"; readonly text: string }];
  readonly structuredContent?: {
    readonly status: "streaming" | "delivered" | "declined" | "blocked";
    readonly mode: HandoffMode;
    readonly traceId: string;
    readonly protocol: typeof HANDOFF_PROTOCOL;
    readonly target: string;
  };
  readonly isError?: true;
};

export type StreamToolParts = {
  readonly handoff: Handoff;
  readonly studio: Pick<Studio, "opened">;
  /** Generates a trace id. */
  readonly traceId: () => string;
};

/**
 * The tool that lets an agent request a handoff (specification 4.5): a person is asked. It opens no window and starts
 * no camera. Input is validated here, because the browser does not.
 */
export const createStreamTool =
  ({ handoff, studio, traceId }: StreamToolParts) =>
  async (input: unknown, signal: AbortSignal): Promise<ToolResult> => {
    const request = readInput(input, traceId);
    if (typeof request === "string") return fault(request);
    const missing = missingFor(request.mode, studio.opened.peek()?.kind);
    if (missing !== null) return fault(missing);
    const phase = handoff.phase.peek();
    if (phase.name === "asking") return fault("The person is already being asked. Wait for the answer.");
    if (phase.name === "connecting" || phase.name === "live" || phase.name === "paused") {
      if (phase.request.mode === request.mode) return said("streaming", phase.request, handoff.target);
      return fault(`A handoff is already running, as ${phase.request.mode}. Ask the person to stop it first.`);
    }
    handoff.ask(request);
    const outcome = await outcomeOf(handoff, request, signal);
    if (outcome in SAYS) return said(outcome as keyof typeof SAYS, request, handoff.target);
    return fault(HANDOFF_FAILURES[outcome as keyof typeof HANDOFF_FAILURES]);
  };

/** Parses an agent's input to a request, or returns what is wrong with it. */
const readInput = (input: unknown, traceId: () => string): HandoffRequest | string => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return "The input must be an object.";
  const given = new Map<string, unknown>(Object.entries(input));
  const unknown = [...given.keys()].find((name) => name !== "mode" && name !== "traceId");
  if (unknown !== undefined) return "Send only `mode` and, optionally, `traceId`.";
  const mode = HANDOFF_MODES.find((known) => known === given.get("mode"));
  if (mode === undefined) return `\`mode\` must be one of ${HANDOFF_MODES.join(", ")}.`;
  const trace = given.get("traceId") ?? traceId();
  if (typeof trace !== "string" || !isTraceId(trace))
    return "`traceId` must be 32 lower-case hex digits, not all zero.";
  return { mode, traceId: trace, by: "agent" };
};

/** What to ask the person for if there is nothing to send, or null. */
const missingFor = (mode: HandoffMode, kind: SourceKind | undefined): string | null => {
  if (kind === undefined) return `Nothing is open in the studio. ${ASK_FOR[mode]}`;
  return mode === "latest-frame" || mode === MODE_OF[kind] ? null : `${LACKING[mode]} ${ASK_FOR[mode]}`;
};

const LACKING = { "webcam-stream": "No camera is running.", "video-stream": "No video is open." };

const ASK_FOR = {
  "latest-frame": "Ask the person to open a picture, a video or a camera.",
  "webcam-stream": "Ask the person to start the camera: only they can.",
  "video-stream": "Ask the person to open a video.",
};

const fault = (text: string): ToolResult => ({ content: [{ type: "text", text }], isError: true });

const said = (status: keyof typeof SAYS, { mode, traceId }: HandoffRequest, target: string): ToolResult => ({
  content: [{ type: "text", text: SAYS[status](target) }],
  structuredContent: { status, mode, traceId, protocol: HANDOFF_PROTOCOL, target },
});

const SAYS = {
  streaming: (target: string) => `Sending the newest frames to ${target} until the person stops it.`,
  delivered: (target: string) => `One frame was delivered to ${target}.`,
  declined: () => "The person declined. Nothing was sent.",
  blocked: (target: string) => `The browser blocked the window of ${target}. The person can open it by clicking again.`,
};

/** Outcome of a request. */
type Outcome = "streaming" | "delivered" | "declined" | "blocked" | HandoffFailure;

/** Milliseconds the person has to answer. */
const ANSWER_MS = 60_000;

/** Waits for the outcome of a pending request. Withdraws the question when the call is aborted or times out. */
export const outcomeOf = (handoff: Handoff, request: HandoffRequest, signal: AbortSignal): Promise<Outcome> =>
  new Promise((resolve) => {
    const takeBack = (): void => {
      const phase = handoff.phase.peek();
      if (phase.name === "asking" && phase.request === request) handoff.decline();
    };
    const timer = setTimeout(takeBack, ANSWER_MS);
    const stop = handoff.phase.subscribe((phase) => {
      const outcome = outcomeIn(phase, request);
      if (outcome === null) return;
      clearTimeout(timer);
      signal.removeEventListener("abort", takeBack);
      // the first call happens before `stop` is assigned
      queueMicrotask(() => stop());
      resolve(outcome);
    });
    signal.addEventListener("abort", takeBack);
    if (signal.aborted) takeBack();
  });

/** What a phase means for a request; null while undecided. */
const outcomeIn = (phase: Phase, request: HandoffRequest): Outcome | null => {
  if (phase.name === "idle" || phase.request.traceId !== request.traceId) return "declined";
  switch (phase.name) {
    case "asking":
    case "connecting":
      return null;
    case "live":
    case "paused":
      return request.mode === "latest-frame" ? null : "streaming";
    case "ended":
      return phase.reason === "complete" ? "delivered" : "declined";
    case "failed":
      return phase.code === "popup_blocked" ? "blocked" : phase.code;
  }
};
