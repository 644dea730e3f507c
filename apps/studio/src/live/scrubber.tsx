import { useComputed } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { VideoSource } from "./live-source.ts";
import { scrubbed } from "./scrub-keys.ts";
import { spokenTime, tenths } from "./time-words.ts";
import { tracePath } from "./trace-path.ts";

/** Where the video is, over how bright it is there; the dashes are where other scenes begin. To be dragged, or moved with keys. */
export const Scrubber = ({ source }: { readonly source: VideoSource }) => {
  const { duration, time, trace, rate, seek, step, isPlaying, toggle } = source;
  const resumes = useRef(false);
  // ten times a second is enough for the eye, and three times cheaper
  const shown = useComputed(() => tenths(time.value));
  const area = useComputed(() => tracePath(trace.value.means));
  const share = Math.min(1, shown.value / duration);
  const drag = (event: PointerEvent): void => {
    const bar = event.currentTarget as HTMLElement;
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const { left, width } = bar.getBoundingClientRect();
    // the very end has no frame
    seek(Math.min(duration - 0.5 / rate.peek(), Math.max(0, ((event.clientX - left) / width) * duration)));
  };
  const release = (): void => {
    if (resumes.current) toggle();
    resumes.current = false;
  };
  return (
    <div
      class="scrub"
      role="slider"
      tabIndex={0}
      aria-label="Position"
      aria-valuemin={0}
      aria-valuemax={duration}
      aria-valuenow={shown.value}
      aria-valuetext={spokenTime(shown.value, duration)}
      style={{ "--at": share }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        resumes.current = isPlaying.peek();
        if (resumes.current) toggle();
        drag(event);
      }}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={(event) => {
        const to = scrubbed(event, time.peek(), duration);
        if (to === null) return;
        event.preventDefault();
        if (typeof to === "number") seek(to);
        else step(to.step);
      }}
    >
      <svg viewBox="0 0 100 36" preserveAspectRatio="none" aria-hidden="true">
        <path class="light" d={area.value} />
        <path class="light seen" d={area.value} />
        <path class="cuts" d={trace.value.cuts.map((cut) => `M${(cut / duration) * 100} 0V36`).join("")} />
        <path class="base" d="M0 35.5H100" />
      </svg>
      <span class="head" />
    </div>
  );
};
