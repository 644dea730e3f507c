import { LiveIcon } from "./live-icon.tsx";
import type { LiveSource } from "./live-source.ts";

type PlayButtonProps = {
  readonly source: LiveSource;
  /** What makes it go on, and what stops it. */
  readonly words: readonly [go: string, stop: string];
  readonly isWorded?: boolean;
};

/** Lets a source move, or stand still. */
export const PlayButton = ({ source: { isPlaying, toggle }, words, isWorded = false }: PlayButtonProps) => {
  const says = words[isPlaying.value ? 1 : 0];
  return (
    <button
      type="button"
      class={isWorded ? "btn" : "btn ghost"}
      aria-label={says}
      aria-keyshortcuts="Space"
      title={`${says}, Space`}
      onClick={toggle}
    >
      <LiveIcon name={isPlaying.value ? "pause" : "play"} />
      {isWorded && <span class="opt2">{says}</span>}
    </button>
  );
};
