import { Icon } from "../chrome/icon.tsx";
import type { Proof } from "../darkroom/darkroom.ts";
import { Advice } from "./advice.tsx";
import { CodebookCard } from "./codebook-card.tsx";
import { barOf } from "./component-bar.ts";
import { TunedList } from "./tuned-list.tsx";

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
