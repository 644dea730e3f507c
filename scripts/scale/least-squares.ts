/**
 * The numbers, none below 0, by which the columns of a table add up to the wanted values with the least sum of squared
 * differences: Franc, Hlaváč and Navara's coordinate-wise descent (2005), which is exact at its end.
 */
export const nonNegativeLeastSquares = (
  rows: readonly (readonly number[])[],
  wanted: readonly number[],
): readonly number[] => {
  const columns = rows[0]?.length ?? 0;
  const indexes = Array.from({ length: columns }, (_, at) => at);
  const products = indexes.map((a) => indexes.map((b) => sumOf(rows, (row) => row[a]! * row[b]!)));
  const found = indexes.map(() => 0);
  const slopes = indexes.map((a) => -sumOf(rows, (row, at) => row[a]! * wanted[at]!));
  for (let sweep = 0, moved = true; moved && sweep < MOST_SWEEPS; sweep++) {
    moved = false;
    for (const a of indexes) {
      const curve = products[a]![a]!;
      if (curve === 0) continue;
      const next = Math.max(0, found[a]! - slopes[a]! / curve);
      const step = next - found[a]!;
      if (Math.abs(step) <= SMALL * next) continue;
      moved = true;
      found[a] = next;
      for (const b of indexes) slopes[b] = slopes[b]! + step * products[a]![b]!;
    }
  }
  return found;
};

const MOST_SWEEPS = 1_000_000;

/** A step this small, beside the number itself, changes nothing that anybody prints. */
const SMALL = 1e-9;

const sumOf = (rows: readonly (readonly number[])[], term: (row: readonly number[], at: number) => number): number =>
  rows.reduce((sum, row, at) => sum + term(row, at), 0);
