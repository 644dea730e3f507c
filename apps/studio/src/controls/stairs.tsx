import type { GlyphEvidence } from "@lumiglyph/contract";
import { rmseStaircase } from "@lumiglyph/engine";
import { useMemo } from "preact/hooks";
import { plotStairs } from "./stair-geometry.ts";

/** The least RMSE of each size of codebook, the limit, and the codebook that was drawn with. */
export const Stairs = ({ glyphs }: { readonly glyphs: GlyphEvidence }) => {
  const steps = useMemo(() => rmseStaircase(glyphs), [glyphs]);
  const limit = glyphs.limit ?? 0;
  const { stairs, sizes, start, chosen, ...plot } = plotStairs(steps, { ...glyphs, limit });
  const first = steps[glyphs.size === 1 ? 0 : 1] ?? 0;
  const says = `RMSE by codebook size: ${first.toFixed(3)} at ${glyphs.size === 1 ? 1 : 2} glyphs, ${glyphs.rmse.toFixed(4)} at ${glyphs.size}. The limit is ${limit}.`;
  return (
    <div class="plot" role="img" aria-label={says}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path class="dashes" d={`M0 ${plot.limit.y}H100`} />
        <path class="curve" d={stairs} />
        <path class="drop" d={`M${chosen.x} 100V${chosen.y}`} />
        <path class="base" d="M0 100H100" />
      </svg>
      <i style={{ left: `${chosen.x}%`, top: `${chosen.y}%` }} />
      <span class="first" style={{ left: `${start.x}%`, top: `${start.y}%` }}>
        {first.toFixed(3)}
      </span>
      <span class="limit" style={{ top: `${plot.limit.y}%` }}>
        limit {limit}
      </span>
      {sizes.map(({ size, x }) => (
        <span key={size} class={size === glyphs.size ? "size own" : "size"} style={{ left: `${x}%` }}>
          {size}
        </span>
      ))}
    </div>
  );
};
