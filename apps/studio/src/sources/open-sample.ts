import type { Studio } from "../state/studio.ts";
import { loadSample, type Sample } from "./samples.ts";

/** Opens a sample as if it had been dropped. */
export const openSample = async ({ open, toast }: Pick<Studio, "open" | "toast">, sample: Sample): Promise<void> => {
  const file = await loadSample(sample).catch(() => null);
  if (file === null) toast("The sample did not load. Check the connection, then try again.");
  else await open(file, sample.file);
};
