import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Whether there is a network, as far as the browser knows. */
export const useOnline = (): boolean => {
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
