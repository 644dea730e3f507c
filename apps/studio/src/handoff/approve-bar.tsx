import { useContext, useEffect, useState } from "preact/hooks";
import { useStudio } from "../state/studio.ts";
import { HandoffContext, type HandoffRequest } from "./handoff.ts";
import { offerWords, originWords, questionWords } from "./words.ts";

/** Asks before anything leaves the device: what is sent, and to whom. Takes no focus, and no key means yes. */
export const ApproveBar = () => {
  const { phase } = useContext(HandoffContext)!;
  return phase.value.name === "asking" ? <Bar key={phase.value.request.traceId} request={phase.value.request} /> : null;
};

const Bar = ({ request }: { readonly request: HandoffRequest }) => {
  const { target, allow, decline } = useContext(HandoffContext)!;
  const isReady = useSettled(request.by === "agent" ? UNASKED_MS : 0);
  return (
    <section class="approve" aria-label="Approve handoff" onKeyDown={leaveByKey(decline)}>
      <div class="what">
        <h2>
          {questionWords(request.mode)} <code>{originWords(target)}</code>?
        </h2>
        <p>
          <Details request={request} />
        </p>
      </div>
      <button type="button" class="btn line" onClick={({ detail }) => leaveBy(decline, detail === 0)}>
        Not now
      </button>
      {/* scripted clicks do not count as consent */}
      <button
        type="button"
        class="btn go"
        disabled={!isReady}
        onClick={({ isTrusted, detail }) => isTrusted && leaveBy(allow, detail === 0)}
      >
        Allow
      </button>
    </section>
  );
};

/** The bar disappears with the focused button, so for keyboard users the focus moves to the pill. */
const leaveBy = (go: () => void, isByKey: boolean): void => {
  if (isByKey) document.querySelector<HTMLElement>(".pill")?.focus();
  go();
};

const leaveByKey =
  (decline: () => void) =>
  ({ key }: KeyboardEvent): void => {
    if (key === "Escape") leaveBy(decline, true);
    // the page's own shortcut does the rest
    if (key === "h") leaveBy(() => {}, true);
  };

const Details = ({ request }: { readonly request: HandoffRequest }) => {
  const { worker, opened } = useStudio();
  const preview = worker.preview.value;
  const source = opened.value;
  return (
    <>
      {preview !== null &&
        source !== null &&
        offerWords({
          mode: request.mode,
          opened: source,
          size: preview.size,
          color: preview.params.color,
          fps: worker.stats.value?.fps ?? null,
        })}
      {request.by === "agent" && " Requested by the agent in this browser."}
      {request.mode !== "latest-frame" && (
        <>
          {" "}
          <span class="off-phone">Stop any time with H.</span>
          <span class="on-phone">Stop any time with the dot above.</span>
        </>
      )}
    </>
  );
};

/**
 * Milliseconds during which a bar that an agent requested ignores clicks, because they were meant
 * for the displaced content.
 */
const UNASKED_MS = 500;

const useSettled = (milliseconds: number): boolean => {
  const [isSettled, setSettled] = useState(milliseconds === 0);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isSettled;
};
