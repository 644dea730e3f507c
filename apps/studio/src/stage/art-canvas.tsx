import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useCallback, useEffect } from "preact/hooks";
import { useStudio } from "../state/use-studio.ts";
import type { Easel } from "./create-easel.ts";
import { showViews } from "./show-views.ts";

/** The canvas that the Worker paints on. A canvas can be handed over only once: a new Worker gets a new one. */
export const ArtCanvas = ({ easel }: { readonly easel: Easel }) => {
  const { darkroom, mode, opened } = useStudio();
  const workers = useSignal(0);
  const handOver = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      if (canvas !== null) darkroom.attach(canvas.transferControlToOffscreen());
    },
    [darkroom],
  );
  useSignalEffect(() => {
    if (darkroom.attached.value) return () => void workers.value++;
  });
  const placement = useComputed(() => (darkroom.attached.value ? easel.placement.value : null));
  useEffect(() => showViews(placement, darkroom.show, requestAnimationFrame), [placement, darkroom]);
  const { columns, rows } = darkroom.proof.value?.size ?? {};
  return (
    <canvas
      key={workers.value}
      ref={handOver}
      role="img"
      aria-label={`ASCII art of ${opened.value?.name}, ${columns} by ${rows} characters`}
      hidden={mode.value === "source"}
    />
  );
};
