import { clock } from "../live/time-words.ts";
import type { Studio } from "../state/studio.ts";
import { FilmRow } from "./film-row.tsx";
import { FILM_TABLE } from "./film-table.ts";
import { motionOf } from "./motion-of.ts";

/** What can be made of all frames of what is open. */
export const MotionRows = ({ studio, asks }: { readonly studio: Studio; readonly asks: boolean }) => {
  const motion = motionOf(studio);
  if (motion === null) {
    return (
      <>
        <h2>Motion</h2>
        <p class="hint">Record first. What is recorded can be saved as a video, a GIF, or a player.</p>
      </>
    );
  }
  return (
    <>
      <h2>
        Motion
        <span class="cap">
          {clock(0)} to {clock(motion.seconds)}, {motion.frames.toLocaleString("en-US")} frames
        </span>
      </h2>
      {FILM_TABLE.map((row) => (
        <FilmRow key={row.format} row={row} motion={motion} studio={studio} asks={asks} />
      ))}
    </>
  );
};
