/** Sets an entry as the latest of a map that keeps so many; the one that was set longest ago goes. */
export const setLatest = <Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, most: number): void => {
  // a map keeps the order in which its keys were added
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
};
