import { useEffect, useState } from "preact/hooks";
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
  const isOpen = studio.opened.value !== null;
  return (
    <>
      {isOpen && <Progress slow={slow} />}
      <Room easel={easel} />
      {isOpen && <Hud easel={easel} slow={slow} />}
      {isOpen && <ContactSheet easel={easel} />}
    </>
  );
};
