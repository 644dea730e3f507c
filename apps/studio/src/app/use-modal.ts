import { useEffect, useRef } from "preact/hooks";
import type { Studio } from "../state/studio.ts";

/** A `<dialog>` that is modal from when it appears until Escape, a click beside it, or its own button closes it. */
export const useModal = (open: Studio["dialog"]) => {
  const ref = useRef<HTMLDialogElement>(null);
  const opened = useRef(open.peek());
  const close = (): void => ref.current?.close();
  useEffect(() => {
    const dialog = ref.current!;
    dialog.showModal();
    // what lies beside it is its backdrop, and that is the dialog itself
    dialog.addEventListener("click", ({ target }) => target === dialog && close());
  }, []);
  return {
    ref,
    close,
    onClose: () => {
      // the event comes late: another dialog may have been asked for meanwhile
      if (open.peek() === opened.current) open.value = "none";
    },
  };
};
