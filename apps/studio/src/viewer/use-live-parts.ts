import { useStudio } from "../state/studio.ts";
import { useChunk } from "../ui/use-chunk.ts";

/** What belongs to a source that moves, once there is one; null before, and where it could not be fetched. */
export const useLiveParts = () => {
  const { live } = useStudio();
  const parts = useChunk(fetchParts, live.value !== null);
  return live.value === null || parts === "missing" ? null : parts;
};

const fetchParts = () => import("./live-parts.tsx");
