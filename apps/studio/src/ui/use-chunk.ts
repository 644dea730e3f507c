import { useEffect, useState } from "preact/hooks";

/** A part of the page that is fetched when it is first wanted: null until it has come, `missing` where it did not. */
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
