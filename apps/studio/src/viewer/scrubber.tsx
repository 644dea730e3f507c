import { useComputed } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { VideoSource } from "../state/source.ts";
import { spokenTime, wholeTenths } from "../ui/format.ts";

/** Position in the video over its brightness; dashes mark scene cuts. Draggable, and operable by keyboard. */
export const Scrubber = ({ source }: { readonly source: VideoSource }) => {
  const { duration, time, trace, rate, seek, step, isPlaying, toggle } = source;
  const resumes = useRef(false);
  // ten updates per second look smooth at a third of the cost
  const shown = useComputed(() => wholeTenths(time.value));
  const area = useComputed(() => tracePath(trace.value.means));
  const share = Math.min(1, shown.value / duration);
  const drag = (event: PointerEvent): void => {
    const bar = event.currentTarget as HTMLElement;
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const { left, width } = bar.getBoundingClientRect();
    // there is no frame exactly at the end
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

/** A key pressed on the scrubber. */
type Press = { readonly key: string; readonly shiftKey: boolean };

/** Where a key seeks to, in seconds, or which way it steps; null for other keys. */
export const scrubbed = (
  { key, shiftKey }: Press,
  time: number,
  duration: number,
): number | { readonly step: 1 | -1 } | null => {
  const way = WAYS[key];
  if (way !== undefined && !shiftKey) return { step: way };
  const by = way ?? { PageUp: duration / 10, PageDown: -duration / 10 }[key];
  if (by !== undefined) return Math.min(duration, Math.max(0, time + by));
  return { Home: 0, End: duration }[key] ?? null;
};

/** Arrows step by frames, with Shift by seconds. */
const WAYS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** Area under a brightness trace as path data, 100 wide and 36 high, one shape per contiguous stretch. */
export const tracePath = (means: Float32Array): string => {
  let path = "";
  let isOpen = false;
  const x = (at: number): string => ((at / means.length) * 100).toFixed(2);
  for (let at = 0; at <= means.length; at++) {
    const mean = means[at] ?? Number.NaN;
    if (Number.isNaN(mean)) {
      if (isOpen) path += `V${FLOOR}Z`;
      isOpen = false;
      continue;
    }
    const y = (FLOOR - LEAST - mean * (FLOOR - LEAST - TOP)).toFixed(1);
    path += `${isOpen ? "" : `M${x(at)} ${FLOOR}`}L${x(at)} ${y}L${x(at + 1)} ${y}`;
    isOpen = true;
  }
  return path;
};

const FLOOR = 36;
const TOP = 3;

/** Minimum height, so that black parts are visible as played. */
const LEAST = 2;
