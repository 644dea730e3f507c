import { useEffect, useState } from "preact/hooks";

/** Loads a chunk when first wanted: null while loading, `missing` if loading failed. */
export const useChunk = <Chunk extends object>(
  load: () => Promise<Chunk>,
  isWanted = true,
): Chunk | "missing" | null => {
  const [chunk, setChunk] = useState<Chunk | "missing" | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    load().then(
      (fetched) => setChunk(() => fetched),
      () => setChunk("missing"),
    );
  }, [load, isWanted]);
  return chunk;
};
