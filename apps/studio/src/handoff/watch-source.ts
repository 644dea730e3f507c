import type { HandoffFailure } from "@lumiglyph/contract";
import { effect } from "@preact/signals";
import type { LiveSource } from "../live/live-source.ts";
import type { Studio } from "../state/studio.ts";

/** What is told of a source that moves. */
type Told = {
  readonly onRest: (reason: string) => void;
  readonly onMove: (reason: string) => void;
  readonly onEnd: (reason: string) => void;
  readonly onFail: (code: HandoffFailure) => void;
};

/** Watches the source that is open now, until the function that is given back is called. */
export const watchSource = (
  { live, darkroom }: Pick<Studio, "live" | "darkroom">,
  { onRest, onMove, onEnd, onFail }: Told,
): (() => void) => {
  const source = live.peek();
  const ends = [
    effect(() => {
      if (darkroom.ended.value !== "none") onFail("source_ended");
    }),
    effect(() => {
      if (live.value !== source) onEnd("source_changed");
    }),
    effect(() => (source?.isPlaying.value === false ? onRest("rests") : onMove("moves"))),
    watchEnd(source, () => onEnd("ended")),
  ];
  return () => {
    for (const end of ends) end();
  };
};

/** Tells when a video has been played to its end and is not played again. */
const watchEnd = (source: LiveSource | null, tell: () => void): (() => void) => {
  if (source?.kind !== "video") return () => {};
  const end = (): void => {
    if (!source.isLooping.peek()) tell();
  };
  source.element.addEventListener("ended", end);
  return () => source.element.removeEventListener("ended", end);
};
