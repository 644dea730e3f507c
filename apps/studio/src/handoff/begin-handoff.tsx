import "./handoff.css";
import {
  HANDOFF_PROTOCOL,
  type HandoffFailure,
  hostTiming,
  STREAM_TOOL,
  traceIdOf,
  windowPort,
} from "@lumiglyph/handoff";
import { effect, untracked } from "@preact/signals";
import { useContext } from "preact/hooks";
import { type Fault, type HandoffParts, type Studio, useStudio } from "../state/studio.ts";
import { ApproveBar } from "./approve-bar.tsx";
import { createHandoff } from "./create-handoff.ts";
import { type Handoff, HandoffContext, type Phase } from "./handoff.ts";
import { createStreamTool, type StreamToolParts, type ToolResult } from "./stream-tool.ts";
import { FAILED, originWords, pillWords, questionWords } from "./words.ts";

/** Creates the handoff to the receiver that the server has configured, with its UI. */
export const beginHandoff = (studio: Studio, target: string, page: Window): HandoffParts => {
  const traceId = () => traceIdOf(crypto.getRandomValues(new Uint8Array(16)));
  const handoff = createHandoff({
    studio,
    target,
    open(url) {
      const receiver = page.open(url, "a2v-receiver", "popup,width=960,height=720");
      return receiver && { port: windowPort(page, receiver, target), isClosed: () => receiver.closed };
    },
    timing: hostTiming(page),
    traceId,
    session: () => crypto.randomUUID(),
  });
  announcePhases(handoff, studio);
  offerTool({ handoff, studio, traceId }, page);
  page.addEventListener("pagehide", handoff.stop);
  return {
    Pill: () => (
      <HandoffContext.Provider value={handoff}>
        <Pill />
      </HandoffContext.Provider>
    ),
    ApproveBar: () => (
      <HandoffContext.Provider value={handoff}>
        <ApproveBar />
      </HandoffContext.Provider>
    ),
    toggle: handoff.toggle,
  };
};

/** The card of a failure that needs explanation, or null. `again` opens the receiver's window. */
export const failureCard = (code: HandoffFailure, again: () => void): Fault | null => {
  switch (code) {
    case "popup_blocked":
      return {
        code,
        title: "The receiver window was blocked",
        says: "Your browser blocked the popup. Click again to open it.",
        ways: [{ label: "Open receiver", go: again }],
      };
    case "receiver_unreachable":
      return {
        code,
        title: "The receiver cannot reply",
        says: "Its Cross-Origin-Opener-Policy cuts the link to this page. Its owner can fix that. If you closed the window yourself, try again.",
        ways: [{ label: "Try again", go: again }],
      };
    case "version_mismatch":
      return {
        code,
        title: "The receiver uses another version",
        says: `It needs ${HANDOFF_PROTOCOL}.`,
        ways: [{ label: "Close", go: () => {} }],
      };
    default:
      return null;
  }
};

/** The handoff's state in the top bar. A click asks, withdraws the question, stops, or retries. */
const Pill = () => {
  const { opened } = useStudio();
  const { phase, speed, target, toggle } = useContext(HandoffContext)!;
  if (opened.value === null) return null;
  const { look, words, figures } = pillWords(phase.value, speed.value);
  return (
    <button
      type="button"
      class="pill"
      data-look={look}
      aria-label={
        phase.value.name === "idle" ? `Send to ${originWords(target)}` : `Sending: ${words} ${figures}`.trim()
      }
      aria-keyshortcuts="H"
      title={`${DOES[phase.value.name]}, H`}
      onClick={toggle}
    >
      <span class="dot" />
      <span class="lbl">{words}</span>
      {/* a space between text and figures for screen readers */ " "}
      {figures !== "" && <span class="mono">{figures}</span>}
    </button>
  );
};

const DOES = {
  idle: "Start handoff",
  asking: "Not now",
  connecting: "Stop",
  live: "Stop",
  paused: "Stop",
  ended: "Start handoff",
  failed: "Try again",
};

/**
 * The parts of WebMCP that are used (webmachinelearning.github.io/webmcp), by which a page offers tools to an agent in
 * the browser. Only this file knows of it.
 */
type ModelContext = {
  registerTool(
    tool: {
      readonly name: string;
      readonly title: string;
      readonly description: string;
      readonly inputSchema: object;
      readonly annotations: { readonly readOnlyHint: boolean; readonly consequentialHint: boolean };
      readonly execute: (input: unknown, client?: { readonly signal?: AbortSignal }) => Promise<ToolResult>;
    },
    options: { readonly signal: AbortSignal },
  ): Promise<void>;
};

/** Registers the tool where the browser supports it, while the page is not in the back/forward cache. */
const offerTool = (parts: StreamToolParts, page: Window): void => {
  const { modelContext } = page.document as { readonly modelContext?: ModelContext };
  if (typeof modelContext?.registerTool !== "function") return;
  const { name, title, description, inputSchema } = STREAM_TOOL;
  const run = createStreamTool(parts);
  let leaving = new AbortController();
  const offer = async (): Promise<void> => {
    leaving = new AbortController();
    const annotations = { readOnlyHint: false, consequentialHint: true };
    const execute = (input: unknown, client?: { readonly signal?: AbortSignal }) =>
      run(input, client?.signal ?? leaving.signal);
    await modelContext.registerTool(
      { name, title, description, inputSchema, annotations, execute },
      { signal: leaving.signal },
    );
  };
  // the server's policy may forbid tools
  const tryToOffer = (): void => void offer().catch(() => {});
  page.addEventListener("pagehide", () => leaving.abort());
  page.addEventListener("pageshow", ({ persisted }) => persisted && tryToOffer());
  tryToOffer();
};

/** Reports every phase of the handoff: to screen readers, as toasts, and failures as cards with actions. */
const announcePhases = (handoff: Handoff, studio: Pick<Studio, "announce" | "fault" | "toast">): (() => void) => {
  const target = originWords(handoff.target);
  const again = { label: "Try again", go: handoff.toggle };
  const fail = (code: HandoffFailure): void => {
    const card = failureCard(code, handoff.toggle);
    if (card !== null) studio.fault.value = card;
    else if (code === "source_ended") studio.announce(FAILED[code]);
    else studio.toast(FAILED[code], again);
  };
  const announcePhase = (phase: Phase): void => {
    if (phase.name === "asking")
      studio.announce(`${questionWords(phase.request.mode)} ${target}? Allow and Not now come after the top bar.`);
    else if (phase.name === "live") studio.announce(`Sending live frames to ${target}`);
    else if (phase.name === "paused") studio.announce("Sending paused");
    else if (phase.name === "ended") studio.toast(ENDED[phase.reason]?.(target) ?? "Sending ended");
    else if (phase.name === "failed") fail(phase.code);
  };
  return effect(() => {
    const phase = handoff.phase.value;
    // do not subscribe to what is read here
    untracked(() => announcePhase(phase));
  });
};

/** Known reasons for the end. The receiver's own reasons are not shown. */
const ENDED: { readonly [reason: string]: (target: string) => string } = {
  complete: (target) => `Frame delivered to ${target}`,
  receiver: () => "The receiver ended the handoff",
  source_changed: () => "Sending ended: the source changed",
  ended: () => "Sending ended: the video ended",
};
