import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { useChunk } from "../ui/use-chunk.ts";

/** The parts of the inspector that come with the first picture. */
type Findings = typeof import("./findings.tsx");

export const FindingsContext = createContext<Findings | "missing" | null>(null);

/** Fetches them once they are wanted: with them comes the table of glyph light. */
export const useFindings = (isWanted: boolean): Findings | "missing" | null => useChunk(fetchFindings, isWanted);

const fetchFindings = (): Promise<Findings> => import("./findings.tsx");

/** Those that the inspector has fetched, or null. */
export const useFetchedFindings = (): Findings | null => {
  const findings = useContext(FindingsContext);
  return findings === "missing" ? null : findings;
};
