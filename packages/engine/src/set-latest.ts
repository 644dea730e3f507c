/** Sets an entry of a map that keeps at most so many, and removes the one set longest ago. */
export const setLatest = <Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, most: number): void => {
  // a map keeps the order in which its keys were added
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
};
