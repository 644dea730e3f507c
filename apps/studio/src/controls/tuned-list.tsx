import { isParamName, paramRow } from "@lumiglyph/contract";
import type { Proof } from "../darkroom/darkroom.ts";
import { labelOf } from "./groups.ts";
import { formatNumber, type NumberParam } from "./numbers.ts";

/** What the Director has tuned, from what to what, and what it took. */
export const TunedList = ({ proof: { quality, params, ms } }: { readonly proof: Proof }) => {
  const tuned = Object.entries(quality.tuned);
  const pages = `${quality.evaluations} ${quality.evaluations === 1 ? "evaluation" : "evaluations"}`;
  return (
    <>
      <hr />
      <div class="kv">
        <h3 class="h">Tuned</h3>
        <span class="cap">
          {pages}, {Math.round(ms)} ms
        </span>
      </div>
      {tuned.length === 0 && <p class="cap">{untuned(params.autoOptimize, params.edges)}</p>}
      <dl class="tuned">
        {tuned.map(([name, { from, to }]) => {
          if (!isParamName(name)) return null;
          const { step } = paramRow(name) as NumberParam;
          return (
            <div key={name}>
              <dt>{labelOf(name)}</dt>
              <dd class="mono">
                {formatNumber(from, step)} → <b>{formatNumber(to, step)}</b>
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
};

const untuned = (autoOptimize: number, edges: boolean): string => {
  if (autoOptimize === 0) return "Auto off.";
  return edges ? "Line art is never tuned." : "Nothing that was tried is clearly better.";
};
