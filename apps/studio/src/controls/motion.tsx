import { useLiveParts } from "../live/use-live-parts.ts";

/** The place of the flicker meter. */
export const Motion = () => {
  const parts = useLiveParts();
  return parts !== null ? (
    <parts.FlickerMeter />
  ) : (
    <p class="cap">Video and camera only. On a still it changes nothing.</p>
  );
};
