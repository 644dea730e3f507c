/** The known name closest to a misspelled one, or null if none is close. */
export const nearestName = (given: string, known: readonly string[]): string | null =>
  nearNames(given, known)[0]?.name ?? null;

/** The known names that are close to a misspelled one, with their edit distances, closest first. */
export const nearNames = (given: string, known: readonly string[], longest = 40): readonly NearName[] => {
  if (given.length > longest) return [];
  const wanted = lettersOf(given);
  // two different letters make a short name a different word
  const most = wanted.length < 5 ? 1 : Math.max(2, Math.floor(wanted.length / 3));
  return known
    .filter((name) => name.length <= 2 * longest)
    .map((name) => ({ name, distance: editDistance(wanted, lettersOf(name)) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance);
};

export type NearName = { readonly name: string; readonly distance: number };

/** A name in lower case and without word separators. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, "");

/** Insertions, deletions, substitutions and swaps of neighbors (optimal string alignment). */
const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  let above: readonly number[] = [];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? above[j - 2]! + 1 : substituted;
      next.push(Math.min(substituted, swapped, row[j]! + 1, next[j - 1]! + 1));
    }
    [above, row] = [row, next];
  }
  return row[b.length] ?? 0;
};
