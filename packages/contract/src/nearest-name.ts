/** The known name closest to a misspelled one, or null if none is close. */
export const nearestName = (given: string, known: readonly string[]): string | null => {
  if (given.length > 40) return null;
  const wanted = lettersOf(given);
  let best: string | null = null;
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const name of known) {
    const distance = editDistance(wanted, lettersOf(name));
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
};

/** A name in lower case and without word separators. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, "");

/** Levenshtein distance: insertions, deletions and substitutions. */
const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};
