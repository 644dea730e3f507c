/** A key that was pressed on the scrubber. */
type Press = { readonly key: string; readonly shiftKey: boolean };

/** Where a key leads in a video, in seconds, or by which frame; null for a key that leads nowhere. */
export const scrubbed = (
  { key, shiftKey }: Press,
  time: number,
  duration: number,
): number | { readonly step: 1 | -1 } | null => {
  const way = WAYS[key];
  if (way !== undefined && !shiftKey) return { step: way };
  const by = way ?? { PageUp: duration / 10, PageDown: -duration / 10 }[key];
  if (by !== undefined) return Math.min(duration, Math.max(0, time + by));
  return { Home: 0, End: duration }[key] ?? null;
};

/** Arrows go by frames; with Shift, by seconds. */
const WAYS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
