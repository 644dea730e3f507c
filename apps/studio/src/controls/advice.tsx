import { useStudio } from "../state/use-studio.ts";

/** What is missing, in the evidence's own words, and one button where a parameter may mend it. */
export const Advice = ({ advice }: { readonly advice: string | null }) => {
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
