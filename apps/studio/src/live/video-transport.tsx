import { useComputed } from "@preact/signals";
import { LiveIcon } from "./live-icon.tsx";
import type { VideoSource } from "./live-source.ts";
import { PlayButton } from "./play-button.tsx";
import { Scrubber } from "./scrubber.tsx";
import { clock } from "./time-words.ts";

/** Play, step, where it is, loop, speed. */
export const VideoTransport = ({ source }: { readonly source: VideoSource }) => {
  const { duration, time, isLooping, speed, step } = source;
  const now = useComputed(() => clock(time.value));
  return (
    <>
      <PlayButton source={source} words={["Play", "Pause"]} />
      <button
        type="button"
        class="btn ghost"
        aria-label="Back one frame"
        title="Back one frame, ←"
        onClick={() => step(-1)}
      >
        <LiveIcon name="prev" />
      </button>
      <button
        type="button"
        class="btn ghost"
        aria-label="Forward one frame"
        title="Forward one frame, →"
        onClick={() => step(1)}
      >
        <LiveIcon name="next" />
      </button>
      <span class="time mono">
        {now}
        <span class="opt2"> / {clock(duration)}</span>
      </span>
      <Scrubber source={source} />
      <button
        type="button"
        class="btn ghost"
        aria-label="Loop"
        title="Loop"
        aria-pressed={isLooping.value}
        onClick={() => {
          isLooping.value = !isLooping.value;
        }}
      >
        <LiveIcon name="loop" />
      </button>
      <select
        class="mono speed"
        aria-label="Speed"
        value={speed.value}
        onChange={({ currentTarget }) => {
          speed.value = Number(currentTarget.value);
        }}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </select>
    </>
  );
};

const SPEEDS = [0.25, 0.5, 1, 1.5, 2];
