import { useStudio } from "../state/studio.ts";
import { Icon } from "../ui/icon.tsx";
import { useSlow } from "../viewer/use-slow.ts";

/** Similarity of the art to the picture, in the top bar. A click scrolls to the evidence. */
export const AutoBadge = () => {
  const studio = useStudio();
  const { worker, params } = studio;
  const slow = useSlow(studio);
  const preview = worker.preview.value;
  const off = params.all.value.autoOptimize === 0;
  return (
    <button class="badge" type="button" title="See the evidence" onClick={showEvidence}>
      {slow.value || preview === null || (!off && preview.quality.components.length === 0) ? (
        <Rendering columns={params.all.value.columns} />
      ) : off ? (
        "Auto off"
      ) : (
        <Verdict met={preview.quality.status === "target_met"} score={preview.quality.score} />
      )}
    </button>
  );
};

const Rendering = ({ columns }: { readonly columns: number }) => (
  <>
    Rendering <span class="mono">{columns}</span>
  </>
);

const Verdict = ({ met, score }: { readonly met: boolean; readonly score: number }) => (
  <>
    {met && (
      <span class="ring">
        <Icon name="check" />
      </span>
    )}
    <span class="lbl">Likeness</span>
    <span class="mono">{Math.round(100 * score)} %</span>
  </>
);

const showEvidence = (): void => {
  const card = document.querySelector<HTMLElement>(".evid");
  card?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  card?.focus({ preventScroll: true });
};
