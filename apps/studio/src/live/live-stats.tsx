import { useMemo } from "preact/hooks";
import { Chips } from "../stage/chips.tsx";
import { useStudio } from "../state/use-studio.ts";
import { fewerColumns } from "./keep-up.ts";
import type { LiveSource } from "./live-source.ts";
import { createPace } from "./pace.ts";
import { percent } from "./percent.ts";

/** How a source is going, four times a second: every number has its room, so nothing moves. */
export const LiveStats = ({ source }: { readonly source: LiveSource }) => {
  const { worker, params, opened } = useStudio();
  const stats = worker.stats.value;
  const pace = useMemo(createPace, [source]);
  const isSlow = useMemo(() => stats !== null && pace(stats, performance.now()).isSlow, [stats, pace]);
  const isLive = source.kind === "camera" && opened.value?.kind === "camera";
  if (stats === null) return <span class="mono">Starting</span>;
  const { fps, size, dropped, flicker } = stats;
  const slow = source.isPlaying.value && isSlow;
  const fewer = slow ? fewerColumns(params.all.value.columns) : null;
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
          <span class="mono opt2 flick">
            flicker <b>{percent(flicker)}</b>
          </span>
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
