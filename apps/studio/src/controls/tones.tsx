import { useStudio } from "../state/use-studio.ts";
import { BASE, HEIGHT, WIDTH } from "./histogram-size.ts";
import { useFetchedFindings } from "./use-findings.ts";

/** The place of the histogram. */
export const Tones = () => {
  const proof = useStudio().darkroom.proof.value;
  const findings = useFetchedFindings();
  if (proof !== null && findings !== null) return <findings.ToneHistogram proof={proof} />;
  return (
    <>
      <svg class="hist" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="base" d={`M0 ${BASE}H${WIDTH}`} />
      </svg>
      <p class="histcap cap">The histogram appears with a picture.</p>
    </>
  );
};
