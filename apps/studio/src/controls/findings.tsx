import type { ParamName } from "@lumiglyph/contract";
import type { TargetedToggleEvent } from "preact";
import { useRef } from "preact/hooks";
import { useStudio } from "../state/studio.ts";

/** What the inspector shows of a picture that has been drawn: fetched with the first one. */
export { EvidenceCard } from "./evidence-card.tsx";
export { ToneHistogram } from "./tone-histogram.tsx";

type TunedDotProps = {
  readonly name: ParamName;
  readonly label: string;
  /** The default and the tuned value, in words. */
  readonly back: string;
  readonly tuned: string;
  /** Makes the tuned value the person's own. */
  readonly lock: () => void;
};

/**
 * The mark of a row that the Director has tuned, and what can be done about it: to keep the value, or to have nothing tuned.
 * A default cannot be locked: to the API, a parameter that has it was not set.
 */
export const TunedDot = ({ name, label, back, tuned, lock }: TunedDotProps) => {
  const { params } = useStudio();
  const dot = useRef<HTMLButtonElement>(null);
  const id = `tuned-${name}`;
  const words = `${label} was tuned by the Director from ${back} to ${tuned}.`;
  const keep = (): void => {
    // this dot is about to go: the focus must not be lost with it
    dot.current?.closest(".row")?.querySelector<HTMLElement>("input")?.focus();
    lock();
  };
  const hide = { type: "button", popovertarget: id, popovertargetaction: "hide" } as const;
  return (
    <>
      <button
        ref={dot}
        type="button"
        class="dotb"
        popovertarget={id}
        title={words}
        aria-label={`${words} Lock or reset`}
      />
      <div id={id} class="menu" popover="auto" onBeforeToggle={(event) => place(event, dot.current!)}>
        <p class="cap">{words}</p>
        <button {...hide} autofocus onClick={keep}>
          Lock at {tuned}
        </button>
        <button {...hide} onClick={() => params.set("autoOptimize", 0)}>
          Reset to {back} <span class="cap">Auto Director off</span>
        </button>
      </div>
    </>
  );
};

/** Under the dot and flush with it, or above where the window ends. */
const place = ({ currentTarget, newState }: TargetedToggleEvent<HTMLElement>, dot: HTMLElement): void => {
  if (newState !== "open") return;
  const { right, top, bottom } = dot.getBoundingClientRect();
  const isLow = bottom > innerHeight * 0.7;
  currentTarget.style.right = `${Math.max(8, innerWidth - right)}px`;
  currentTarget.style.top = isLow ? "auto" : `${bottom + 4}px`;
  currentTarget.style.bottom = isLow ? `${innerHeight - top + 4}px` : "auto";
};
