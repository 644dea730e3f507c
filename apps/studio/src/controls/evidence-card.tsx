import { isParamName, paramRow, type QualityEvidence } from "@lumiglyph/contract";
import { useStudio } from "../state/studio.ts";
import { Icon } from "../ui/icon.tsx";
import type { Preview } from "../worker/preview.ts";
import { CodebookCard } from "./codebook-card.tsx";
import { formatNumber, type NumberParam } from "./numbers.ts";
import { panelLabel } from "./panel.ts";

export type EvidenceCardProps = {
  /** The preview that the evidence belongs to. */
  readonly preview: Preview;
  /** Whether a newer one is being rendered. */
  readonly isRendering: boolean;
};

/** Measured quality: verdict, components, glyphs, and what the Auto Director tuned. */
export const EvidenceCard = ({ preview, isRendering }: EvidenceCardProps) => {
  const { quality, glyphs } = preview;
  const isFull = preview.pass === "full";
  return (
    <>
      <section class="evid" aria-label="Evidence">
        <div class="head">
          <Verdict isRendering={isRendering} isMet={quality.status === "target_met"} />
          {quality.components.length > 0 && (
            <span class="score" title={`Score ${quality.score.toFixed(3)}`}>
              {Math.round(100 * quality.score)} %
            </span>
          )}
        </div>
        {quality.components.map((component) => (
          <Component key={component.name} {...component} />
        ))}
        {isFull && <Advice quality={quality} />}
        <hr />
        <CodebookCard glyphs={glyphs} params={preview.params} />
        {isFull && <TunedList preview={preview} />}
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

const Verdict = ({ isRendering, isMet }: { readonly isRendering: boolean; readonly isMet: boolean }) => {
  if (isRendering) return <span class="verdict rendering">Rendering</span>;
  return (
    <span class="verdict">
      {isMet && (
        <span class="ring">
          <Icon name="check" />
        </span>
      )}
      {isMet ? "Likeness, target met" : "Likeness"}
    </span>
  );
};

const Component = (component: Parameters<typeof barOf>[0]) => {
  const { label, value, threshold, says, required } = barOf(component);
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
        {required}
      </span>
    </div>
  );
};

/** What is missing, with a button if a parameter may fix it. */
const Advice = ({ quality: { advice, components } }: { readonly quality: QualityEvidence }) => {
  const { params } = useStudio();
  if (advice === null) return null;
  const canFix = advice.includes("glyphStrategy=fixed");
  const canTune = advice.includes("autoOptimize above 0");
  return (
    <div class="advice">
      <p>
        {weakestWords(components)}
        {canFix && " Using all characters would look better."}
      </p>
      {canFix && (
        <button type="button" class="btn line" onClick={() => params.set("glyphStrategy", "fixed")}>
          Use all characters
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

/** The component that is farthest below its threshold. */
const weakestWords = (components: QualityEvidence["components"]): string => {
  const missed = components.filter(({ met }) => !met);
  if (missed.length === 0) return "";
  const weakest = missed.reduce((worst, one) =>
    one.value / one.threshold < worst.value / worst.threshold ? one : worst,
  );
  const { label, says, required } = barOf(weakest);
  return `${label} ${label.endsWith("s") ? "are" : "is"} the weakest part (${says} of ${required}).`;
};

/** What the Auto Director tuned, and what that took. */
const TunedList = ({ preview: { quality, params, ms } }: { readonly preview: Preview }) => {
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
  return edges ? "Line art is never tuned." : "Nothing tried was clearly better.";
};

type QualityComponent = QualityEvidence["components"][number];

/** How a component of the score is shown: positions on its bar, 0 to 1, and text. */
export type ComponentBar = {
  readonly label: string;
  readonly value: number;
  readonly threshold: number;
  readonly says: string;
  readonly required: string;
};

export const barOf = ({ name, value, threshold }: QualityComponent): ComponentBar => {
  const isDecibels = name === "psnr";
  const [low, high] = isDecibels ? DECIBELS : threshold < CLOSE[0] + 0.1 ? WHOLE : CLOSE;
  const at = (mark: number): number => Math.min(1, Math.max(0, (mark - low) / (high - low)));
  return {
    label: isDecibels ? "PSNR, dB" : name[0]!.toUpperCase() + name.slice(1),
    value: at(value),
    threshold: at(threshold),
    says: value.toFixed(isDecibels ? 2 : 3),
    required: isDecibels ? String(threshold) : threshold.toFixed(2).replace(/^0/, ""),
  };
};

/** Range of most components; one with a lower threshold is shown on its full range. */
const CLOSE = [0.6, 1] as const;
const WHOLE = [0, 1] as const;

/** From barely recognizable to indistinguishable from the source. */
const DECIBELS = [10, 40] as const;
