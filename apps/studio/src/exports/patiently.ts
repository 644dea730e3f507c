import type { Studio } from "../state/studio.ts";

/** Does what may take a while. After half a second a message says what it is, with a button that stops it. */
export const patiently = async <Result>(
  { toast, notice }: Pick<Studio, "toast" | "notice">,
  words: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const stop = new AbortController();
  const timer = setTimeout(() => toast(words, { label: "Cancel", go: () => stop.abort() }), PATIENCE);
  try {
    return await work(stop.signal);
  } finally {
    clearTimeout(timer);
    if (notice.peek()?.words === words) notice.value = null;
  }
};

/** Milliseconds. */
export const PATIENCE = 500;
