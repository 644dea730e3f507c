import { isParamName, panelLabel, paramRow } from "@lumiglyph/contract";
import { Icon } from "../chrome/icon.tsx";
import type { Proof } from "../darkroom/darkroom.ts";
import { useStudio } from "../state/use-studio.ts";
import { CodebookCard } from "./codebook-card.tsx";
import { barOf } from "./component-bar.ts";
import { formatNumber, type NumberParam } from "./numbers.ts";

export type EvidenceCardProps = {
  /** The proof that the evidence is about. */
  readonly proof: Proof;
  /** Whether a newer one is on its way. */
  readonly isDeveloping: boolean;
};

/** How good the page is, measured: verdict, components, glyphs, and what the Director has done. */
export const EvidenceCard = ({ proof, isDeveloping }: EvidenceCardProps) => {
  const { quality, glyphs } = proof;
  const isFull = proof.pass === "full";
  return (
    <>
      <section class="evid" aria-label="Evidence">
        <div class="head">
          <Verdict isDeveloping={isDeveloping} isMet={quality.status === "target_met"} />
          <span class="score">{quality.score.toFixed(3)}</span>
        </div>
        {quality.components.map((component) => (
          <Component key={component.name} {...component} />
        ))}
        {isFull && <Advice advice={quality.advice} />}
        <hr />
        <CodebookCard glyphs={glyphs} />
        {isFull && <TunedList proof={proof} />}
      </section>
      <div class="legend">
        <span>
          <i />
          Set by you, locked
        </span>
        <span>
          <i />
          Tuned by the Director
        </span>
      </div>
    </>
  );
};

const Verdict = ({ isDeveloping, isMet }: { readonly isDeveloping: boolean; readonly isMet: boolean }) => {
  if (isDeveloping) return <span class="verdict developing">Developing</span>;
  return (
    <span class="verdict">
      <span class={isMet ? "ring" : "ring best"}>{isMet && <Icon name="check" />}</span>
      {isMet ? "Target met" : "Best effort"}
    </span>
  );
};

const Component = (component: Parameters<typeof barOf>[0]) => {
  const { label, value, threshold, says, asks } = barOf(component);
  return (
    <div class={component.met ? "comp" : "comp miss"}>
      <span>{label}</span>
      <span class="bar" style={{ "--v": value, "--t": threshold }}>
        <i />
        <b />
      </span>
      <span class="mono">{says}</span>
      <span class="mono">
        <span aria-hidden="true">≥ </span>
        <span class="sr">{component.met ? "holds" : "misses"} </span>
        {asks}
      </span>
    </div>
  );
};

/** What is missing, in the evidence's own words, and one button where a parameter may mend it. */
const Advice = ({ advice }: { readonly advice: string | null }) => {
  const { params } = useStudio();
  if (advice === null) return null;
  const canFix = advice.includes("glyphStrategy=fixed");
  const canTune = advice.includes("autoOptimize above 0");
  return (
    <div class="advice">
      <p>{advice}</p>
      {canFix && (
        <button type="button" class="btn line" onClick={() => params.set("glyphStrategy", "fixed")}>
          Use all glyphs
        </button>
      )}
      {canTune && (
        <button type="button" class="btn line" onClick={() => params.reset("autoOptimize")}>
          Turn the Director on
        </button>
      )}
    </div>
  );
};

/** What the Director has tuned, from what to what, and what it took. */
const TunedList = ({ proof: { quality, params, ms } }: { readonly proof: Proof }) => {
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
              <dt>{panelLabel(name)}</dt>
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
