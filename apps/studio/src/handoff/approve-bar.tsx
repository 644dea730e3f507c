import { useContext, useEffect, useState } from "preact/hooks";
import { useStudio } from "../state/use-studio.ts";
import type { Wish } from "./handoff.ts";
import { HandoffContext } from "./handoff-context.ts";
import { offerWords, originWords, questionWords } from "./words.ts";

/** Asks before anything leaves the device: what goes, and to whom. It takes no focus, and no key means yes. */
export const ApproveBar = () => {
  const { phase } = useContext(HandoffContext)!;
  return phase.value.name === "asking" ? <Bar key={phase.value.wish.traceId} wish={phase.value.wish} /> : null;
};

const Bar = ({ wish }: { readonly wish: Wish }) => {
  const { target, allow, decline } = useContext(HandoffContext)!;
  const isReady = useSettled(wish.by === "agent" ? UNASKED_MS : 0);
  return (
    <section class="approve" aria-label="Approve handoff" onKeyDown={leaveByKey(decline)}>
      <div class="what">
        <h2>
          {questionWords(wish.mode)} <code>{originWords(target)}</code>?
        </h2>
        <p>
          <Details wish={wish} />
        </p>
      </div>
      <button type="button" class="btn line" onClick={({ detail }) => leaveBy(decline, detail === 0)}>
        Not now
      </button>
      {/* a script that clicks is not a person */}
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

/** The bar goes away with whatever is focused in it: of who got there by keys the pill takes the focus, and tells what comes. */
const leaveBy = (go: () => void, isByKey: boolean): void => {
  if (isByKey) document.querySelector<HTMLElement>(".pill")?.focus();
  go();
};

const leaveByKey =
  (decline: () => void) =>
  ({ key }: KeyboardEvent): void => {
    if (key === "Escape") leaveBy(decline, true);
    // which the page's own keys do
    if (key === "h") leaveBy(() => {}, true);
  };

const Details = ({ wish }: { readonly wish: Wish }) => {
  const { worker, opened } = useStudio();
  const proof = worker.proof.value;
  const source = opened.value;
  return (
    <>
      {proof !== null &&
        source !== null &&
        offerWords({
          mode: wish.mode,
          opened: source,
          size: proof.size,
          color: proof.params.color,
          fps: worker.news.value?.fps ?? null,
        })}
      {wish.by === "agent" && " Asked for by the agent in this browser."}
      {wish.mode !== "latest-frame" && (
        <>
          {" "}
          <span class="off-phone">Stop any time with H.</span>
          <span class="on-phone">Stop any time with the dot above.</span>
        </>
      )}
    </>
  );
};

/** Milliseconds for which a bar that nobody here has asked for takes no click: one that was meant for what it has moved. */
const UNASKED_MS = 500;

const useSettled = (milliseconds: number): boolean => {
  const [isSettled, setSettled] = useState(milliseconds === 0);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isSettled;
};
