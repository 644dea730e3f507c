import { useContext } from "preact/hooks";
import { useStudio } from "../state/use-studio.ts";
import { FindingsContext } from "./use-findings.ts";
import { SettledContext } from "./use-row.ts";

/** The place of the evidence card. */
export const Evidence = () => {
  const { darkroom, live } = useStudio();
  const findings = useContext(FindingsContext);
  const proof = useContext(SettledContext)?.value ?? null;
  if (proof !== null && findings !== null && findings !== "missing") {
    return (
      <findings.EvidenceCard
        proof={proof}
        isDeveloping={live.value === null && darkroom.proof.value?.pass === "quick"}
      />
    );
  }
  return (
    <div class="evid">
      <p class="cap">
        {findings === "missing"
          ? "The evidence did not load. Check the connection, then open the page again."
          : "Evidence appears with a picture: score, components, codebook."}
      </p>
    </div>
  );
};
