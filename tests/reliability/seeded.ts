/** Random choices that are the same for the same seed, on every machine. */
export type Seeded = {
  /** An integer from 0 up to, but not including, `below`. */
  readonly below: (below: number) => number;
  /** True with this probability. */
  readonly chance: (share: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly bytes: (length: number) => Buffer;
};

/** Random choices from a 32-bit seed: Steele and Vigna's SplitMix, in its 32-bit form. */
export const seeded = (seed: number): Seeded => {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const below = (limit: number) => Math.floor((next() / 2 ** 32) * limit);
  return {
    below,
    chance: (share) => next() < share * 2 ** 32,
    pick: (items) => items[below(items.length)]!,
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
};
