import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Shows that the studio works without a network. */
export const Chips = () => (useOnline() ? null : <span class="chip opt2">Offline, everything still works</span>);

/** Whether the browser reports a network. */
const useOnline = (): boolean => {
  const isOnline = useSignal(navigator.onLine);
  useEffect(() => {
    const look = (): void => {
      isOnline.value = navigator.onLine;
    };
    addEventListener("online", look);
    addEventListener("offline", look);
    return () => {
      removeEventListener("online", look);
      removeEventListener("offline", look);
    };
  }, [isOnline]);
  return isOnline.value;
};
