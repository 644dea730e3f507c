import { useContext } from "preact/hooks";
import { useStudio } from "../state/use-studio.ts";
import { HandoffContext } from "./handoff-context.ts";
import { originWords, pillWords } from "./words.ts";

/** Where the handoff stands, in the top bar. A click asks, takes the question back, stops, or tries again. */
export const Pill = () => {
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
        phase.value.name === "idle" ? `Handoff to ${originWords(target)}` : `Handoff: ${words} ${figures}`.trim()
      }
      aria-keyshortcuts="H"
      title={`${DOES[phase.value.name]}, H`}
      onClick={toggle}
    >
      <span class="dot" />
      <span class="lbl">{words}</span>
      {/* read aloud, the words and the figures are two */ " "}
      {figures !== "" && <span class="mono">{figures}</span>}
    </button>
  );
};

const DOES = {
  idle: "Hand over",
  asking: "Not now",
  connecting: "Stop",
  live: "Stop",
  paused: "Stop",
  ended: "Hand over",
  failed: "Try again",
};
