import type { ReadonlySignal } from "@preact/signals";
import { useLiveParts } from "../live/use-live-parts.ts";
import { useStudio } from "../state/use-studio.ts";
import { Chips } from "./chips.tsx";

/** What is known of the art, or of the pass that is under way. */
export const Stats = ({ slow }: { readonly slow: ReadonlySignal<boolean> }) => {
  const { darkroom, fault, live } = useStudio();
  const parts = useLiveParts();
  const proof = darkroom.proof.value;
  if (fault.value !== null && proof !== null) {
    return (
      <div class="stats">
        <span>Showing the last good picture</span>
      </div>
    );
  }
  if (live.value !== null) return <div class="stats">{parts !== null && <parts.LiveStats source={live.value} />}</div>;
  return (
    <div class="stats">
      {proof && (
        <span class="mono grid">
          <b>
            {proof.size.columns} × {proof.size.rows}
          </b>
        </span>
      )}
      {slow.value || proof === null ? <Developing slow={slow} /> : <Finished />}
    </div>
  );
};

const Developing = ({ slow }: { readonly slow: ReadonlySignal<boolean> }) => {
  const { darkroom } = useStudio();
  const proof = darkroom.proof.value;
  const first = proof?.pass === "quick" && darkroom.pass.value === "full" ? Math.round(proof.ms) : null;
  return (
    <>
      <span class="mono work">
        Developing
        {first !== null && (
          <span class="opt2">
            {" "}
            · first pass <b>{first}</b> ms
          </span>
        )}
      </span>
      {slow.value && (
        <button type="button" class="btn line cancel" onClick={darkroom.cancel}>
          Cancel
        </button>
      )}
    </>
  );
};

const Finished = () => {
  const { proof } = useStudio().darkroom;
  const { columns = 0, rows = 0 } = proof.value?.size ?? {};
  return (
    <>
      <span class="mono opt2">{(columns * rows).toLocaleString("en")} cells</span>
      <span class="mono ms">
        <b>{Math.round(proof.value?.ms ?? 0)}</b> ms
      </span>
      <Chips />
    </>
  );
};
