import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useStudio } from "../state/studio.ts";

/** Notes about harmless limits: no GPU, no network. */
export const Chips = () => {
  const { painter } = useStudio().worker;
  const isOnline = useOnline();
  return (
    <>
      {painter.value === "cpu" && <span class="chip opt2 opt3">CPU renderer</span>}
      {!isOnline && <span class="chip opt2">Offline, everything still works</span>}
    </>
  );
};

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
