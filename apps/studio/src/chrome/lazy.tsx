import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { NOT_LOADED } from "../state/not-loaded.ts";
import { useChunk } from "../state/use-chunk.ts";
import { useStudio } from "../state/use-studio.ts";

/** A dialog whose code is fetched when it is first opened. */
export const Lazy = ({ load }: { readonly load: () => Promise<{ readonly Dialog: FunctionComponent }> }) => {
  const { dialog, toast } = useStudio();
  const chunk = useChunk(load);
  useEffect(() => {
    if (chunk !== "missing") return;
    dialog.value = "none";
    toast(NOT_LOADED);
  }, [chunk, dialog, toast]);
  return chunk !== null && chunk !== "missing" && <chunk.Dialog />;
};
