/** Counts by name. */
export type Tally = {
  readonly add: (name: string | number) => void;
  readonly counts: () => { readonly [name: string]: number };
};

/** A count for each name, in order of first appearance. */
export const createTally = (): Tally => {
  const counts = new Map<string, number>();
  return {
    add: (name) => void counts.set(String(name), (counts.get(String(name)) ?? 0) + 1),
    counts: () => Object.fromEntries(counts),
  };
};
