import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { currentLook, LOOKS, lookValues } from "../state/looks.ts";
import { useStudio } from "../state/use-studio.ts";
import type { Easel } from "./create-easel.ts";
import { drawLooks, LOOK_GRID } from "./draw-looks.ts";
import { observeRoom } from "./observe-room.ts";
import { hasRoomForStrip } from "./strip.ts";

/** Eight looks of what is open, to choose from. Under the art it may become a strip, where the easel leaves room for one. */
export const ContactSheet = ({ easel }: { readonly easel?: Easel }) => {
  const studio = useStudio();
  const group = useRef<HTMLDivElement>(null);
  const cell = useSignal(0);
  useEffect(() => {
    const canvases = [...group.current!.querySelectorAll("canvas")];
    const stopMeasuring = observeRoom(canvases[0]!.parentElement!, ({ width }) => {
      cell.value = Math.floor(width / LOOK_GRID.columns);
    });
    const stopDrawing = drawLooks(studio, cell, (looks) => {
      for (const [index, look] of looks.entries()) hang(look, canvases[index]!);
    });
    return () => {
      stopMeasuring();
      stopDrawing();
    };
  }, [studio, cell]);
  const isStrip = useSignal(false);
  useSignalEffect(() => {
    if (easel === undefined) return;
    const { room, placement } = easel;
    if (room.value !== null && placement.value !== null) {
      isStrip.value = hasRoomForStrip(placement.value, room.value, isStrip.peek() && easel.narrow.value);
    }
  });
  const current = currentLook(studio.params.parsed.value.params);
  const choose = (index: number): void => {
    studio.params.setAll(lookValues(LOOKS[index]!));
    (group.current!.children[index] as HTMLElement).focus();
  };
  return (
    <div class="contact" data-strip={isStrip.value ? "" : undefined} role="radiogroup" aria-label="Looks" ref={group}>
      {LOOKS.map((look, index) => (
        // biome-ignore lint/a11y/useSemanticElements: an input cannot hold a picture
        <button
          type="button"
          class="look"
          key={look.name}
          role="radio"
          aria-checked={look === current}
          tabIndex={look === (current ?? LOOKS[0]) ? 0 : -1}
          onClick={() => choose(index)}
          onKeyDown={(event) => {
            const step = STEPS[event.key];
            if (step === undefined) return;
            event.preventDefault();
            choose((index + step + LOOKS.length) % LOOKS.length);
          }}
        >
          <canvas />
          {look.name}
        </button>
      ))}
    </div>
  );
};

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Shows a look in its own pixels: cells that a stylesheet has stretched would be blurred. */
const hang = (look: ImageBitmap, canvas: HTMLCanvasElement): void => {
  canvas.width = look.width;
  canvas.height = look.height;
  canvas.style.width = `${look.width / devicePixelRatio}px`;
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(look);
};
