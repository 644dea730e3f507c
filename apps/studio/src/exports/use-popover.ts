import { useEffect, useRef } from "preact/hooks";
import type { Studio } from "../state/studio.ts";

/**
 * Opens an element with `popover="auto"` as soon as it is there, and closes the studio's dialog when it is dismissed. A
 * press on the button that has opened it dismisses it, too: the event comes after the button's own click.
 */
export const usePopover = (dialog: Studio["dialog"]) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current!;
    const opened = dialog.peek();
    const onToggle = ({ newState }: ToggleEvent): void => {
      // the event comes late: another dialog may have been asked for meanwhile
      if (newState === "closed" && dialog.peek() === opened) dialog.value = "none";
    };
    element.addEventListener("toggle", onToggle);
    element.showPopover();
    // where nothing in it asks for the focus, it has it itself
    if (!element.contains(document.activeElement)) element.focus();
    return () => element.removeEventListener("toggle", onToggle);
  }, [dialog]);
  return ref;
};
