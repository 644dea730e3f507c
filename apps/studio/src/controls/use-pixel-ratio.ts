import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Device pixels a CSS pixel; a window that goes to another screen, or is zoomed, gets another. */
export const usePixelRatio = (): number => {
  const ratio = useSignal(devicePixelRatio);
  useEffect(() => {
    const query = matchMedia(`(resolution: ${ratio.value}dppx)`);
    const read = (): void => {
      ratio.value = devicePixelRatio;
    };
    query.addEventListener("change", read);
    return () => query.removeEventListener("change", read);
  }, [ratio.value]);
  return ratio.value;
};
