import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useChunk } from "../state/use-chunk.ts";
import type { GLASS } from "./glass.ts";

/** What looks into cells, fetched once there is art; null until it has come. Without it the art is only not explained. */
export const useGlass = (hasArt: boolean): ReadonlySignal<typeof GLASS | null> => {
  const chunk = useSignal<typeof GLASS | null>(null);
  const fetched = useChunk(fetchGlass, hasArt);
  if (fetched !== null && fetched !== "missing") chunk.value = fetched.GLASS;
  return useComputed(() => chunk.value);
};

const fetchGlass = () => import("./glass.ts");
