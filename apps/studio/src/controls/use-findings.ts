import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { useChunk } from "../ui/use-chunk.ts";

/** The inspector's parts that are loaded with the first picture. */
type Findings = typeof import("./findings.tsx");

export const FindingsContext = createContext<Findings | "missing" | null>(null);

/** Loads them when wanted, together with the table of glyph light. */
export const useFindings = (isWanted: boolean): Findings | "missing" | null => useChunk(fetchFindings, isWanted);

const fetchFindings = (): Promise<Findings> => import("./findings.tsx");

/** The loaded parts, or null. */
export const useFetchedFindings = (): Findings | null => {
  const findings = useContext(FindingsContext);
  return findings === "missing" ? null : findings;
};
