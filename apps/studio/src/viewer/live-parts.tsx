import "../styles/live.css";
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { isGridHeld } from "../state/params-model.ts";
import type { LiveSource } from "../state/source.ts";
import { useStudio } from "../state/studio.ts";
import { percent } from "../ui/format.ts";
import { Chips } from "./chips.tsx";
import { HoldButton } from "./hold-button.tsx";
import { createPace, fewerColumns } from "./keep-up.ts";

/** UI for live sources, loaded with the first one. */
export { Transport } from "./transport.tsx";

type ScreenProps = {
  readonly source: LiveSource;
  /** Position and clipping under the art. */
  readonly style: Record<string, string>;
};

/** The source itself, instead of the art. */
export const SourceScreen = ({ source, style }: ScreenProps) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { element, isPlaying } = source;
    place.current!.append(element);
    // moving an element in the document pauses it
    if (isPlaying.peek() && element.paused) element.play().catch(() => {});
    return () => element.remove();
  }, [source]);
  return (
    <div
      class="source screen"
      role="img"
      aria-label={`Source of the art, ${useStudio().opened.value?.name}`}
      data-mirrored={source.isMirrored.value || undefined}
      ref={place}
      style={style}
    />
  );
};

/** Figures of a live source, updated four times a second. Each has a fixed width, so that nothing jumps. */
export const LiveStats = ({ source }: { readonly source: LiveSource }) => {
  const { worker, params, opened } = useStudio();
  const stats = worker.stats.value;
  const pace = useMemo(createPace, [source]);
  const isSlow = useMemo(() => stats !== null && pace(stats, performance.now()).isSlow, [stats, pace]);
  const isLive = source.kind === "camera" && opened.value?.kind === "camera";
  if (stats === null) return <span class="mono">Starting</span>;
  const { fps, size, dropped } = stats;
  const slow = source.isPlaying.value && isSlow;
  const fewer = slow && !isGridHeld.value ? fewerColumns(params.all.value.columns) : null;
  return (
    <>
      {isLive && source.isPlaying.value && <span class="live">LIVE</span>}
      {source.isPlaying.value ? (
        <span class={slow ? "mono fps amber" : "mono fps"}>
          <b>{Math.round(fps)}</b> fps
        </span>
      ) : (
        <span class="live held">{isLive ? "Frozen" : "Paused"}</span>
      )}
      <span class="mono grid">
        {size.columns} × {size.rows}
      </span>
      {fewer === null ? (
        <>
          <span class="mono opt2 dropped">{(dropped + source.missed.value).toLocaleString("en")} dropped</span>
          <Chips />
        </>
      ) : (
        <button type="button" class="btn line cancel slow" onClick={() => params.set("columns", fewer)}>
          Use {fewer} columns
        </button>
      )}
    </>
  );
};

/** A sample of the last ten seconds. */
type Moment = { readonly flicker: number; readonly isBare: boolean };

/** Share of cells that change without motion, over the last ten seconds; without smoothing while the button is held. */
export const FlickerMeter = () => {
  const { worker } = useStudio();
  const moments = useSignal<readonly Moment[]>([]);
  const isBare = useSignal(false);
  useSignalEffect(() => {
    const stats = worker.stats.value;
    if (stats === null) return;
    moments.value = [...moments.peek(), { flicker: stats.flicker, isBare: isBare.peek() }].slice(-LENGTH);
  });
  const stats = worker.stats.value;
  const seen = moments.value;
  const bare = stats?.bareFlicker ?? null;
  const turns = seen.flatMap((moment, at) => (at > 0 && moment.isBare !== seen[at - 1]!.isBare ? [at] : []));
  const compare = (): (() => void) => {
    isBare.value = true;
    worker.smooth(false);
    return () => {
      isBare.value = false;
      worker.smooth(true);
    };
  };
  return (
    <>
      <div class="meter">
        <span>Flicker</span>
        <output>{percent(stats?.flicker ?? 0)}</output>
        <svg
          viewBox={`0 0 ${LENGTH - 1} 36`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Flicker over the last ten seconds, now ${percent(stats?.flicker ?? 0)}`}
        >
          <path class="base" d={`M0 35.5H${LENGTH - 1}`} />
          <path class="cuts" d={turns.map((at) => `M${at + LENGTH - seen.length} 0V36`).join("")} />
          <path class="curve" d={curve(seen)} />
        </svg>
      </div>
      <div class="kv cap">
        <span>{bare === null ? "Smoothing is on." : `Smoothing off: ${percent(bare)}`}</span>
        <HoldButton class="btn line compare" hold={compare}>
          Hold to compare
        </HoldButton>
      </div>
    </>
  );
};

/** Number of samples in ten seconds. */
const LENGTH = 41;

/** Path data, `LENGTH` wide and 36 high, newest on the right. A square root makes small shares visible. */
const curve = (moments: readonly Moment[]): string =>
  moments
    .map(
      ({ flicker }, at) =>
        `${at === 0 ? "M" : "L"}${at + LENGTH - moments.length} ${(35 - 33 * Math.sqrt(Math.min(1, flicker))).toFixed(1)}`,
    )
    .join("");
