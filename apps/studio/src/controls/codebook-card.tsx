import type { GlyphEvidence, RenderParams } from "@lumiglyph/contract";
import { rmseStaircase } from "@lumiglyph/engine";
import { useMemo } from "preact/hooks";

type CodebookCardProps = {
  readonly glyphs: GlyphEvidence;
  readonly params: Pick<RenderParams, "background" | "font" | "characters">;
};

/** The chosen glyphs by ink, and the error for each codebook size; one line if the ramp is kept whole. */
export const CodebookCard = ({ glyphs, params }: CodebookCardProps) => {
  const { adapted, strategy, size, rmse, limit, withinLimit } = glyphs;
  const error = rmse.toFixed(4);
  const holds = limit === null ? "" : withinLimit ? `, within ${limit}` : `, over the limit of ${limit}`;
  return (
    <>
      <div class="kv">
        <h3 class="h">{adapted ? "Codebook" : "Ramp"}</h3>
        <output>
          <b>
            {size} glyphs{adapted ? "" : `, ${strategy === "fixed" ? "fixed" : "whole"}`}
          </b>
          {adapted && ` RMSE ${error}`}
        </output>
      </div>
      {adapted ? (
        <>
          <InkBars glyphs={glyphs} />
          {!withinLimit && <p class="cap">Even the whole charset misses the limit.</p>}
          {/* other fonts are loaded where pictures are rendered */}
          {params.font === "any" && <Stairs glyphs={glyphs} params={params} />}
        </>
      ) : (
        <p class="cap">
          Kept as chosen. RMSE {error}
          {holds}.
        </p>
      )}
    </>
  );
};

const InkBars = ({ glyphs: { codebook, inks } }: { readonly glyphs: GlyphEvidence }) => {
  const glyphs = [...codebook];
  return (
    <div class="book" role="img" aria-label={`Codebook sorted by ink: ${glyphs.join(" ")}`}>
      {glyphs.map((glyph, i) => (
        <span key={glyph} style={{ "--k": inks[i]! }}>
          <i />
          {glyph === " " ? "␣" : glyph}
        </span>
      ))}
    </div>
  );
};

/** Plot of the least RMSE per codebook size, with the limit and the codebook in use. */
const Stairs = ({ glyphs, params }: CodebookCardProps) => {
  const steps = useMemo(() => rmseStaircase(glyphs, params), [glyphs, params]);
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

/** A position in a plot, in percent from the left and from the top. */
type Place = { readonly x: number; readonly y: number };

type StairPlot = {
  /** Path data of the staircase, 0 to 100 in both directions. */
  readonly stairs: string;
  /** Sizes labeled below the plot; the last is the codebook's own. */
  readonly sizes: readonly { readonly size: number; readonly x: number }[];
  readonly limit: Place;
  /** End of the first step. */
  readonly start: Place;
  /** The codebook in use. */
  readonly chosen: Place;
};

type Chosen = Pick<GlyphEvidence, "size" | "rmse"> & { readonly limit: number };

/** Layout of the least RMSE per size, from one glyph on: sizes across, log RMSE down. */
export const plotStairs = (steps: readonly number[], { size, rmse, limit }: Chosen): StairPlot => {
  const first = size === 1 ? 1 : 2;
  const last = Math.max(first + 1, Math.min(steps.length, Math.max(12, Math.ceil(size * 1.15) + 1)));
  const shown = steps.slice(first - 1, last);
  const bottom = Math.log(Math.max(LEAST, Math.min(...shown, rmse, limit) * 0.85));
  const top = Math.log(Math.max(LEAST * 2, ...shown, rmse, limit));
  const x = (at: number): number => round(((at - first) / (last - first)) * 100);
  const y = (value: number): number => round(((top - Math.log(Math.max(LEAST, value))) / (top - bottom)) * 100);
  const treads = shown.map((value, i) => `${i === 0 ? "M" : "H"}${x(first + i)}${i === 0 ? " " : "V"}${y(value)}`);
  const between = [first, first + Math.round((last - first) / 2), last].filter((at) => isClear(at, size, last - first));
  return {
    stairs: `${treads.join("")}H100`,
    sizes: [...between, size].map((at) => ({ size: at, x: x(at) })),
    limit: { x: 0, y: y(limit) },
    start: { x: x(first + 1), y: y(shown[0]!) },
    chosen: { x: x(size), y: y(rmse) },
  };
};

/** A picture of two tones has no error, and log 0 is undefined. */
const LEAST = 1e-4;

const round = (value: number): number => Math.round(Math.min(100, Math.max(0, value)) * 10) / 10;

/** Whether a label is far enough from the chosen size's. */
const isClear = (at: number, size: number, span: number): boolean => Math.abs(at - size) > span / 8;
