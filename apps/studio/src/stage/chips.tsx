import { useOnline } from "../offline/use-online.ts";
import { useStudio } from "../state/use-studio.ts";

/** What is missing, and does not matter: a graphics processor, a network. */
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
