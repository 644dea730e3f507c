import "./handoff.css";
import { hostTiming, traceIdOf, windowPort } from "@lumiglyph/handoff";
import type { Studio } from "../state/studio.ts";
import { ApproveBar } from "./approve-bar.tsx";
import { createHandoff } from "./create-handoff.ts";
import type { HandoffParts } from "./handoff.ts";
import { HandoffContext } from "./handoff-context.ts";
import { Pill } from "./pill.tsx";
import { tellPhases } from "./tell-phases.ts";
import { offerTool } from "./web-mcp.ts";

/** Makes the handoff to a receiver, which whoever serves the page has named, and what the page shows of it. */
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
  tellPhases(handoff, studio);
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
