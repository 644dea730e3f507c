import { useStudio } from "../state/studio.ts";
import { useChunk } from "../ui/use-chunk.ts";

/** The UI for live sources; null while no live source is open, and if it could not be loaded. */
export const useLiveParts = () => {
  const { live } = useStudio();
  const parts = useChunk(fetchParts, live.value !== null);
  return live.value === null || parts === "missing" ? null : parts;
};

const fetchParts = () => import("./live-parts.tsx");
