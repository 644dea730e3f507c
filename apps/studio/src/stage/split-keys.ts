/**
 * Where a key moves the split, 0 to 1, or null for a key that does not. Arrows move the line the way they point; where
 * it stands upright, up is more, as for any slider.
 */
export const splitAfter = (split: number, key: string, far: boolean, lying: boolean): number | null => {
  if (key === "Home") return 0;
  if (key === "End") return 1;
  const way = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: lying ? -1 : 1, ArrowDown: lying ? 1 : -1 }[key];
  const page = { PageUp: lying ? -10 : 10, PageDown: lying ? 10 : -10 }[key];
  const percent = page ?? (way === undefined ? null : way * (far ? 10 : 1));
  return percent === null ? null : Math.min(100, Math.max(0, Math.round(split * 100) + percent)) / 100;
};
