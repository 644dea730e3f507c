import { signal } from "@preact/signals";
import type { StageMode } from "./studio.ts";

/** How the stage shows the picture: none of it is undone or kept. */
export const createStageView = () => {
  const zoom = signal(1);
  const pan = signal({ x: 0, y: 0 });
  return {
    mode: signal<StageMode>("ascii"),
    split: signal(0.5),
    zoom,
    pan,
    /** The whole picture, in the middle. */
    fit(): void {
      zoom.value = 1;
      pan.value = { x: 0, y: 0 };
    },
  };
};
