import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Studio } from "./studio.ts";

export const StudioContext = createContext<Studio | null>(null);

/** The studio that the page belongs to. */
export const useStudio = (): Studio => {
  const studio = useContext(StudioContext);
  if (studio === null) throw new Error("There is no studio around this component.");
  return studio;
};
