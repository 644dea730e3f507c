import { useEffect, useRef } from "preact/hooks";
import type { Studio } from "../state/studio.ts";

/** Opens a `<dialog>` as modal on mount. Escape, a click on the backdrop, or its own button closes it. */
export const useModal = (open: Studio["dialog"]) => {
  const ref = useRef<HTMLDialogElement>(null);
  const opened = useRef(open.peek());
  const close = (): void => ref.current?.close();
  useEffect(() => {
    const dialog = ref.current!;
    dialog.showModal();
    // clicks on the backdrop target the dialog itself
    dialog.addEventListener("click", ({ target }) => target === dialog && close());
  }, []);
  return {
    ref,
    close,
    onClose: () => {
      // the event is asynchronous: another dialog may have been opened in the meantime
      if (open.peek() === opened.current) open.value = "none";
    },
  };
};
