import { useComputed, useSignalEffect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { useStudio } from "../state/use-studio.ts";
import { Art } from "./art.tsx";
import type { Easel } from "./create-easel.ts";
import { createGestures } from "./gestures.ts";
import { observeRoom } from "./observe-room.ts";
import { TextView } from "./text-view.tsx";
import { useGlass } from "./use-glass.ts";

/** The part of the stage that the art lies in: measured here, and moved in with pointers and wheel. */
export const Room = ({ easel }: { readonly easel: Easel }) => {
  const studio = useStudio();
  const { darkroom, fault, mode, opened } = studio;
  const element = useRef<HTMLDivElement>(null);
  const [gestures] = useState(() => createGestures(easel, studio));
  useEffect(
    () =>
      observeRoom(element.current!, (room) => {
        easel.room.value = room.width > 0 && room.height > 0 ? room : null;
        // the stylesheet decides what is narrow
        easel.narrow.value = getComputedStyle(element.current!).getPropertyValue("--narrow") === "1";
      }),
    [easel],
  );
  useSignalEffect(() => {
    // what was looked at may be under the source now
    mode.value;
    easel.cell.value = null;
  });
  const hasArt = opened.value !== null && darkroom.proof.value !== null;
  const glass = useGlass(hasArt);
  const facts = useComputed(() => darkroom.proof.value && (glass.value?.cellFacts(darkroom.proof.value) ?? null));
  const isDim = fault.value !== null && hasArt;
  return (
    <div class={isDim ? "easelwrap dim" : "easelwrap"} hidden={opened.value === null}>
      <div class="room" ref={element} inert={isDim} {...gestures}>
        <Art easel={easel} facts={facts} />
        {mode.value === "text" && hasArt && <TextView easel={easel} />}
        {glass.value && <glass.value.Loupe easel={easel} facts={facts} />}
      </div>
    </div>
  );
};
