import { useEffect, useState } from "preact/hooks";
import { useLiveParts } from "../live/use-live-parts.ts";
import { useStudio } from "../state/use-studio.ts";
import { ContactSheet } from "./contact-sheet.tsx";
import { createEasel, type Easel } from "./create-easel.ts";
import { Hud } from "./hud.tsx";
import { Progress } from "./progress.tsx";
import { Room } from "./room.tsx";
import { useSlow } from "./use-slow.ts";

/**
 * The art and what belongs to it. Mounted once and for as long as the page lives, because its canvas can be handed to the
 * Worker only once. Its easel is told, because keys zoom, too.
 */
export const Table = ({ onEasel }: { readonly onEasel: (easel: Easel) => void }) => {
  const studio = useStudio();
  const [easel] = useState(() => createEasel(studio));
  useEffect(() => onEasel(easel), [easel, onEasel]);
  const slow = useSlow(studio);
  const parts = useLiveParts();
  const live = studio.live.value;
  const opened = studio.opened.value;
  const isOpen = opened !== null;
  return (
    <>
      {isOpen && <Progress slow={slow} />}
      <Room easel={easel} />
      {isOpen && <Hud easel={easel} slow={slow} />}
      {opened?.kind === "image" && <ContactSheet easel={easel} />}
      {live !== null && parts !== null && <parts.Transport source={live} />}
    </>
  );
};
