import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ContactSheet } from "../stage/contact-sheet.tsx";
import { LiveIcon } from "./live-icon.tsx";

/** The contact sheet of what moves, as it was when it was opened. */
export const LooksButton = () => {
  const isOpen = useSignal(false);
  const popover = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = popover.current!;
    const onToggle = ({ newState }: ToggleEvent): void => {
      isOpen.value = newState === "open";
    };
    element.addEventListener("toggle", onToggle);
    return () => element.removeEventListener("toggle", onToggle);
  }, [isOpen]);
  return (
    <>
      <button type="button" class="btn" popovertarget="looks" aria-label="Looks" aria-expanded={isOpen.value}>
        <LiveIcon name="grid" />
        <span class="lbl2">Looks</span>
      </button>
      <div id="looks" class="pop looks" popover="auto" role="dialog" aria-label="Looks" ref={popover}>
        {isOpen.value && <ContactSheet />}
      </div>
    </>
  );
};
