import type { ParamName } from "@lumiglyph/contract";
import type { TargetedToggleEvent } from "preact";
import { useRef } from "preact/hooks";
import { useStudio } from "../state/studio.ts";

/** The inspector's parts for a rendered picture, loaded with the first one. */
export { EvidenceCard } from "./evidence-card.tsx";
export { ToneHistogram } from "./tone-histogram.tsx";

type TunedDotProps = {
  readonly name: ParamName;
  readonly label: string;
  /** The default and the tuned value, as text. */
  readonly back: string;
  readonly tuned: string;
  /** Makes the tuned value the user's own. */
  readonly lock: () => void;
};

/**
 * Marks a row that the Auto Director tuned. Its menu locks the value or turns tuning off. A default cannot be locked:
 * to the API, a parameter with its default value is unset.
 */
export const TunedDot = ({ name, label, back, tuned, lock }: TunedDotProps) => {
  const { params } = useStudio();
  const dot = useRef<HTMLButtonElement>(null);
  const id = `tuned-${name}`;
  const words = `${label} was tuned by the Director from ${back} to ${tuned}.`;
  const keep = (): void => {
    // the dot is about to be removed; keep the focus in the row
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

/** Below the dot, or above it near the window's bottom. */
const place = ({ currentTarget, newState }: TargetedToggleEvent<HTMLElement>, dot: HTMLElement): void => {
  if (newState !== "open") return;
  const { right, top, bottom } = dot.getBoundingClientRect();
  const isLow = bottom > innerHeight * 0.7;
  currentTarget.style.right = `${Math.max(8, innerWidth - right)}px`;
  currentTarget.style.top = isLow ? "auto" : `${bottom + 4}px`;
  currentTarget.style.bottom = isLow ? `${innerHeight - top + 4}px` : "auto";
};
